"""The steps for a server of items: what each does, and that it does it once."""

from __future__ import annotations

from typing import Any, ClassVar

import pytest
from attrs import evolve
from hypothesis import given

from ctxfn.context import Context
from ctxfn.messages import (
    AskedElsewhere,
    Assistant,
    Call,
    File,
    Image,
    Messages,
    Reasoning,
    Text,
    ToolResult,
    assistant,
    call,
    chat,
    text_of,
    tool_result,
    user,
)
from ctxfn.processors import (
    cut_long_values,
    drop_lone_reasoning,
    drop_stray_items,
    mend_items,
    pair_tool_results,
    type_results,
)
from ctxfn.processors.legalize import long_values, mistyped_results
from ctxfn.wire import (
    Profile,
    ServerState,
    codec_named,
    item_faults,
    lone_thoughts,
    profile,
    server_state,
    stray_items,
)
from tests.wire.openai_responses.payloads import bodies

CODEC = codec_named("openai_responses")
HERE = profile("openai/responses")
EVERY = [mend_items(), drop_lone_reasoning(), drop_stray_items(), cut_long_values(), type_results()]
THOUGHT = {"type": "reasoning", "id": "rs_1", "summary": [], "encrypted_content": "sealed"}
SAID = {
    "type": "message",
    "role": "assistant",
    "id": "msg_1",
    "status": "completed",
    "content": [{"type": "output_text", "text": "Yes.", "annotations": []}],
}
CALL = {"type": "function_call", "id": "fc_1", "call_id": "c1", "name": "f", "arguments": "{}"}
OUTPUT = {"type": "function_call_output", "call_id": "c1", "output": "42"}


def read(*rows: Any) -> Messages:
    return CODEC.decode(list(rows)).messages


def done(step: Any, messages: Messages, *facts: object) -> tuple[Messages, list[str]]:
    after = step(Context.of(messages, *(facts or (HERE,))))
    return after.messages, [getattr(note, "kind", "") for note in after.notes]


@pytest.mark.parametrize("step", EVERY, ids=str)
class TestAll:
    @given(body=bodies)
    def test_what_is_right_stays_and_twice_is_once(self, step: Any, body: Any) -> None:
        conversation = CODEC.decode(body)
        known = Context.of(conversation.messages, HERE, server_state(conversation))
        once = step(known)

        assert step(evolve(once, notes=known.notes)).messages is once.messages
        assert (once.messages is known.messages) is (not once.notes)

    def test_nothing_is_done_without_a_profile_of_this_format(self, step: Any) -> None:
        messages = read(THOUGHT, {**SAID, "id": "chatcmpl-1"})

        assert step(messages) is messages
        assert done(step, messages, profile("anthropic")) == (messages, [])


class TestMendItems:
    @given(body=bodies)
    def test_no_fault_is_left(self, body: Any) -> None:
        conversation = CODEC.decode(body)
        state = server_state(conversation)
        after, _ = done(mend_items(), conversation.messages, HERE, state)

        assert [item_faults(node, HERE, stores=state.stores) for node in after] == [
            () for _ in after
        ]

    def test_a_foreign_id_goes_and_the_words_stay(self) -> None:
        after, notes = done(mend_items(), read({**SAID, "id": "chatcmpl-1"}))

        assert (after[0].id, text_of(after[0]), notes) == (None, "Yes.", ["items-mended"])

    def test_a_server_that_stores_nothing_gets_no_ids(self) -> None:
        rows = read(THOUGHT, SAID, CALL, OUTPUT)
        after, _ = done(mend_items(), rows, HERE, ServerState(stores=False))
        said = after[0]

        assert isinstance(said, Assistant)
        assert (said.id, said.calls[0].extras) == (None, ())
        assert said.reasoning == rows[0].reasoning if isinstance(rows[0], Assistant) else False

    def test_open_thoughts_go_with_the_ids_of_what_they_led_to(self) -> None:
        bare = {key: one for key, one in THOUGHT.items() if key != "encrypted_content"}
        after, _ = done(mend_items(), read({**bare, "id": "x1"}, SAID, CALL, OUTPUT))
        said = after[0]

        assert isinstance(said, Assistant)
        assert (said.reasoning, said.id, said.calls[0].extras) == ((), None, ())


class TestDropLoneReasoning:
    def test_what_led_to_nothing_goes_with_its_message(self) -> None:
        after, notes = done(drop_lone_reasoning(), read({"role": "user", "content": "a"}, THOUGHT))

        assert ([node.role for node in after], notes) == (["user"], ["reasoning-dropped"])

    def test_what_led_to_the_next_message_stays(self) -> None:
        messages = read(SAID, THOUGHT, SAID)

        assert len(messages) == 2
        assert done(drop_lone_reasoning(), messages)[0] is messages

    def test_a_model_that_does_not_reason_gets_no_ids_either(self) -> None:
        after, _ = done(drop_lone_reasoning(), read(THOUGHT, CALL, OUTPUT), plain())
        said = after[0]

        assert isinstance(said, Assistant)
        assert (said.reasoning, said.calls[0].extras) == ((), ())

    def test_another_model_s_are_the_codec_s_to_leave_out(self) -> None:
        said = chat(Assistant((Text("ok"),), reasoning=(Reasoning("hm"),)))

        assert lone_thoughts(said, plain()) == ()


def plain() -> Profile:
    return profile("openai/responses-plain")


class TestDropStrayItems:
    SHELL: ClassVar[Any] = {"type": "shell_call", "call_id": "s1", "action": {"commands": ["ls"]}}
    SHOWN: ClassVar[Any] = {"type": "shell_call_output", "call_id": "s1", "output": []}
    USER: ClassVar[Any] = {"role": "user", "content": "hi"}

    def test_a_pair_stays(self) -> None:
        messages = read(self.SHELL, self.SHOWN)

        assert done(drop_stray_items(), messages)[0] is messages

    @pytest.mark.parametrize("rows", [(SHELL, USER, SHOWN), (SHELL,), (SHOWN,), (SHOWN, SHELL)])
    def test_halves_go(self, rows: tuple[Any, ...]) -> None:
        after, notes = done(drop_stray_items(), read(*rows))

        assert [node for node in after if isinstance(node, Assistant)] == []
        assert set(notes) == {"stray-item"}

    def test_the_server_may_hold_the_call(self) -> None:
        state = ServerState(earlier=True)

        assert stray_items(read(self.SHOWN), state=state) == ()
        assert len(stray_items(read(self.SHOWN, self.SHOWN), state=state)) == 1


class TestTypeResults:
    @pytest.mark.parametrize("kind", ["function", "custom"])
    def test_a_result_is_of_the_type_of_its_call(self, kind: str) -> None:
        other = "custom" if kind == "function" else "function"
        said = chat(
            assistant(Call("c1", "sh", kind=kind)), ToolResult((), call_id="c1", kind=other)
        )

        assert mistyped_results(said) == {1: kind}
        after = type_results(said)
        assert isinstance(after[1], ToolResult)
        assert after[1].kind == kind


class TestCutLongValues:
    SMALL = evolve(HERE, text_length=200, image_url_length=30, file_data_length=9)

    def test_a_text_is_cut_and_says_so(self) -> None:
        after, notes = done(cut_long_values(), chat(user("x" * 201)), self.SMALL)

        assert (len(text_of(after[0])) <= 200, notes) == (True, ["too-long"])
        assert "characters left out" in text_of(after[0])

    def test_media_become_words(self) -> None:
        large = Image(url="https://a.example/" + "x" * 20), File(data="x" * 10, name="a.txt")
        after, _ = done(cut_long_values(), chat(user(*large)), self.SMALL)

        assert all(type(part) is Text for part in after[0].parts)
        assert long_values(after[0], self.SMALL) == ()


class TestAskedElsewhere:
    HELD = ToolResult((Text("done"),), call_id="c9", marks=(AskedElsewhere(),))

    def test_it_stays_where_it_stands(self) -> None:
        said = chat(self.HELD, user("and?"), assistant(call("c1")), tool_result("c1", "42"))

        assert pair_tool_results(said) is said

    def test_it_is_nobody_s_answer_here(self) -> None:
        said = chat(assistant(call("c9")), user("and?"), self.HELD)
        after = pair_tool_results(said)

        assert [node.role for node in after] == ["assistant", "tool", "user", "tool"]
        assert after[3] is self.HELD
