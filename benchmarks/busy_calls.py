"""Histories whose calls and results hold what some step is there for."""

from __future__ import annotations

import itertools
import json
from collections.abc import Callable
from typing import Any, Final

from benchmarks.busy_chats import some
from benchmarks.chat_corpus import corpus

__all__ = ["BUSY_CALLS", "served"]

Row = dict[str, Any]
Rows = list[Row]

#: What the tools of a store are called on the wire.
_STORED: Final = {
    "search_web": "lobe-web-browsing____search",
    "read_file": "lobe-local-system____readFile",
    "run_command": "lobe-local-system____runCommand",
    "query_table": "lobe-local-system____writeFile",
    "list_issues": "lobe-browser____snapshot",
}
_LONG: Final = "_of_a_client_that_makes_ids_much_too_long_for_others"


def _calls(row: Row) -> bool:
    return bool(row.get("tool_calls"))


def _results(rows: Rows) -> dict[str, Row]:
    return {row["tool_call_id"]: row for row in rows if row["role"] == "tool"}


def _local(rows: Rows) -> None:
    """Call the tools of a store, on ten files in turn."""
    paths = itertools.cycle([f"notes/{number}.md" for number in range(10)])
    for row in rows:
        for call in row.get("tool_calls", ()):
            function = call["function"]
            function["name"] = _STORED[function["name"]]
            function["arguments"] = json.dumps({"path": next(paths)})


def _handed(rows: Rows) -> None:
    """Hand over to others."""
    for row in some(rows, _calls):
        row["tool_calls"][0]["function"]["name"] = "transfer_to_billing"


def _ids(rows: Rows) -> None:
    """Make ids too long, leave them out of results, and out of calls and results."""
    results = _results(rows)
    for number, row in enumerate(some(rows, _calls, every=4)):
        call = row["tool_calls"][0]
        result = results.get(call["id"])
        if result is None:
            continue
        if number % 3 == 0:
            call["id"] = result["tool_call_id"] = call["id"] + _LONG
        else:
            result["tool_call_id"] = ""
            call["id"] = call["id"] if number % 3 == 1 else ""


def _nameless(rows: Rows) -> None:
    """Forget the names of tools; of every other one the result remembers."""
    results = _results(rows)
    for number, row in enumerate(some(rows, _calls)):
        function = row["tool_calls"][0]["function"]
        if number % 2:
            results[row["tool_calls"][0]["id"]]["name"] = function["name"]
        function["name"] = ""


def _strange_calls(rows: Rows) -> None:
    """Make calls of a type that a target does not have."""
    for row in some(rows, _calls):
        call = row["tool_calls"][0]
        call["type"] = "code_interpreter"
        call["code"] = call.pop("function")["arguments"]


def _long_arguments(rows: Rows) -> None:
    """Write files, whole."""
    for row in some(rows, _calls, every=3):
        body = {"path": "a.md", "body": "Lorem ipsum. " * 100}
        row["tool_calls"][0]["function"]["arguments"] = json.dumps(body)


def _cut_arguments(rows: Rows) -> None:
    """Stop in the middle of arguments."""
    for row in some(rows, _calls):
        function = row["tool_calls"][0]["function"]
        function["arguments"] = function["arguments"][:-9]


def _old_calls(rows: Rows) -> None:
    """Write single calls as the older interface did."""
    results = _results(rows)
    alone = some(rows, lambda row: len(row.get("tool_calls", ())) == 1, every=3)
    for row in alone:
        (call,) = row.pop("tool_calls")
        row["function_call"] = call["function"]
        result = results[call["id"]]
        del result["tool_call_id"]
        result.update(role="function", name=call["function"]["name"])


def _interrupted(rows: Rows) -> None:
    """Let people speak before the model said what it found."""
    behind = [
        (before, row)
        for before, row in itertools.pairwise(rows)
        if before["role"] == "tool" and row["role"] == "assistant" and not _calls(row)
    ]
    gone = {id(row) for _, row in behind[::3]}
    rows[:] = [row for row in rows if id(row) not in gone]


def _listed_again(rows: Rows) -> None:
    """List the calls of a batch before each of its results, at times with other words."""
    words = itertools.cycle((None, "And the other."))
    for row in list(some(rows, lambda row: len(row.get("tool_calls", ())) > 1, every=2)):
        second = row["tool_calls"][1]["id"]
        copy = {**row, "content": next(words) or row["content"]}
        rows.insert(rows.index(_results(rows)[second]), copy)


_CHANGES: Final[dict[str, Callable[[Rows], None]]] = {
    "local": _local,
    "handed": _handed,
    "ids": _ids,
    "nameless": _nameless,
    "strange calls": _strange_calls,
    "old calls": _old_calls,
    "long arguments": _long_arguments,
    "cut arguments": _cut_arguments,
    "interrupted": _interrupted,
    "listed again": _listed_again,
}


def _changed(change: Callable[[Rows], None]) -> Callable[[int, int], Rows]:
    def made(size: int, seed: int) -> Rows:
        rows = corpus(size, seed=seed)
        change(rows)
        return rows

    return made


#: Chat messages by what is the matter with their calls; of a size and a seed.
BUSY_CALLS: Final[dict[str, Callable[[int, int], Rows]]] = {
    name: _changed(change) for name, change in _CHANGES.items()
}


def served(size: int, seed: int) -> Rows:
    """Return messages in the form of Anthropic, where one answer of ten lost the call of a server."""
    rows: Rows = []
    for row in corpus(2 * size, seed=seed):
        due = ("user", "assistant")[len(rows) % 2]
        if row["role"] == due and row["content"] and "tool_calls" not in row:
            rows.append({"role": due, "content": [{"type": "text", "text": row["content"]}]})
    for number, row in enumerate(some(rows, lambda row: row["role"] == "assistant", every=5)):
        asked: Row = {"type": "server_tool_use", "id": f"s{number}", "name": "web_search"}
        found = {"type": "web_search_tool_result", "tool_use_id": f"s{number}", "content": []}
        row["content"][:0] = [found] if number % 2 == 0 else [{**asked, "input": {}}, found]
    return rows[:size]
