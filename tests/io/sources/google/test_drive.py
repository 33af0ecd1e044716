"""Files of Drive are searched for and read as text."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

import pytest

from ctxfn.errors import InvalidArgument
from ctxfn.io.sources import Answer, Source, expose, gdrive, opened_now, query
from tests.io.sources.google.cloud import WITHIN, called, key_file, value
from tests.io.sources.net.failing import FAILURES
from tests.io.sources.standin import StandIn, Told, told_json

OWN = "application/vnd.google-apps."
OFFICE = "application/vnd.openxmlformats-officedocument."
FILE = {"id": "f1", "name": "Owls", "mimeType": "text/plain", "modifiedTime": "2026-01-31T09:00:00Z",
        "webViewLink": "https://d/f1", "owners": [{"displayName": "Ann"}], "size": "4"}  # fmt: skip
TOLD = {"id": "f1", "name": "Owls", "type": "text/plain", "modified": "2026-01-31T09:00:00Z",
        "link": "https://d/f1", "size": "4", "owners": ["Ann"]}  # fmt: skip


@pytest.fixture
def drive(server: StandIn, tmp_path: Path) -> Source:
    return gdrive(
        service_account_path=key_file(tmp_path, server), base_url=server.address, limits=WITHIN
    )


class TestSearching:
    def test_leaves_out_the_bin_and_tells_of_the_next_page(
        self, server: StandIn, drive: Source
    ) -> None:
        server.answers["GET /files"] = told_json(
            {"files": [FILE] * 9, "nextPageToken": "two", "incompleteSearch": True}
        )

        answer = called(
            drive, "search_files", query="name contains 'owl' or x", max_results=2, page_token="one"
        )

        asked = server.sent[-1].asked
        assert asked.pop("fields").startswith("nextPageToken,incompleteSearch,files(id,name,")
        assert asked == {
            "q": "(name contains 'owl' or x) and trashed = false",
            "pageSize": "2",
            "pageToken": "one",
            "orderBy": "modifiedTime desc",
            "corpora": "allDrives",
            "supportsAllDrives": "true",
            "includeItemsFromAllDrives": "true",
        }
        assert value(answer) == {"files": [TOLD, TOLD], "next_page_token": "two"}
        assert answer.remarks == ("the search is incomplete: not all drives were looked at",)

    def test_of_one_drive(self, server: StandIn, tmp_path: Path) -> None:
        server.answers["GET /files"] = told_json({})
        key = key_file(tmp_path, server)
        made = gdrive(
            service_account_path=key, base_url=server.address, corpora="drive", drive_id="d"
        )

        assert called(made, "list_files") == Answer()
        asked = server.sent[-1].asked
        assert (asked["q"], asked["corpora"], asked["driveId"]) == ("trashed = false", "drive", "d")

    def test_a_question_is_a_search_for_its_words(self, server: StandIn, drive: Source) -> None:
        server.answers["GET /files"] = told_json({"files": [FILE]})

        answer = query(drive, "Ann's owls?")

        asked = server.sent[-1].asked
        assert (
            asked["q"]
            == "(fullText contains 'owls' or fullText contains 'ann') and trashed = false"
        )
        assert "orderBy" not in asked
        assert [(one.id, one.uri, one.snippet) for one in answer.results] == [
            ("f1", "https://d/f1", "Owls (text/plain, 2026-01-31T09:00:00Z)")
        ]

    @pytest.mark.parametrize(
        ("name", "arguments"),
        [
            ("search_files", {"query": "x", "max_results": 0}),
            ("search_files", {"query": "x", "max_results": 21}),
            ("search_files", {"query": " "}),
            ("list_files", {"page_size": -1}),
            ("read_file", {"file_id": "../about"}),
            ("read_file", {"file_id": "a/b?c"}),
            ("read_file", {"file_id": ""}),
        ],
    )
    def test_bounds(
        self, server: StandIn, drive: Source, name: str, arguments: dict[str, object]
    ) -> None:
        answer = called(drive, name, **arguments)

        assert answer.problem is not None
        assert answer.problem.kind == "refused"
        assert server.sent == []


class TestReading:
    def read(
        self, server: StandIn, drive: Source, told: dict[str, object], content: Told
    ) -> Answer:
        server.answers["GET /files/f1"] = lambda sent: (
            content if sent.asked.get("alt") == "media" else told_json({**FILE, **told})
        )
        server.answers["GET /files/f1/export"] = content
        return called(drive, "read_file", file_id="f1")

    @pytest.mark.parametrize(
        ("kind", "written"),
        [
            ("document", "text/plain"),
            ("spreadsheet", "text/csv"),
            ("presentation", "text/plain"),
            ("script", "application/vnd.google-apps.script+json"),
        ],
    )
    def test_own_kinds_are_written_out(
        self, server: StandIn, drive: Source, kind: str, written: str
    ) -> None:
        answer = self.read(server, drive, {"mimeType": OWN + kind}, Told(b"owls", kind=written))

        assert answer.text == "owls"
        assert server.sent[-1].path == "/files/f1/export"
        assert server.sent[-1].asked == {"mimeType": written}

    def test_others_are_loaded(self, server: StandIn, drive: Source) -> None:
        answer = self.read(
            server, drive, {}, Told("Käuze \xff".encode("latin-1"), kind="text/plain")
        )

        assert answer.text == "K\ufffduze \ufffd"
        assert [(one.name, one.uri) for one in answer.results] == [("Owls", "https://d/f1")]
        assert server.sent[-1].asked == {"alt": "media", "supportsAllDrives": "true"}

    def test_a_shortcut_is_followed(self, server: StandIn, drive: Source) -> None:
        target = {"mimeType": OWN + "shortcut", "shortcutDetails": {"targetId": "f1"}}
        server.answers["GET /files/s1"] = told_json({**FILE, "id": "s1", **target})

        self.read(server, drive, {}, Told(b"owls", kind="text/plain"))
        assert called(drive, "read_file", file_id="s1").text == "owls"

    @pytest.mark.parametrize("kind", [OWN + "form", OWN + "folder", "image/png", "application/pdf", "video/mp4",
                                      "application/octet-stream", "application/vnd.ms-excel"])  # fmt: skip
    def test_what_is_no_text_is_not_loaded(self, server: StandIn, drive: Source, kind: str) -> None:
        answer = self.read(server, drive, {"mimeType": kind}, Told(b"owls"))

        assert f"Owls: found {kind}" in str(answer.problem)
        assert len([one for one in server.sent if one.path != "/token"]) == 1

    def test_large_ones_are_not_loaded(self, server: StandIn, drive: Source) -> None:
        answer = self.read(server, drive, {"size": "100001"}, Told(b"owls"))
        assert "it has 100,001 bytes" in str(answer.problem)
        assert len([one for one in server.sent if one.path != "/token"]) == 1

        answer = self.read(server, drive, {"size": "1"}, Told(b"x" * 1_000, times=1_000))
        assert "more than 100,000 bytes" in str(answer.problem)

    @pytest.mark.parametrize(
        ("kind", "parts", "said"),
        [
            (
                "wordprocessingml.document",
                {"word/document.xml": "<d xmlns:w='w'><w:p><w:t>Owls</w:t><w:tab/><w:t>&lt;</w:t></w:p><w:p><w:t>Z</w:t></w:p></d>"},
                "Owls\t<\nZ",
            ),
            (
                "spreadsheetml.sheet",
                {
                    "xl/worksheets/sheet1.xml": "<s><row><c t='s'><v>1</v></c><c><v>7</v></c></row></s>",
                    "xl/sharedStrings.xml": "<s><si><t>a</t></si><si><r><t>o</t></r><r><t>wl</t></r></si></s>",
                },
                "owl\t7",
            ),
            (
                "presentationml.presentation",
                {f"ppt/slides/slide{n}.xml": f"<s><p><t>{n}</t></p></s>" for n in (10, 9)},
                "9\n\n10",
            ),
        ],
    )  # fmt: skip
    def test_office_files_are_texts(
        self, server: StandIn, drive: Source, kind: str, parts: dict[str, str], said: str
    ) -> None:
        answer = self.read(server, drive, {"mimeType": OFFICE + kind}, Told(packed(parts)))

        assert answer.text == said

    @pytest.mark.parametrize(
        "data",
        [b"owls", b"", "bomb", "entity", "broken"],
    )
    def test_that_are_none_are_refused(self, server: StandIn, drive: Source, data: object) -> None:
        entity = "<!DOCTYPE d [<!ENTITY a 'aaaa'><!ENTITY b '&a;&a;'>]><p><t>&b;</t></p>"
        made = {"bomb": " " * 200_000, "entity": entity, "broken": "<p><t>x"}
        body = data if isinstance(data, bytes) else packed({"word/document.xml": made[str(data)]})

        answer = self.read(
            server, drive, {"mimeType": OFFICE + "wordprocessingml.document"}, Told(body)
        )

        assert answer.problem is not None
        assert answer.problem.kind == "refused"


class TestFailures:
    @pytest.mark.parametrize(("told", "words"), FAILURES)
    def test_are_answers(self, server: StandIn, drive: Source, told: Told, words: str) -> None:
        server.answers["GET /files"] = told

        answer = called(drive, "list_files")

        assert answer.problem is not None
        assert words in answer.problem.reason


def test_the_instructions_name_what_is_shown(drive: Source) -> None:
    with opened_now(drive) as live:
        shown = expose(live, mode="tools")
        assert [one.name for one in shown.tools] == ["list_files", "search_files", "read_file"]
        assert "- list_files(query?, page_size?, page_token?):" in shown.instructions
        assert "update_gdrive" not in expose(live, write=True).instructions


@pytest.mark.parametrize(
    "options",
    [
        {"corpora": "mine"},
        {"corpora": "drive"},
        {"drive_id": "d"},
        {"corpora": "drive", "drive_id": 5},
    ],
)
def test_what_is_not_for_it_is_refused(options: dict[str, object]) -> None:
    with pytest.raises(InvalidArgument):
        gdrive(**options)  # type: ignore[arg-type]


def packed(parts: dict[str, str]) -> bytes:
    """Make a file of an office."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as file:
        for name, text in parts.items():
            file.writestr(name, text)
    return made.getvalue()
