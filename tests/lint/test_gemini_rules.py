"""Each rule of Gemini's format: an example with a finding, one without, and the exact place."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve, frozen

from ctxfn.lint import Path, check_conversation, fix_conversation, rule_named
from ctxfn.messages import Origin, Reasoning, assistant, chat, own, user
from ctxfn.wire import Conversation, codec_named, profile

__all__ = ["EXAMPLES"]


@frozen
class Example:
    """Contents with one finding of a rule, and where; and contents that have none."""

    code: str
    bad: Any
    found: tuple[int | None, Path]
    good: Any
    target: str = "gemini/3"


def said(role: str, *texts: str) -> dict[str, Any]:
    return {"role": role, "parts": [{"text": text} for text in texts]}


def called(*names: str, signed: bool = True) -> dict[str, Any]:
    parts: list[dict[str, Any]] = [
        {"functionCall": {"id": f"c_{name}", "name": name, "args": {}}} for name in names
    ]
    if signed:
        parts[0]["thoughtSignature"] = "c2lnbmVk"
    return {"role": "model", "parts": parts}


def answered(*names: str, **more: Any) -> dict[str, Any]:
    parts = [
        {"functionResponse": {"id": f"c_{name}", "name": name, "response": {"n": 1}} | more}
        for name in names
    ]
    return {"role": "user", "parts": parts}


USER = said("user", "hi")

EXAMPLES = (
    Example(
        "T111",
        [USER, called("a", "b"), answered("a")],
        (1, ()),
        [USER, called("a", "b"), answered("a", "b")],
    ),
    Example(
        "T112",
        [USER, called("a"), USER, called("b"), answered("a", "b")],
        (4, ("tool_call_id",)),
        [USER, called("a"), answered("a"), USER, called("b"), answered("b")],
    ),
    Example(
        "R210",
        [USER, said("model", "Hm."), called("a"), answered("a")],
        (2, ("tool_calls",)),
        [USER, called("a"), answered("a"), called("b"), answered("b")],
    ),
    Example(
        "C312",
        [USER, {"role": "model", "parts": []}, USER],
        (1, ("content",)),
        [USER, said("model", ""), USER],
    ),
    Example(
        "I405",
        [USER, called("a"), answered("a", name="b")],
        (2, ("name",)),
        [USER, called("a"), answered("a")],
    ),
    Example(
        "N703",
        [USER, called("a"), answered("a"), called("b", "c", signed=False), answered("b", "c")],
        (3, ("tool_calls", 0, "signature")),
        [
            USER,
            called("a", signed=False),
            answered("a"),
            USER,
            called("b", "c"),
            answered("b", "c"),
        ],
    ),
)


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda one: one.code)
class TestExamples:
    """Where a rule is broken, and where it is not."""

    def test_it_finds_the_one_place(self, example: Example) -> None:
        rule = rule_named(example.code)
        assert rule is not None
        read = codec_named("gemini").decode(example.bad)

        (finding,) = check_conversation(read, profile(example.target), rules=(rule,))

        assert (finding.index, finding.path) == example.found
        assert (finding.code, finding.severity) == (rule.code, "error")

    def test_it_finds_nothing_where_nothing_is(self, example: Example) -> None:
        rule = rule_named(example.code)
        assert rule is not None
        read = codec_named("gemini").decode(example.good)

        assert check_conversation(read, profile(example.target), rules=(rule,)) == ()

    def test_its_fix_mends_it(self, example: Example) -> None:
        rule = rule_named(example.code)
        assert rule is not None
        read = codec_named("gemini").decode(example.bad)

        fixed = fix_conversation(read, profile(example.target), rules=(rule,), lossy=True)

        assert fixed.left == ()
        assert fixed.notes

    def test_others_do_not_mind(self, example: Example) -> None:
        rule = rule_named(example.code)
        assert rule is not None
        read = codec_named("gemini").decode(example.bad)

        assert check_conversation(read, profile("openai"), rules=(rule,)) == ()


class TestFirstTurn:
    def test_a_first_turn_that_calls_is_found(self) -> None:
        rule = rule_named("R201")
        assert rule is not None
        read = codec_named("gemini").decode([called("a"), answered("a")])

        (finding,) = check_conversation(read, profile("gemini"), rules=(rule,))

        assert (finding.index, finding.path) == (0, ("role",))

    def test_a_greeting_is_fine(self) -> None:
        rule = rule_named("R201")
        assert rule is not None
        read = codec_named("gemini").decode([said("model", "Hello!"), USER])

        assert check_conversation(read, profile("gemini"), rules=(rule,)) == ()


class TestForeignSignatures:
    """What a store knows of a message can tell whose signature it carries."""

    def found(self, model: str | None, *, made_by: str | None, to: str) -> list[Path]:
        rule = rule_named("N704")
        assert rule is not None
        answer = assistant(Reasoning("So.", "c2ln", model=made_by), "Yes.")
        settings = None if model is None else own({"model": model})
        talk = Conversation(chat(user("hi"), answer), settings=settings)
        return [one.path for one in check_conversation(talk, profile(to), rules=(rule,))]

    @pytest.mark.parametrize(
        ("model", "made_by", "found"),
        [
            ("claude-sonnet-4-5", "claude-opus-4-1", [("reasoning", 0)]),
            ("claude-sonnet-4-5", "claude-sonnet-4-5-20250929", []),
            ("claude-sonnet-4-5", None, []),
            (None, "claude-opus-4-1", []),
        ],
    )
    def test_one_of_another_model_is_found(
        self, model: str | None, made_by: str | None, found: list[Path]
    ) -> None:
        assert self.found(model, made_by=made_by, to="anthropic") == found

    def test_where_nobody_checks_nothing_is(self) -> None:
        assert self.found("gpt-5", made_by="claude-opus-4-1", to="openai") == []

    def test_the_signature_of_a_call_is_its_messages(self) -> None:
        rule = rule_named("N704")
        assert rule is not None
        read = codec_named("gemini").decode([USER, called("a"), answered("a")])
        theirs = evolve(read.messages[1], origin=Origin(model="gemini-2.5-pro"))
        talk = evolve(
            read,
            messages=read.messages.set(1, theirs),
            settings=own({"model": "gemini-3-pro"}),
        )

        (finding,) = check_conversation(talk, profile("gemini/3"), rules=(rule,))

        assert (finding.index, finding.path) == (1, ("tool_calls", 0, "signature"))
