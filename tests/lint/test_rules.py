"""Each rule: an example with a finding, one without, and the exact place and words."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve, frozen

from ctxfn.lint import RULES, Path, Severity, check_conversation, rule_named
from ctxfn.wire import Conversation, Profile, codec_named, profile
from tests.lint.test_anthropic_rules import EXAMPLES as ANTHROPIC
from tests.lint.test_bedrock_rules import EXAMPLES as BEDROCK
from tests.lint.test_declaration_rules import CODES as DECLARED
from tests.lint.test_dialect_rules import EXAMPLES as DIALECTS
from tests.lint.test_gemini_rules import EXAMPLES as GEMINI
from tests.lint.test_quality_rules import CODES as QUALITY
from tests.lint.test_responses_rules import EXAMPLES as RESPONSES
from tests.lint.test_shape_rules import CODES as SHAPES


@frozen
class Example:
    """Rows with one finding of a rule, where and what; and rows that have none."""

    code: str
    bad: Any
    found: tuple[int | None, Path, str, str]
    good: Any
    target: str | Profile = "openai"
    severity: Severity = "error"


def asked(*ids: str, **more: Any) -> dict[str, Any]:
    calls = [
        {"id": one, "type": "function", "function": {"name": "now", "arguments": "{}"}}
        for one in ids
    ]
    return {"role": "assistant", "content": None, "tool_calls": calls, **more}


def cut_off(id: str) -> dict[str, Any]:
    return {"id": id, "type": "function", "function": {"name": "f", "arguments": '{"city": "Ly'}}


def nameless(id: str) -> dict[str, Any]:
    return {"id": id, "type": "function", "function": {"name": "", "arguments": "{}"}}


def said(role: str, content: Any = "words") -> dict[str, Any]:
    return {"role": role, "content": content}


def answer(id: str, content: Any = "42") -> dict[str, Any]:
    return {"role": "tool", "tool_call_id": id, "content": content}


USER = said("user")
PICTURE = {"type": "image_url", "image_url": {"url": "https://a.example/x.png"}}
PAIR = (asked("c1"), answer("c1"))

OLD_CALL = {"name": "look", "arguments": "{}"}
OLD_ANSWER = {"role": "function", "name": "look", "content": "42"}
PICKY = evolve(profile("openai"), call_id_pattern="[a-zA-Z0-9]{2}")

EXAMPLES = (
    Example(
        "T101",
        [USER, answer("c1")],
        (1, ("tool_call_id",), "a result for 'c1'", "a call with this id"),
        [USER, *PAIR],
    ),
    Example(
        "T102",
        [asked("c1"), USER],
        (0, ("tool_calls", 0, "id"), "no result for 'c1'", "one result behind it"),
        [*PAIR, USER],
    ),
    Example(
        "T103",
        [answer("c1"), asked("c1")],
        (
            0,
            ("tool_call_id",),
            "a result before its call in messages[1]",
            "the result right behind it",
        ),
        [*PAIR],
    ),
    Example(
        "T104",
        [asked("c1"), USER, answer("c1")],
        (
            2,
            ("tool_call_id",),
            "messages between this result and its call in messages[0]",
            "the result right behind the call",
        ),
        [asked("c1", id="m1"), answer("c1"), USER],
    ),
    Example(
        "T105",
        [*PAIR, answer("c1", "43"), USER],
        (
            2,
            ("tool_call_id",),
            "another result for the call that messages[1] answers",
            "one result a call",
        ),
        [*PAIR, *PAIR],
        severity="warning",
    ),
    Example(
        "T106",
        [USER, asked("c1", "c2"), answer("c1")],
        (1, ("tool_calls", 1, "id"), "'c2' still open at the end", "its result"),
        [USER, asked("c1", "c2"), answer("c1"), answer("c2")],
    ),
    Example(
        "T107",
        [
            {**asked("c1"), "tool_calls": [cut_off("c1")]},
            answer("c1"),
        ],
        (0, ("tool_calls", 0, "function", "arguments"), '\'{"city": "Ly\'', "JSON"),
        [*PAIR],
        "openai/compatible",
    ),
    Example(
        "T108",
        [USER, {**asked("c1"), "function_call": OLD_CALL}, answer("c1"), OLD_ANSWER],
        (1, ("function_call",), "a call of the old kind mixed up with others", "tool calls alone"),
        [
            USER,
            {"role": "assistant", "content": None, "function_call": OLD_CALL},
            OLD_ANSWER,
            *PAIR,
        ],
    ),
    Example(
        "T109",
        [{**asked("c1"), "tool_calls": [{"id": "c1", "type": "web", "web": {}}]}, answer("c1")],
        (0, ("tool_calls", 0, "type"), "the type 'web'", "'function' or 'custom'"),
        [*PAIR],
    ),
    Example(
        "R201",
        [said("system"), said("assistant"), USER],
        (1, ("role",), "a first turn of role 'assistant'", "a user turn"),
        [said("system"), USER, said("assistant")],
        "openai/strict",
    ),
    Example(
        "R203",
        [USER, said("assistant"), USER, USER],
        (3, ("role",), "two user turns in a row", "turns that alternate"),
        [USER, *PAIR, said("assistant"), USER],
        "openai/strict",
    ),
    Example(
        "R205",
        [USER, said("system"), said("assistant")],
        (1, ("role",), "a system message in the middle", "system messages first"),
        [said("system"), USER],
        "openai/strict",
    ),
    Example(
        "R206",
        [said("system"), said("system"), USER],
        (1, ("role",), "another system message", "one system message"),
        [said("system"), USER],
        "openai/strict",
    ),
    Example(
        "R207",
        [said("developer"), USER],
        (0, ("role",), "the role 'developer'", "'system'"),
        [said("system"), USER],
        "openai/strict",
    ),
    Example(
        "R208",
        [USER, said("critic")],
        (
            1,
            ("role",),
            "the role 'critic'",
            "one of: system, developer, user, assistant, tool, function",
        ),
        [said("developer"), USER],
    ),
    Example(
        "R209",
        [],
        (None, ("messages",), "no messages", "one message at least"),
        [USER],
    ),
    Example(
        "C301",
        [USER, {"role": "assistant", "content": None}],
        (1, ("content",), "an assistant message of nothing", "words or calls"),
        [USER, *PAIR],
    ),
    Example(
        "C302",
        [said("user", [])],
        (0, ("content",), "an empty list", "parts, a text, or null beside calls"),
        [said("user", [{"type": "text", "text": "hi"}])],
    ),
    Example(
        "C303",
        [USER, {"role": "assistant", "content": "hi", "tool_calls": []}],
        (1, ("tool_calls",), "an empty list", "calls, or no such key"),
        [USER, said("assistant")],
    ),
    Example(
        "C306",
        [said("user", "half \ud83d")],
        (0, ("content",), "half of a character (a lone surrogate)", "whole characters"),
        [said("user", "whole \U0001f600")],
    ),
    Example(
        "C307",
        [said("user", 7)],
        (0, ("content",), "", "a value of the type its key has"),
        [said("user", "7")],
    ),
    Example(
        "C308",
        [*PAIR, {"role": "user"}],
        (2, ("content",), "no content", "a text, if an empty one"),
        [*PAIR, said("user", "")],
    ),
    Example(
        "C309",
        [said("user", [PICTURE, {"type": "thinking", "thinking": "hm"}])],
        (0, ("content", 1), "a part of the type 'thinking'", "a part of a type the target knows"),
        [said("assistant", [{"type": "refusal", "refusal": "No."}])],
    ),
    Example(
        "I401",
        [asked(""), answer("c1")],
        (0, ("tool_calls", 0, "id"), "a call without an id", "an id"),
        [*PAIR],
    ),
    Example(
        "I402",
        [asked("x" * 41), answer("x" * 41)],
        (0, ("tool_calls", 0, "id"), "an id of 41 characters", "40 at most"),
        [asked("x" * 40), answer("x" * 40)],
    ),
    Example(
        "I403",
        [asked("c:1"), answer("c:1")],
        (0, ("tool_calls", 0, "id"), "the id 'c:1'", "like [a-zA-Z0-9]{2}"),
        [*PAIR],
        PICKY,
    ),
    Example(
        "I404",
        [{**asked("c1"), "tool_calls": [nameless("c1")]}, answer("c1")],
        (
            0,
            ("tool_calls", 0, "function", "name"),
            "a call that names no tool",
            "the name of a tool",
        ),
        [*PAIR],
    ),
    Example(
        "M501",
        [asked("c1"), answer("c1", [{"type": "text", "text": "see"}, PICTURE])],
        (1, ("content", 1), "an image in a tool result", "text alone"),
        [*PAIR, said("user", [PICTURE])],
    ),
    Example(
        "M502",
        [said("user", [PICTURE, {"type": "file", "file": {"filename": "plan.pdf"}}])],
        (
            0,
            ("content", 1),
            "a file without a source",
            "an address or bytes that the target takes",
        ),
        [said("user", [{"type": "file", "file": {"file_id": "f1"}}])],
    ),
)


def aimed(target: str | Profile) -> Profile:
    return target if isinstance(target, Profile) else profile(target)


def read(rows: Any) -> Conversation:
    return codec_named("openai_chat").decode(rows)


class TestExamples:
    """Where a rule is broken, and where it is not."""

    @pytest.mark.parametrize("example", EXAMPLES, ids=lambda one: one.code)
    def test_it_finds_the_one_place(self, example: Example) -> None:
        rule = rule_named(example.code)
        assert rule is not None

        (finding,) = check_conversation(read(example.bad), aimed(example.target), rules=(rule,))

        found = finding.found if example.found[2] else ""
        assert (finding.index, finding.path, found, finding.expected) == example.found
        assert (finding.code, finding.name) == (rule.code, rule.name)
        assert (finding.severity, finding.hint) == (example.severity, rule.hint)

    @pytest.mark.parametrize("example", EXAMPLES, ids=lambda one: one.code)
    def test_it_finds_nothing_where_nothing_is(self, example: Example) -> None:
        rule = rule_named(example.code)
        assert rule is not None

        assert check_conversation(read(example.good), aimed(example.target), rules=(rule,)) == ()

    @pytest.mark.parametrize(
        "example", [one for one in EXAMPLES if one.target == "openai/strict"], ids=lambda o: o.code
    )
    def test_a_target_it_does_not_concern_is_not_asked(self, example: Example) -> None:
        rule = rule_named(example.code)
        assert rule is not None

        assert check_conversation(read(example.bad), profile("openai"), rules=(rule,)) == ()

    def test_every_rule_has_its_example(self) -> None:
        examples = (*ANTHROPIC, *BEDROCK, *DIALECTS, *GEMINI, *RESPONSES)
        elsewhere = {one.code for one in examples} | {*QUALITY, *DECLARED, *SHAPES, "N704"}
        here = [rule.code for rule in RULES if rule.code not in elsewhere]

        assert [one.code for one in EXAMPLES] == here
        assert elsewhere <= {rule.code for rule in RULES}

    def test_empty_text_is_less_bad_than_nothing(self) -> None:
        rule = rule_named("C301")
        assert rule is not None
        rows = [USER, said("assistant", "")]

        (finding,) = check_conversation(read(rows), profile("openai"), rules=(rule,))

        assert (finding.severity, finding.found) == (
            "warning",
            "an assistant message of empty text",
        )

    def test_half_a_character_is_found_in_any_field(self) -> None:
        rows = [{**USER, "name": "\ud83d"}, {**asked("c\ud83d")}, answer("c\ud83d")]

        found = check_conversation(read(rows), profile("openai"), rules=(rule_named("C306"),))  # type: ignore[arg-type]

        assert [(one.index, one.path) for one in found] == [
            (0, ("name",)),
            (1, ("tool_calls",)),
            (2, ("tool_call_id",)),
        ]

    def test_a_turn_behind_calls_waits_for_results_and_is_none_in_a_row(self) -> None:
        rows = [USER, asked("c1"), said("assistant")]

        found = check_conversation(read(rows), profile("openai/strict"))

        assert [one.code for one in found] == ["T102"]

    def test_a_result_without_an_id_is_named_so(self) -> None:
        rule = rule_named("T101")
        assert rule is not None

        (finding,) = check_conversation(read([USER, answer("")]), profile("openai"), rules=(rule,))

        assert finding.found == "a result without an id"

    def test_no_rule_changes_what_it_looks_at(self) -> None:
        for example in EXAMPLES:
            conversation = read(example.bad)
            before = evolve(conversation)
            check_conversation(conversation, aimed(example.target))
            assert conversation == before
