"""Each rule of OpenAI's Responses format: an example with a finding, one without, and the exact place."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve, frozen

from ctxfn.lint import Path, check_conversation, fix_conversation, rule_named
from ctxfn.wire import Conversation, Profile, codec_named, profile

__all__ = ["EXAMPLES"]

SMALL = evolve(profile("openai/responses"), text_length=5, image_url_length=30, file_data_length=5)


@frozen
class Example:
    """A request with one finding of a rule, and where; and one that has none."""

    code: str
    bad: Any
    found: tuple[int | None, Path]
    good: Any
    target: str | Profile = "openai/responses"


def said(words: str = "Yes.", **more: Any) -> dict[str, Any]:
    part = {"type": "output_text", "text": words, "annotations": []}
    return {"type": "message", "role": "assistant", "content": [part], **more}


def named(id: str = "msg_1", **more: Any) -> dict[str, Any]:
    return said(id=id, status="completed", **more)


def call(call_id: str = "c1", **more: Any) -> dict[str, Any]:
    return {"type": "function_call", "call_id": call_id, "name": "f", "arguments": "{}", **more}


def output(id: str = "c1", **more: Any) -> dict[str, Any]:
    return {"type": "function_call_output", "call_id": id, "output": "42", **more}


def stateless(*rows: Any) -> dict[str, Any]:
    return {"model": "gpt-5", "store": False, "input": [*rows]}


USER = {"role": "user", "content": "hi"}
THOUGHT = {"type": "reasoning", "id": "rs_1", "summary": [], "encrypted_content": "sealed"}
BARE = {"role": "assistant", "content": "Yes."}
CUSTOM = {"type": "custom_tool_call", "call_id": "c1", "name": "sh", "input": "ls"}
CUSTOM_OUTPUT = {**output(), "type": "custom_tool_call_output"}
SHELL = {"type": "shell_call", "call_id": "s1", "action": {"commands": ["ls"]}}
SHOWN = {"type": "shell_call_output", "call_id": "s1", "output": []}
DECLARED = {"type": "function", "name": "find it", "parameters": {"type": "object"}}
LONG_IMAGE = {"type": "input_image", "image_url": "https://a.example/a-very-long-name.png"}
SHORT_IMAGE = {"type": "input_image", "image_url": "https://a.example/x.png"}

EXAMPLES = (
    Example("T113", [CUSTOM, output()], (1, ("type",)), [CUSTOM, CUSTOM_OUTPUT]),
    Example(
        "C313",
        [{"role": "user", "content": [{"type": "output_text", "text": "hi"}]}],
        (0, ("content", 0, "type")),
        [{"role": "user", "content": [{"type": "input_text", "text": "hi"}]}],
    ),
    Example("C314", [{**USER, "ts": 17}], (0, ("ts",)), [USER, named(phase="commentary")]),
    Example("I406", [USER, named("chatcmpl-8")], (1, ("id",)), [USER, named()]),
    Example("I407", [USER, named("msg_1-2")], (1, ("id",)), [USER, named("msg_1_2")]),
    Example(
        "I408",
        stateless(USER, call(id="fc_1"), output()),
        (1, ("calls", 0, "id")),
        stateless(USER, THOUGHT, call(), output()),
    ),
    Example(
        "I409",
        {"input": [USER], "tools": [DECLARED]},
        (None, ("tools", 0, "name")),
        {"input": [USER], "tools": [{**DECLARED, "name": "find_it"}]},
    ),
    Example(
        "N705", [USER, THOUGHT, USER], (1, ("reasoning", 0)), [USER, THOUGHT, call(), output()]
    ),
    Example(
        "N706",
        [USER, named()],
        (1, ("id",)),
        [USER, THOUGHT, named(), USER, BARE],
        "openai/responses-reasoning",
    ),
    Example(
        "N707",
        [USER, THOUGHT, call(), named(), output()],
        (1, ()),
        [USER, THOUGHT, named(), call(), output(), USER],
    ),
    Example(
        "N708",
        [{key: one for key, one in THOUGHT.items() if key != "summary"}, BARE],
        (0, ("reasoning", 0, "summary")),
        [THOUGHT, BARE],
    ),
    Example(
        "N709",
        [USER, THOUGHT, call(), output()],
        (1, ("reasoning", 0)),
        [USER, call(), output()],
        "openai/responses-plain",
    ),
    Example(
        "B801",
        [{"role": "user", "content": "123456"}],
        (0, ("content", 0)),
        [{"role": "user", "content": "12345"}],
        SMALL,
    ),
)
#: Rules that have their example in another format, or a second one here.
MORE = (
    Example("T110", [USER, SHELL, BARE, USER], (1, ("content", 0)), [USER, SHELL, SHOWN, BARE]),
    Example("T110", [USER, SHOWN, BARE], (1, ("content", 0)), [USER, SHELL, SHOWN]),
    Example(
        "T110",
        stateless(USER, {"type": "item_reference", "id": "msg_1"}),
        (1, ("content", 0)),
        [USER, {"type": "item_reference", "id": "msg_1"}],
    ),
    Example(
        "N707",
        [USER, call("c1"), named(), call("c2"), output("c1"), output("c2")],
        (1, ()),
        [USER, said(), call("c1"), call("c2"), output("c1"), output("c2")],
        "openai/responses-compatible",
    ),
    Example("N705", [USER, THOUGHT, BARE], (1, ("reasoning", 0)), stateless(USER, THOUGHT, BARE)),
    Example("I406", [USER, call(id="call_1"), output()], (1, ("calls", 0, "id")), [USER]),
    Example("C313", [USER, said(id="msg_1")], (1, ("status",)), [USER, said()]),
    Example(
        "N705", [USER, {"type": "reasoning", "summary": []}, BARE], (1, ("reasoning", 0)), [USER]
    ),
    Example(
        "B801", [{"role": "user", "content": [LONG_IMAGE]}], (0, ("content", 0)), [USER], SMALL
    ),
    Example(
        "B801",
        [{"role": "user", "content": [{"type": "input_file", "file_data": "123456"}]}],
        (0, ("content", 0)),
        [{"role": "user", "content": [SHORT_IMAGE]}],
        SMALL,
    ),
)


def aimed(target: str | Profile) -> Profile:
    return target if isinstance(target, Profile) else profile(target)


def read(body: Any) -> Conversation:
    return codec_named("openai_responses").decode(body)


EACH = pytest.mark.parametrize("example", [*EXAMPLES, *MORE], ids=lambda one: one.code)


@EACH
def test_it_finds_the_one_place(example: Example) -> None:
    rule = rule_named(example.code)
    assert rule is not None

    (finding,) = check_conversation(read(example.bad), aimed(example.target), rules=(rule,))

    assert (finding.index, finding.path) == example.found
    assert (finding.code, finding.name, finding.severity) == (rule.code, rule.name, "error")


@EACH
def test_it_finds_nothing_where_nothing_is(example: Example) -> None:
    rule = rule_named(example.code)
    assert rule is not None

    assert check_conversation(read(example.good), aimed(example.target), rules=(rule,)) == ()


@EACH
def test_another_format_is_not_asked(example: Example) -> None:
    if example.code not in ("T110", "I409"):
        rule = rule_named(example.code)
        assert rule is not None
        assert check_conversation(read(example.bad), profile("gemini"), rules=(rule,)) == ()


@EACH
def test_its_fix_mends_it_with_a_note(example: Example) -> None:
    rule = rule_named(example.code)
    assert rule is not None
    if not rule.has_fix:
        return
    fixed = fix_conversation(
        read(example.bad), aimed(example.target), rules=(rule,), lossy=True, errors_only=True
    )

    assert fixed.left == ()
    assert fixed.notes


class TestServerState:
    """What a server holds is no fault of what is sent."""

    ROWS = (output("c9"), SHOWN)

    @pytest.mark.parametrize("state", [{"previous_response_id": "resp_1"}, {"conversation": "c"}])
    def test_results_of_calls_that_are_there_are_right(self, state: dict[str, str]) -> None:
        here = profile("openai/responses")

        assert check_conversation(read({"input": [*self.ROWS], **state}), here) == ()
        assert [one.code for one in check_conversation(read([*self.ROWS]), here)] == [
            "T101",
            "T110",
        ]

    def test_a_reference_may_be_the_call(self) -> None:
        rows = [{"type": "item_reference", "id": "fc_1"}, output("c9")]

        assert check_conversation(read(rows), profile("openai/responses")) == ()

    def test_a_second_result_is_one_too_many(self) -> None:
        body = {"input": [output("c9"), output("c9")], "previous_response_id": "resp_1"}
        found = check_conversation(read(body), profile("openai/responses"))

        assert [one.code for one in found] == ["T101"]

    def test_nothing_said_here_is_enough(self) -> None:
        body = {"input": [], "previous_response_id": "resp_1"}

        assert check_conversation(read(body), profile("openai/responses")) == ()
