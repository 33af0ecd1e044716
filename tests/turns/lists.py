"""Lists to trim: entries whose messages cost what their ids say, besides their words."""

from __future__ import annotations

from collections.abc import Iterable

from ctxfn.messages import (
    Assistant,
    Call,
    Message,
    Reasoning,
    System,
    Text,
    ToolResult,
    User,
    text_of,
)
from ctxfn.turns import Entry, Trimmed, Wording, estimate_characters, trim

#: Marks of the lengths that the examples reckon with: 22, 20 and 16 characters.
SHORT = Wording(
    cut_result="\n... [tool output cut]",
    cut_reasoning="\n... [reasoning cut]",
    cut_block="\n... [block cut]",
    no_result="(无结果)",
    hint="[系统提示] earlier context was cut; go on with the latest request.",
)


def price(message: Message) -> int:
    """What the id says, the words and the reasoning."""
    thought = sum(
        estimate_characters(one.text)
        for one in (message.reasoning if isinstance(message, Assistant) else ())
    )
    fixed = int(message.id or "4") if (message.id or "4").isdigit() else 4
    return fixed + estimate_characters(text_of(message)) + thought


def total(entries: Iterable[Entry]) -> int:
    """The estimate of all *entries*."""
    return sum(price(entry.message) for entry in entries)


def trimmed(
    entries: Iterable[Entry], budget: int, *, memory_budget: int = 4096, already: int = 0
) -> Trimmed:
    """Trim with the prices and the marks of the examples."""
    return trim(
        tuple(entries),
        budget,
        memory_budget=memory_budget,
        already=already,
        estimate=price,
        wording=SHORT,
    )


def _text(characters: int, words: str = "") -> tuple[Text, ...]:
    return (Text(words or "x" * characters),) if characters or words else ()


def prompt(tokens: int) -> Entry:
    """The prompt."""
    return Entry(System((), str(tokens)), "head", "prompt")


def block(tokens: int = 4, *, characters: int = 0, in_turn: bool = False) -> Entry:
    """An injected system message."""
    said = System(_text(characters), str(tokens))
    return Entry(said, "turn" if in_turn else "head", "injected")


def past(*tokens: int) -> list[Entry]:
    """Things said before: a question, an answer, and so on."""
    return [
        Entry(User((), str(one)) if n % 2 == 0 else Assistant((), str(one)), "history", "talk")
        for n, one in enumerate(tokens)
    ]


def past_call(tokens: int, *ids: str) -> Entry:
    """A call message of the history."""
    calls = tuple(Call(one, "t") for one in ids)
    return Entry(Assistant((), str(tokens), calls=calls), "history", "talk")


def past_result(tokens: int, call_id: str) -> Entry:
    """A result of the history."""
    return Entry(ToolResult((), str(tokens), call_id=call_id), "history", "talk")


def asked(tokens: int = 4, *, characters: int = 0) -> Entry:
    """An input of this turn."""
    return Entry(User(_text(characters), str(tokens)), "turn", "input")


def call(tokens: int, *ids: str, thought: int = 0, words: str = "") -> Entry:
    """A call message of this turn."""
    reasoning = (Reasoning("x" * thought),) if thought else ()
    calls = tuple(Call(one, "look") for one in ids)
    said = Assistant(_text(0, words), str(tokens), calls=calls, reasoning=reasoning)
    return Entry(said, "turn", "step")


def result(call_id: str, characters: int) -> Entry:
    """A result of this turn."""
    return Entry(ToolResult(_text(characters), "4", call_id=call_id), "turn", "step")


def draft(characters: int) -> Entry:
    """A reply that was refused."""
    return Entry(Assistant(_text(characters), "4"), "turn", "draft")


def feedback(characters: int) -> Entry:
    """What was wrong with it."""
    return Entry(System(_text(characters), "4"), "turn", "feedback")


def instruction(tokens: int = 4, *, characters: int = 0) -> Entry:
    """A block that is what opened this turn."""
    return Entry(System(_text(characters), str(tokens)), "turn", "instruction")
