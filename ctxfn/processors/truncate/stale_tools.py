"""Which tools give results that later events make worthless, and what a read of a file saw."""

from __future__ import annotations

from typing import Final, NamedTuple

from attrs import frozen

from ctxfn.messages import Call, InvalidJson, TooDeep, ToolResult, parse_json
from ctxfn.pipeline import check_record

__all__ = ["Access", "StaleTools", "access_of"]

_WITHOUT_WINDOW: Final = (0, 200)
_LOCAL: Final = "lobe-local-system"
_WEB: Final = "lobe-web-browsing"


@frozen
class StaleTools:
    """Tools by what becomes of their results; packages, functions as on the wire, or bare names.

    `snapshots` show a page as it was, `pages` and `crawls` give text of pages, `commands` output.
    """

    reads: tuple[str, ...] = (f"{_LOCAL}____readFile",)
    writes: tuple[str, ...] = (f"{_LOCAL}____writeFile", f"{_LOCAL}____editFile")
    snapshots: tuple[str, ...] = ("lobe-browser____snapshot",)
    pages: tuple[str, ...] = ("lobe-browser____readPage",)
    crawls: tuple[str, ...] = (
        f"{_WEB}____search",
        f"{_WEB}____crawlSinglePage",
        f"{_WEB}____crawlMultiPages",
    )
    commands: tuple[str, ...] = (f"{_LOCAL}____runCommand", f"{_LOCAL}____getCommandOutput")

    __attrs_post_init__ = check_record

    @property
    def every(self) -> tuple[str, ...]:
        """All of them."""
        return self.reads + self.writes + self.snapshots + self.pages + self.crawls + self.commands


class Access(NamedTuple):
    """The file a call was about, and from which line to which; without a last line: all."""

    path: str
    first: float
    last: float

    @property
    def shown(self) -> str:
        """The window in words."""
        if (self.first, self.last) == (float("-inf"), float("inf")):
            return "all of it"
        return f"lines {self.first:g} to {self.last:g}"


def access_of(result: ToolResult, call: Call | None) -> Access | None:
    """Read path and window from the state of *result*, else from the arguments of its *call*.

    Contract:
        No path: nothing. Without a window of two numbers a read saw everything if it asked for
        that, else lines 0 to 200.

    Complexity: O(characters of the arguments).
    """
    state = result.state.shared() if result.state is not None else None
    known = state if isinstance(state, dict) else {}
    asked = _arguments(call)
    paths = (known.get("path"), asked.get("path"), asked.get("file_path"))
    path = next((one for one in paths if isinstance(one, str) and one), None)
    if path is None:
        return None
    window = _window(known.get("loc")) or _window(asked.get("loc"))
    if window is None:
        everything = (float("-inf"), float("inf"))
        window = everything if asked.get("fullContent") else _WITHOUT_WINDOW
    return Access(path, *window)


def _arguments(call: Call | None) -> dict[str, object]:
    if call is None:
        return {}
    try:
        read = parse_json(call.arguments).value
    except (InvalidJson, TooDeep):
        return {}
    return {str(key): value for key, value in read.items()} if isinstance(read, dict) else {}


def _window(value: object) -> tuple[float, float] | None:
    """Read a list of two numbers."""
    if not isinstance(value, list) or len(value) != 2:
        return None
    first, last = value
    for one in (first, last):
        if not isinstance(one, int | float) or isinstance(one, bool) or abs(one) > 2**53:
            return None
    return first, last
