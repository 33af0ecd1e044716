"""What people see of a chat: words as they come, calls, and what went wrong."""

from __future__ import annotations

import sys
from typing import Final

from ctxfn.io.cli.terminal import Terminal, plain, plural
from ctxfn.io.models import TextDelta
from ctxfn.io.runner import Missed, News
from ctxfn.messages import Assistant, text_of
from ctxfn.tools import wire_name
from ctxfn.turns import estimate_message
from ctxfn.turns.exchange import (
    CallModel,
    LineTold,
    NoticeTold,
    Reply,
    ToolEnded,
    ToolStarted,
    TurnEnded,
    UsageTold,
)
from ctxfn.turns.scheduling import Join

__all__ = ["Show"]

#: So much of a call, a result or a message that is sent stands in its line.
_LONGEST: Final = 160


class Show:
    """Writes what is told; `trace` says whether also what is sent."""

    def __init__(self, seen: Terminal, *, typed: bool, trace: bool) -> None:
        self._seen, self._typed, self._trace = seen, typed, trace
        self._said = ""
        self._open = False

    def prompt(self) -> None:
        """Ask a person for the next line."""
        if self._typed:
            self._end_line()
            self._write("> ")

    def line(self, text: str) -> None:
        """Write a line of our own."""
        self._end_line()
        self._seen.answer(text)

    def sent(self, request: CallModel) -> None:
        """Write what a model is asked."""
        if not self._trace:
            return
        self._end_line()
        tokens = sum(map(estimate_message, request.messages))
        tools = ", ".join(_name(one.tool) for one in request.tools) or "no tools"
        size = f"{plural(len(request.messages), 'message')}, about {plural(tokens, 'token')}"
        self._seen.remark(f"-> {request.provider}/{request.model}: {size}; {tools}")
        for one in request.messages:
            calls = one.calls if isinstance(one, Assistant) else ()
            asked = "".join(f" [{_name(call.tool)} {call.arguments}]" for call in calls)
            self._seen.remark(f"   {one.role:9} {_short(text_of(one) + asked)}")

    def news(self, news: News) -> None:
        """Write what was told."""
        match news.what:
            case TextDelta(text):
                self._said += text
                self._write(plain(text))
            case ToolStarted(_, name, arguments):
                self._begin(f"* {name} {_short(arguments)}".rstrip())
            case ToolEnded(_, name, result, failed):
                self._begin(f"* {name} {'failed' if failed else 'answered'}: {_short(result)}")
            case Reply(text):
                if self._said.strip() != text.strip():
                    self._begin(plain(text))
                self._end_line()
            case NoticeTold(text):
                self._begin(plain(text))
            case _:
                self._aside(news)

    def _aside(self, news: News) -> None:
        match news.what:
            case Join(_, inputs) if inputs:
                self._begin(f"({plural(len(inputs), 'message')} joined)")
            case TurnEnded(_, outcome):
                if outcome == "aborted":
                    self._begin("(stopped)")
                self._end_line()
                self._said = ""
                self.prompt()
            case UsageTold(event) if self._trace and event.turn is not None:
                self._end_line()
                self._seen.remark(f"<- {event.used:,} of {event.window:,} tokens")
            case LineTold(about, detail, "warning"):
                self._end_line()
                self._seen.remark(f"{about}: {detail}" if detail else about)
            case Missed(count):
                self._begin(f"({plural(count, 'piece')} not shown)")
            case _:
                pass

    def _begin(self, text: str) -> None:
        """Write a line that no stream goes on in."""
        self._end_line()
        self._said = ""
        self._seen.answer(text)

    def _write(self, text: str) -> None:
        sys.stdout.write(text)
        sys.stdout.flush()
        self._open = bool(text) and not text.endswith("\n")

    def _end_line(self) -> None:
        if self._open:
            self._write("\n")


def _short(text: str) -> str:
    words = " ".join(text.split())
    return words if len(words) <= _LONGEST else f"{words[: _LONGEST - 1]}…"


def _name(tool: object) -> str:
    return tool if isinstance(tool, str) else wire_name(tool)  # type: ignore[arg-type]
