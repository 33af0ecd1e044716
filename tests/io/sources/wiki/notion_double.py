"""A Notion that keeps what it is sent, and refuses what the real one would."""

from __future__ import annotations

import contextlib
import json
import threading
import uuid
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, urlsplit

__all__ = ["DATABASE", "TOKEN", "Notion", "paragraph", "serving_notion", "span"]

DATABASE = "d" * 32
TOKEN = "ntn_s3cret"
_SOURCE = "5" * 32
_SENDABLE = {
    "paragraph", "heading_1", "heading_2", "heading_3", "bulleted_list_item",
    "numbered_list_item", "to_do", "quote", "code", "divider",
}  # fmt: skip


class Refused(Exception):
    """What is answered with an error."""

    def __init__(self, status: int, code: str, message: str) -> None:
        super().__init__(message)
        self.status, self.code = status, code


def span(text: str, link: str | None = None, **shown: bool) -> dict[str, Any]:
    """Make a span as Notion sends it."""
    plain = {"bold": False, "italic": False, "strikethrough": False, "underline": False}
    return {
        "type": "text",
        "text": {"content": text, "link": None if link is None else {"url": link}},
        "annotations": {**plain, "code": False, "color": "default", **shown},
        "plain_text": text,
        "href": link,
    }


def paragraph(text: str) -> dict[str, Any]:
    """Make a block as Notion sends it, but for its id."""
    return {"type": "paragraph", "paragraph": {"rich_text": [span(text)], "color": "default"}}


class Notion:
    """What it has, and what it was asked."""

    def __init__(self) -> None:
        self.pages: dict[str, dict[str, Any]] = {}
        self.blocks: dict[str, list[dict[str, Any]]] = {}
        self.asked: list[str] = []
        self.sources = [{"id": _SOURCE, "name": "Pages"}]
        self.repeats_cursor = False
        self.fails_on = ""
        self.clock = datetime(2026, 1, 1, tzinfo=UTC)

    def page(self, title: str, *blocks: dict[str, Any]) -> str:
        """Have somebody make a page."""
        name = uuid.uuid4().hex
        self.pages[name] = {
            "object": "page",
            "id": name,
            "created_time": self._time(),
            "last_edited_time": self._time(),
            "in_trash": False,
            "properties": {
                "Name": {"id": "title", "type": "title", "title": [span(title)]},
                "Tags": {"id": "x", "type": "multi_select", "multi_select": []},
            },
        }
        self.blocks[name] = [self._made(block) for block in blocks]
        return name

    def edit(self, page: str, *blocks: dict[str, Any]) -> None:
        """Have somebody write more."""
        self.blocks[page] += [self._made(block) for block in blocks]
        self.touch(page)

    def touch(self, page: str) -> None:
        """Say that it was edited just now."""
        self.pages[page]["last_edited_time"] = self._time()

    def words(self, page: str) -> list[str]:
        """Read the words of all blocks of a page, or their kind."""
        told = []
        for block in self.blocks[page]:
            rich = block[block["type"]].get("rich_text")
            text = "".join(one["plain_text"] for one in rich or ())
            told.append(text or block["type"])
        return told

    def answer(self, method: str, address: str, body: Any) -> Any:
        """Answer one request."""
        parts = urlsplit(address)
        path = parts.path.removeprefix("/v1/")
        asked = f"{method} {path}"
        self.asked.append(asked)
        if self.fails_on and asked.startswith(self.fails_on):
            raise Refused(400, "validation_error", f"no {TOKEN} today")
        query = {key: values[0] for key, values in parse_qs(parts.query).items()}
        match (method, *path.split("/")):
            case ("GET", "databases" | "data_sources", name):
                return self._table(name)
            case ("POST", "data_sources", _, "query"):
                return self._some(list(self.pages.values()), body)
            case ("POST", "pages"):
                return self._create(body)
            case ("GET", "pages", name):
                return self._there(name)
            case ("PATCH", "pages", name):
                return self._update(name, body)
            case ("GET", "blocks", name, "children"):
                self._there(name)
                return self._some(self.blocks[name], query)
            case ("PATCH", "blocks", name, "children"):
                return self._append(name, body)
            case ("DELETE", "blocks", name):
                return self._delete(name)
        raise Refused(404, "object_not_found", "Could not find it.")

    def _table(self, name: str) -> Any:
        if name == DATABASE:
            return {"object": "database", "id": name, "data_sources": self.sources}
        columns = {"Tags": {"type": "multi_select"}, "Name": {"type": "title"}}
        return {"object": "data_source", "id": _SOURCE, "properties": columns}

    def _some(self, rows: list[dict[str, Any]], asked: Any) -> Any:
        size = int(asked.get("page_size", 100))
        start = int(asked.get("start_cursor") or 0)
        if size > 100:
            raise Refused(400, "validation_error", "page_size is over 100")
        end = start + size
        more = end < len(rows)
        cursor = "0" if self.repeats_cursor else str(end)
        return {
            "object": "list",
            "results": rows[start:end],
            "has_more": more,
            "next_cursor": cursor if more else None,
        }

    def _create(self, body: Any) -> Any:
        assert body["parent"] == {"type": "data_source_id", "data_source_id": _SOURCE}
        children = self._checked(body.get("children") or [])
        title = "".join(one["text"]["content"] for one in body["properties"]["Name"]["title"])
        return self.pages[self.page(title, *children)]

    def _update(self, name: str, body: Any) -> Any:
        page = self._there(name)
        if body.get("in_trash"):
            del self.pages[name]
            return {**page, "in_trash": True}
        rich = body["properties"]["Name"]["title"]
        page["properties"]["Name"]["title"] = [span(one["text"]["content"]) for one in rich]
        self.touch(name)
        return page

    def _append(self, name: str, body: Any) -> Any:
        self._there(name)
        made = [self._made(block) for block in self._checked(body["children"])]
        row = self.blocks[name]
        at = len(row)
        if body.get("after") is not None:
            at = 1 + next(number for number, one in enumerate(row) if one["id"] == body["after"])
        row[at:at] = made
        self.touch(name)
        return {"object": "list", "results": row[at:], "has_more": False, "next_cursor": None}

    def _delete(self, name: str) -> Any:
        for page, row in self.blocks.items():
            for block in row:
                if block["id"] == name:
                    row.remove(block)
                    self.touch(page)
                    return {**block, "in_trash": True}
        raise Refused(404, "object_not_found", "Could not find it.")

    def _there(self, name: str) -> dict[str, Any]:
        if name not in self.pages:
            raise Refused(404, "object_not_found", f"Could not find page {name}.")
        return self.pages[name]

    def _checked(self, blocks: list[dict[str, Any]]) -> list[dict[str, Any]]:
        if len(blocks) > 100:
            raise Refused(400, "validation_error", "children has more than 100")
        for block in blocks:
            kind = block["type"]
            if kind not in _SENDABLE or set(block) != {"object", "type", kind}:
                raise Refused(400, "validation_error", f"{kind} cannot be sent so")
            rich = block[kind].get("rich_text", [])
            if len(rich) > 100 or any(len(one["text"]["content"]) > 2000 for one in rich):
                raise Refused(400, "validation_error", "rich_text is too long")
            block[kind]["rich_text"] = [_sent(one) for one in rich]
        return blocks

    def _made(self, block: dict[str, Any]) -> dict[str, Any]:
        return {"object": "block", "id": uuid.uuid4().hex, "has_children": False, **block}

    def _time(self) -> str:
        self.clock += timedelta(minutes=1)
        return self.clock.isoformat(timespec="milliseconds").replace("+00:00", "Z")


def _sent(one: dict[str, Any]) -> dict[str, Any]:
    link = one["text"].get("link")
    return span(one["text"]["content"], link and link["url"], **one.get("annotations", {}))


@contextlib.contextmanager
def serving_notion(notion: Notion) -> Iterator[str]:
    """Serve it to those who have the token."""

    class Answering(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self._answer()

        do_POST = do_PATCH = do_DELETE = do_GET

        def log_message(self, *_arguments: object) -> None:
            return

        def _answer(self) -> None:
            data = self.rfile.read(int(self.headers.get("Content-Length") or 0))
            status, said = 200, None
            try:
                if self.headers.get("Authorization") != f"Bearer {TOKEN}":
                    raise Refused(401, "unauthorized", "API token is invalid.")
                assert self.headers["Notion-Version"] == "2025-09-03"
                said = notion.answer(self.command, self.path, json.loads(data or b"{}"))
            except Refused as error:
                status = error.status
                said = {"object": "error", "status": status, "code": error.code}
                said["message"] = str(error)
            text = json.dumps(said).encode()
            self.send_response(status)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(text)))
            self.end_headers()
            self.wfile.write(text)

    server = ThreadingHTTPServer(("127.0.0.1", 0), Answering)
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
