"""Rules that Mistral's and DeepSeek's targets alone have, and what others make of the same."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve, frozen

from ctxfn.lint import Path, check_conversation, fix_conversation, rule_named
from ctxfn.messages import (
    Image,
    Messages,
    Reasoning,
    Text,
    assistant,
    call,
    chat,
    system,
    tool_result,
    user,
)
from ctxfn.wire import Conversation, codec_named, profile

ASKED = assistant("", call("aaaaaaaa1", "now"))
ANSWERED = tool_result("aaaaaaaa1", "42")
SIGHT = Image(url="https://a.example/x.png")


def found(said: Messages, to: str) -> list[tuple[str, int | None]]:
    findings = check_conversation(Conversation(said), profile(to))
    return [(one.code, one.index) for one in findings if one.severity == "error"]


def read(*rows: dict[str, Any], codec: str = "mistral") -> Messages:
    return codec_named(codec).decode(list(rows)).messages


@frozen
class Example:
    """A history with one finding of a rule, where and what; and one that has none."""

    code: str
    target: str
    bad: Messages
    found: tuple[int, Path, str]
    good: Messages


THINKING = assistant(Reasoning("Hm."), "", call("aaaaaaaa1", "now"))
TALKING = assistant("Well.", call("aaaaaaaa1", "now"))

EXAMPLES = (
    Example(
        "T114",
        "mistral/legacy",
        chat(user("?"), TALKING, ANSWERED),
        (1, ("content",), "an answer that speaks and calls"),
        chat(user("?"), ASKED, ANSWERED, assistant("Well.")),
    ),
    Example(
        "R211",
        "mistral",
        chat(ASKED, ANSWERED, user("And now?")),
        (2, ("role",), "a user turn behind a result"),
        chat(ASKED, ANSWERED, assistant("42."), user("And now?")),
    ),
    Example(
        "C314",
        "mistral",
        read({"role": "user", "content": "hi", "mood": "calm"}),
        (0, ("mood",), "the key mood"),
        read({"role": "user", "content": "hi"}),
    ),
    Example(
        "M503",
        "deepseek",
        chat(user("Look:", SIGHT)),
        (0, ("content", 1), "a part of the kind image"),
        chat(user("Look:", "(a picture)")),
    ),
    Example(
        "N710",
        "deepseek/thinking",
        chat(user("?"), ASKED, ANSWERED),
        (1, ("reasoning_content",), "calls without their thoughts"),
        chat(user("?"), THINKING, ANSWERED),
    ),
    Example(
        "N711",
        "deepseek/r1",
        chat(user("?"), assistant(Reasoning("Hm."), "42.")),
        (1, ("reasoning_content",), "thoughts"),
        chat(user("?"), assistant("42.")),
    ),
)


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda one: one.code)
class TestExamples:
    def test_it_finds_the_one_place(self, example: Example) -> None:
        rule = rule_named(example.code)
        assert rule is not None
        target = profile(example.target)

        (finding,) = check_conversation(Conversation(example.bad), target, rules=(rule,))

        assert (finding.index, finding.path, finding.found) == example.found
        assert (finding.code, finding.severity) == (rule.code, "error")

    def test_it_finds_nothing_where_nothing_is(self, example: Example) -> None:
        rule = rule_named(example.code)
        assert rule is not None
        target = profile(example.target)

        assert check_conversation(Conversation(example.good), target, rules=(rule,)) == ()


class TestOrder:
    def test_a_person_behind_a_result(self) -> None:
        said = chat(user("?"), ASKED, ANSWERED, user("And now?"))

        assert found(said, "mistral") == [("R211", 3)]
        assert found(said, "mistral/current") == found(said, "deepseek") == []

    def test_words_beside_calls(self) -> None:
        said = chat(user("?"), assistant("Well.", call("aaaaaaaa1", "now")), ANSWERED)

        assert found(said, "mistral/legacy") == [("T114", 1)]
        assert found(said, "mistral") == []

    @pytest.mark.parametrize(("before", "place"), [(assistant("Ho"), 2), (ANSWERED, 3)])
    def test_a_system_message_behind_an_answer(self, before: Any, place: int) -> None:
        answered: list[Any] = [ASKED, before] if before is ANSWERED else [before]
        said = chat(user("hi"), *answered, system("Stop."), user("Why?"))

        assert found(said, "mistral") == [("R205", place)]
        assert found(said, "openai") == []

    def test_a_system_message_behind_a_person_is_none(self) -> None:
        assert found(chat(system("A"), system("B"), user("hi"), system("C")), "mistral") == []

    def test_calls_of_the_very_first_message(self) -> None:
        assert found(chat(ASKED, ANSWERED), "mistral") == [("R201", 0)]
        assert found(chat(system("A"), ASKED, ANSWERED), "mistral") == []
        assert found(chat(assistant("Hi!"), user("hi")), "mistral") == []

    @pytest.mark.parametrize("codec", ["mistral", "deepseek"])
    def test_an_answer_to_go_on_with_may_be_last(self, codec: str) -> None:
        row = {"role": "assistant", "content": "La", "prefix": True}
        to = {"mistral": "mistral", "deepseek": "deepseek/r1"}[codec]
        said = read({"role": "user", "content": "Sing."}, row, codec=codec)

        assert found(said, to) == []
        assert found(chat(user("Sing."), assistant("La")), to) == [("R204", 1)]


class TestContent:
    def test_an_answer_of_empty_text(self) -> None:
        said = read({"role": "user", "content": "?"}, {"role": "assistant", "content": ""})

        assert ("C301", 1) in found(said, "mistral")
        assert found(said, "openai") == []

    def test_an_empty_list_beside_calls_was_accepted(self) -> None:
        function = {"name": "now", "arguments": "{}"}
        rows: list[dict[str, Any]] = [
            {"role": "user", "content": "?"},
            {
                "role": "assistant",
                "content": [],
                "tool_calls": [{"id": "aaaaaaaa1", "type": "function", "function": function}],
            },
            {"role": "tool", "tool_call_id": "aaaaaaaa1", "content": "42"},
        ]

        assert found(read(*rows), "mistral") == []
        assert found(read(*rows), "mistral/legacy") == [("C302", 1)]
        assert found(read({"role": "user", "content": []}), "mistral") == [("C302", 0)]

    def test_content_that_is_missing_beside_calls(self) -> None:
        function = {"name": "now", "arguments": "{}"}
        row = {
            "role": "assistant",
            "tool_calls": [{"id": "c1", "type": "function", "function": function}],
        }
        answer = {"role": "tool", "tool_call_id": "c1", "content": "42"}
        said = read(row, answer, codec="deepseek")
        mended = fix_conversation(Conversation(said), profile("deepseek")).conversation
        body: Any = codec_named("deepseek").encode(mended, profile("deepseek")).body

        assert found(said, "deepseek") == [("C308", 0)]
        assert found(said, "openai") == []
        assert body[0]["content"] is None

    @pytest.mark.parametrize("to", ["deepseek", "mistral/legacy"])
    def test_pictures_for_a_model_without_eyes(self, to: str) -> None:
        said = chat(user("Look:", SIGHT))
        mended = fix_conversation(Conversation(said), profile(to), lossy=True)

        assert found(said, to) == [("M503", 0)]
        assert found(said, "mistral") == []
        assert all(isinstance(part, Text) for part in mended.conversation.messages[0].parts)

    def test_names_in_the_history(self) -> None:
        said = chat(
            user("?"), assistant("", call("aaaaaaaa1", "a b")), evolve(ANSWERED, tool="a b")
        )

        assert found(said, "mistral") == [("I404", 1), ("I404", 2)]
        assert found(said, "deepseek") == []


class TestKeys:
    @pytest.mark.parametrize(
        ("row", "key"),
        [
            ({"role": "user", "content": "hi", "mood": "calm"}, "mood"),
            ({"role": "user", "content": "hi", "name": None}, "name"),
            (
                {"role": "user", "content": [{"type": "text", "text": "hi", "cache_control": {}}]},
                "content[0].cache_control",
            ),
        ],
    )
    def test_those_that_a_closed_schema_does_not_permit(self, row: Any, key: str) -> None:
        findings = check_conversation(Conversation(read(row)), profile("mistral"))

        assert [(one.code, one.path) for one in findings] == [("C314", (key,))]

    @pytest.mark.parametrize("prefix", [True, "yes"])
    def test_an_answer_to_go_on_with_that_is_not_last(self, prefix: Any) -> None:
        row = {"role": "assistant", "content": "La", "prefix": prefix}

        assert found(read(row, {"role": "user", "content": "hi"}), "mistral") == [("C314", 0)]


class TestThoughts:
    SAID = chat(user("?"), assistant(Reasoning("Hm."), "", call("aaaaaaaa1", "now")), ANSWERED)

    def test_they_are_refused_or_wanted(self) -> None:
        assert found(self.SAID, "deepseek/r1") == [("N711", 1)]
        assert found(self.SAID, "mistral/legacy") == [("N711", 1)]
        assert found(self.SAID, "deepseek/thinking") == found(self.SAID, "mistral") == []

    def test_without_them_calls_are_refused(self) -> None:
        said = chat(user("?"), ASKED, ANSWERED, assistant("42."), user("!"))

        assert found(said, "deepseek/thinking") == [("N710", 1)]
        assert found(said, "deepseek") == []

    def test_under_another_key_they_are_not_there(self) -> None:
        function = {"name": "now", "arguments": "{}"}
        row = {
            "role": "assistant",
            "content": None,
            "reasoning": "Hm.",
            "tool_calls": [{"id": "c1", "type": "function", "function": function}],
        }
        answer = {"role": "tool", "tool_call_id": "c1", "content": "42"}
        said = Conversation(read(row, answer, codec="deepseek"))
        mended = fix_conversation(said, profile("deepseek/thinking")).conversation
        body: Any = codec_named("deepseek").encode(mended, profile("deepseek/thinking")).body

        assert found(said.messages, "deepseek/thinking") == [("N710", 0)]
        assert body[0]["reasoning_content"] == "Hm."
