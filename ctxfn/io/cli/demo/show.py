"""What the demo shows, for people: what came, what was known, what was done, what goes out."""

from __future__ import annotations

from textwrap import wrap
from typing import Final

from rich.padding import Padding
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from ctxfn.functional import countby
from ctxfn.io.cli.demo.play import BUDGET, MODEL, TARGET, Play
from ctxfn.io.cli.notes import note_lines
from ctxfn.io.cli.spans import did_something, span_table
from ctxfn.io.cli.terminal import Terminal, plain, plural
from ctxfn.messages import Assistant, Node, is_ours, text_of

__all__ = ["show"]

_WIDTH: Final = 96

#: Why each fact is told, by its type's name.
_TOLD: Final = {
    "SystemRole": "who the model is to be: the application's, so no part of history",
    "Model": "who will read it, so whose tokens are counted",
    "Clock": "the day, in the customer's time zone",
    "TodoList": "what is done and what is not; it changes at every call",
}


def show(played: Play, seen: Terminal) -> None:
    """Print *played* so that half a minute is enough to see what this is for."""
    for part in (_came, _known, _steps, _notes, _went, _end):
        part(played, seen)


def _title(seen: Terminal, number: int, title: str, what: str) -> None:
    seen.answer("")
    seen.answer(Text.assemble((f"{number}  {title}", "bold cyan"), f"  {what}"))


def _came(played: Play, seen: Terminal) -> None:
    seen.answer("An airline's agent is changing five bookings, and is in the middle of a turn:")
    seen.answer("tools have just answered, the model is to be asked again. Its store has had a")
    seen.answer("bad day.")
    size = f"{plural(len(played.rows), 'row')}, {plural(played.came, 'token')}"
    _title(seen, 1, "What came out of the store", size)
    for damage in played.damages:
        seen.answer(f"   {damage.cause:<31} → {damage.effect}")
    seen.answer(f"   ctxfn check, for {TARGET}:")
    rules = countby(lambda one: (one.severity, one.code, one.name), played.found)
    for (severity, code, name), times in rules.items():
        style = "red" if severity == "error" else "yellow"
        line = Text.assemble(f"   {times} × ", (severity, style), f" {code} {name}")
        seen.answer(line)


def _known(played: Play, seen: Terminal) -> None:
    _title(seen, 2, "What is known about this request", "facts, told by type")
    for fact in played.facts:
        name = type(fact).__name__
        seen.answer(f"   {name:<11} {_TOLD.get(name, '')}")


def _steps(played: Play, seen: Terminal) -> None:
    spans = played.payload.report.spans
    busy = [span for span in spans if did_something(span)]
    what = f"the default pipeline, with Policy(budget={BUDGET:_})"
    _title(seen, 3, "What each step did", what)
    seen.out.print(Padding(span_table(busy), (0, 0, 0, 3)))
    idle = len(spans) - len(busy)
    seen.answer(f"   {plural(idle, 'step')} had nothing to do and returned the very same object")


def _notes(played: Play, seen: Terminal) -> None:
    _title(seen, 4, "What was lost or made up", "nothing goes in silence")
    for line in note_lines(played.payload.report.notes):
        room = _room(seen, 4)
        for part in wrap(plain(line), room, subsequent_indent="  ", max_lines=2, placeholder=" …"):
            seen.answer(f"   {part}")


def _went(played: Play, seen: Terminal) -> None:
    messages = played.payload.report.context.messages
    size = f"{plural(len(messages), 'message')}, {plural(played.went, 'token')}, to {MODEL}"
    _title(seen, 5, "What goes out", size)
    table = Table.grid(padding=(0, 2, 0, 0))
    table.add_column(justify="right", no_wrap=True)
    table.add_column(no_wrap=True)
    table.add_column(justify="right", no_wrap=True)
    table.add_column(no_wrap=True)
    for index, (node, tokens) in enumerate(zip(messages, played.tokens(messages), strict=True)):
        who = f"{node.role}, ours" if is_ours(node) else node.role
        table.add_row(f"   {index}", who, f"{tokens:,}", Text(_short(_line(node), _room(seen, 31))))
    seen.out.print(table)
    seen.answer("")
    tail = plain(text_of(messages[-1]))
    title = "the tail: what changes at each call, behind all that a provider caches"
    seen.out.print(Panel(Text(tail), title=title, title_align="left", width=_room(seen, 0)))


def _end(played: Play, seen: Terminal) -> None:
    _title(seen, 6, "ctxfn check of the result", "")
    if played.left:
        for finding in played.left:
            seen.answer(f"   {finding}")
    else:
        seen.answer(
            Text.assemble(("   clean", "bold green"), ": nothing that the API would refuse")
        )
    if not played.counter.exact:
        seen.answer(
            f"   Tokens are estimated ({played.counter.name}), since no vocabulary is here;"
        )
        seen.answer("   pip install 'ctxfn[offline]' brings one, and then they are exact.")
    seen.answer("")
    seen.answer("   Now yours:  ctxfn check history.json  ·  ctxfn repair history.json")


def _line(node: Node) -> str:
    words = [text_of(node, " ")]
    if isinstance(node, Assistant):
        words += [f"→ {call.tool}({call.arguments})" for call in node.calls]
    return plain(" ".join(" ".join(words).split()))


def _room(seen: Terminal, taken: int) -> int:
    """Columns that are left on a line, *taken* ones aside; long lines are hard to read."""
    return max(min(seen.out.width, _WIDTH) - taken, 20)


def _short(text: str, limit: int) -> str:
    return text if len(text) <= limit else text[: limit - 1] + "…"
