"""mend_unicode: halves of characters, wherever they are, become one that says so."""

from __future__ import annotations

from attrs import evolve, fields
from hypothesis import given

from ctxfn.context import Context, Note
from ctxfn.messages import (
    Assistant,
    Audio,
    Block,
    Call,
    File,
    Image,
    Message,
    Messages,
    Node,
    Opaque,
    Origin,
    Reaction,
    Reasoning,
    Refusal,
    System,
    Text,
    ToolError,
    ToolName,
    ToolResult,
    Usage,
    User,
    Video,
    assistant,
    call,
    chat,
    freeze,
    user,
)
from ctxfn.processors import mend_unicode
from ctxfn.processors.legalize import broken_fields, maybe_broken
from ctxfn.testing import conversations


def everywhere(half: str) -> tuple[Message, ...]:
    """The four messages with *half* in every field that can hold it."""
    more = (("codec", freeze({half: [half, {"inner": half}]})),)
    parts = (
        Text(half, half, more),
        Image(half, half, half, half, half, half, half, True, half, more),
        Video(half, half, half, half, half, half),
        Audio(half, half, half, half, half, half),
        File(half, half, half, half, half, half, 3, half),
        Refusal(half, more),
        Opaque("codec", freeze([half])),
    )
    beside = {
        "blocks": (Block(half, half, half, half),),
        "marks": (Reaction(half, 1, (half,)),),
        "origin": Origin(parent=half, agent_name=half, model=half, created_ms=1),
        "extras": more,
    }
    asked = (Call(half, half, half, half), Call(half, ToolName(half, half, half), half))
    thought = (Reasoning(half, half, half, half, more),)
    usage = Usage(1, 2, freeze({"of": half}))
    error = ToolError(half, half, freeze([half]))
    return (
        System(parts, half, half, **beside),  # type: ignore[arg-type]
        User(parts, half, half, **beside),  # type: ignore[arg-type]
        Assistant(parts, half, asked, thought, usage, half, **beside),  # type: ignore[arg-type]
        ToolResult(parts, half, half, half, error, freeze(half), half, **beside),  # type: ignore[arg-type]
    )


class TestExamples:
    """Where halves are found."""

    def test_no_field_of_any_message_is_forgotten(self) -> None:
        assert mend_unicode(chat(*everywhere("\ud83d"))) == chat(*everywhere("\ufffd"))

    def test_the_message_above_has_no_field_left_empty(self) -> None:
        for message in everywhere("x"):
            empty = {field.name for field in fields(type(message)) if field.eq} - {
                name for name in dir(message) if getattr(message, name) not in ((), None, Origin())
            }

            assert empty == set()

    def test_it_is_noted_with_the_fields_concerned(self) -> None:
        said = chat(user("fine"), assistant("\ud83d", call("\ud83d"), id="a"))

        assert list(mend_unicode(Context.of(said)).notes) == [
            Note(
                "mend_unicode",
                "unicode-mended",
                "halves of characters were replaced in parts, calls",
                ("a",),
                (1,),
            )
        ]

    def test_how_it_was_written_no_longer_counts(self) -> None:
        (after,) = mend_unicode(chat(evolve(user("\ud83d"), written=("text",))))

        assert isinstance(after, User)
        assert after.written is None


class TestProperties:
    """Of every conversation."""

    @given(conversations(cards=True, depth=3))
    def test_whole_texts_are_the_same_object(self, messages: Messages) -> None:
        assert mend_unicode(messages) is messages

    @given(conversations(cards=True, depth=3))
    def test_no_broken_message_is_passed_over(self, messages: Messages) -> None:
        broken: list[Node] = []
        for full in everywhere("cut \ud83d"):
            for field in fields(type(full)):
                one = evolve(type(full)(), **{field.name: getattr(full, field.name)})
                broken += [one] if broken_fields(one) else []
        places = maybe_broken(messages.extend(broken))

        assert {len(messages) + place for place in range(len(broken))} <= {*places}
