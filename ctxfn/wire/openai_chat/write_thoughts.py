"""Write the thoughts of an answer among its parts, for a dialect that has them there."""

from __future__ import annotations

from ctxfn.messages import Part, Reasoning
from ctxfn.wire.openai_chat.write_parts import ABSENT, write_part
from ctxfn.wire.openai_chat.writer import Writer
from ctxfn.wire.openai_chat.written import REASONING_KEYS, Form, Layout

__all__ = ["lose_seals", "thoughts_apart", "write_with_thoughts"]

_Thoughts = tuple[Reasoning, ...]


def thoughts_apart(
    thoughts: _Thoughts, form: Form | None, writer: Writer
) -> tuple[_Thoughts, _Thoughts]:
    """Say which of *thoughts* stand among the parts of an answer, and which beside them.

    Contract:
        As they were read, as long as there are as many. All others stand where the dialect
        has them.

    Complexity: O(thoughts).
    """
    if writer.dialect.thoughts is None:
        return (), thoughts
    keys = () if form is None else form.keys
    nulls = () if form is None else form.nulls
    beside = sum(key in REASONING_KEYS and key not in nulls for key in keys)
    inside = 0 if form is None else form.order.count("t")
    if not beside or inside + beside != len(thoughts):
        return thoughts, ()
    return thoughts[:inside], thoughts[inside:]


def write_with_thoughts(
    parts: tuple[Part, ...], thoughts: _Thoughts, form: Form | None, writer: Writer
) -> list[object]:
    """Write *thoughts* and *parts* as one list, in the order they were read, or thoughts first.

    Complexity: O(size of both).
    """
    order = "t" * len(thoughts) + "p" * len(parts)
    layouts: tuple[Layout | None, ...] = (None,) * len(order)
    if form is not None and sorted(form.order) == sorted(order):
        order, layouts = form.order, form.parts
    waiting, unsaid = enumerate(thoughts), enumerate(parts)
    rows: list[object] = []
    for letter, layout in zip(order, layouts, strict=True):
        if letter == "t":
            number, thought = next(waiting)
            rows.append(_write_thought(thought, layout, f"reasoning[{number}]", writer))
        else:
            number, part = next(unsaid)
            rows.append(write_part(part, layout, f"parts[{number}]", writer))
    return [row for row in rows if row is not ABSENT]


def _write_thought(one: Reasoning, layout: Layout | None, path: str, writer: Writer) -> object:
    thoughts = writer.dialect.thoughts
    if thoughts is None:
        return ABSENT
    lose_seals(one, path, writer)
    return ABSENT if one.sealed is not None else thoughts.write(one, layout, writer)


def lose_seals(one: Reasoning, path: str, writer: Writer) -> None:
    """Say what of a thought is more than its text."""
    for field in ("signature", "sealed", "model"):
        if getattr(one, field) is not None:
            writer.lose(f"{path}.{field}", "reasoning here is text alone")
