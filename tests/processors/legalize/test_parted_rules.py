"""Steps for what a format of parts and signatures wants."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve
from hypothesis import given

from ctxfn.context import Context, Note
from ctxfn.messages import (
    Assistant,
    Call,
    Image,
    Messages,
    Node,
    Origin,
    Reasoning,
    Text,
    User,
    assistant,
    call,
    chat,
    system,
    tool_result,
    user,
)
from ctxfn.processors import (
    drop_empty_contents,
    drop_foreign_signatures,
    merge_runs,
    name_results,
    sign_calls,
)
from ctxfn.processors.legalize import has_no_part, misnamed_results, unsigned_steps
from ctxfn.testing import conversations

SKIP = "skip_thought_signature_validator"


def kinds(step: Any, messages: Messages) -> list[str]:
    notes = step(Context.of(messages)).notes
    return [note.kind for note in notes if isinstance(note, Note)]


def signed(name: str, signature: str | None = "c2ln") -> Call:
    return Call(name, "f", "{}", signature=signature)


class TestDropEmptyContents:
    def test_neighbours_that_meet_keep_their_parts_apart(self) -> None:
        said = chat(user("a"), assistant(), user("b", "c"))

        assert [node.parts for node in drop_empty_contents(said)] == [
            (Text("a"), Text("b"), Text("c"))
        ]
        assert kinds(drop_empty_contents(), said) == ["empty-dropped", "merged"]

    def test_several_in_a_row_are_as_one(self) -> None:
        said = chat(user("a"), assistant(), user(), assistant(), user("b"))

        assert len(drop_empty_contents(said)) == 1

    def test_neighbours_that_stood_together_stay_two(self) -> None:
        said = chat(user("a"), user("b"), assistant(), assistant("c"))

        assert [len(node.parts) for node in drop_empty_contents(said)] == [1, 1, 1]

    @pytest.mark.parametrize(
        ("before", "behind"),
        [
            (user("a", name="ann"), user("b", name="bob")),
            (assistant(call("c1")), assistant("b")),
            (user("a"), assistant("b")),
            (tool_result("c1", "1"), user("b")),
        ],
    )
    def test_others_do_not_become_one(self, before: Node, behind: Node) -> None:
        nothing = assistant() if isinstance(before, User) else user()

        assert list(drop_empty_contents(chat(before, nothing, behind))) == [before, behind]

    @pytest.mark.parametrize(
        "node",
        [
            User((Text(""),)),
            assistant(call("c1")),
            assistant(Reasoning("So.")),
            tool_result("c1"),
        ],
    )
    def test_what_holds_something_stays(self, node: Node) -> None:
        assert not has_no_part(node)
        assert drop_empty_contents(chat(node))[0] is node

    def test_nothing_to_do_is_the_same_object(self) -> None:
        said = chat(system("s"), user("a"), tool_result("c1"))

        assert drop_empty_contents(said) is said


class TestDropForeignSignatures:
    def test_what_was_signed_stays(self) -> None:
        image = Image("https://a.example/x.png", signature="c2ln")
        said = chat(
            Assistant(
                (Text("Hm.", "c2ln"), image),
                calls=(signed("c1"),),
                reasoning=(Reasoning("So.", "c2ln"), Reasoning(sealed="c2VhbGVk")),
            )
        )
        (after,) = drop_foreign_signatures(said, every=True)

        assert after == Assistant(
            (Text("Hm."), evolve(image, signature=None)),
            calls=(signed("c1", None),),
            reasoning=(Reasoning("So."),),
        )
        assert kinds(drop_foreign_signatures(every=True), said) == ["signatures-dropped"]

    @pytest.mark.parametrize(
        ("options", "stays"),
        [
            ({}, True),
            ({"model": "gemini-3-pro"}, True),
            ({"model": "models/Gemini-3-Pro"}, True),
            ({"model": "gemini-3-flash"}, False),
            ({"family": ("gemini",)}, True),
            ({"family": ("claude",)}, False),
            ({"model": "gemini-3-pro", "family": ("claude",)}, True),
        ],
    )
    def test_whose_it_is_a_message_may_tell(self, options: Any, stays: bool) -> None:
        answer = Assistant(calls=(signed("c1"),), origin=Origin(model="gemini-3-pro"))
        said = chat(answer)

        assert (drop_foreign_signatures(said, **options) is said) is stays

    def test_a_thought_may_tell_otherwise(self) -> None:
        thought = Reasoning("So.", "c2ln", model="claude-opus-4-1")
        said = chat(Assistant((Text("a", "c2ln"),), reasoning=(thought,)))
        (after,) = drop_foreign_signatures(said, model="gemini-3-pro")

        assert isinstance(after, Assistant)
        assert after.parts == (Text("a", "c2ln"),)
        assert after.reasoning == (evolve(thought, signature=None),)

    def test_what_no_byte_can_be_read_of_is_nobodys(self) -> None:
        said = chat(Assistant(calls=(signed("c1", "9 lives"), signed("c2"))), user("?"))
        after = drop_foreign_signatures(said, bytes_only=True)

        assert drop_foreign_signatures(said) is said
        assert after[0].calls == (signed("c1", None), signed("c2"))  # type: ignore[union-attr]

    def test_a_message_of_a_sealed_thought_alone_goes(self) -> None:
        said = chat(Assistant(reasoning=(Reasoning(sealed="c2VhbGVk"),)))

        assert len(drop_foreign_signatures(said, every=True)) == 0


class TestSignCalls:
    def test_the_first_call_of_each_step_behind_the_last_question(self) -> None:
        said = chat(
            *(user("old"), assistant(call("c1")), tool_result("c1"), user("new")),
            *(assistant(call("c2"), call("c3")), tool_result("c2"), tool_result("c3")),
            *(Assistant(calls=(signed("c4"), signed("c5", None))), tool_result("c4")),
            *(assistant("So."), assistant(call("c6")), tool_result("c6")),
        )
        calls = [one for node in sign_calls(said) for one in getattr(node, "calls", ())]

        assert unsigned_steps(said) == (4, 10)
        assert [one.signature for one in calls] == [None, SKIP, None, "c2ln", None, SKIP]
        assert kinds(sign_calls(), said) == ["call-signed", "call-signed"]

    def test_in_other_words_if_told_so(self) -> None:
        (after,) = sign_calls(chat(assistant(call("c1"))), stand_in="none")

        assert after.calls[0].signature == "none"  # type: ignore[union-attr]

    @given(said=conversations())
    def test_nothing_in_front_of_the_last_question_changes(self, said: Messages) -> None:
        after = sign_calls(said)
        last = max((n for n, node in enumerate(said) if isinstance(node, User)), default=0)

        assert list(after[:last]) == list(said[:last])
        assert unsigned_steps(after) == ()


class TestNameResults:
    def test_it_goes_by_the_call(self) -> None:
        said = chat(
            assistant(call("c1", "now"), call("c2", "find")),
            tool_result("c1", "1", tool="then"),
            tool_result("c2", "2"),
        )
        after = name_results(said)

        assert misnamed_results(said) == [(1, "now")]
        assert [getattr(node, "tool", None) for node in after[1:]] == ["now", None]
        assert kinds(name_results(), said) == ["result-named"]

    @pytest.mark.parametrize(
        "said",
        [
            chat(assistant(call("c1", "now")), tool_result("c1", "1", tool="now")),
            chat(tool_result("c1", "1", tool="then")),
            chat(assistant(call("c1", "")), tool_result("c1", "1", tool="then")),
        ],
    )
    def test_what_is_right_or_nobodys_stays(self, said: Messages) -> None:
        assert name_results(said) is said


class TestMergeRunsOfCalls:
    def test_answers_that_lead_to_a_call_are_one_with_it(self) -> None:
        said = chat(user("a"), user("b"), assistant("c"), assistant("d"), assistant(call("c1")))
        after = merge_runs(said, of="calls")

        assert [type(node).__name__ for node in after] == ["User", "User", "Assistant"]
        assert after[2].parts == (Text("c\n\nd"),)

    def test_others_stay(self) -> None:
        said = chat(assistant("a"), assistant("b"), user("c"), assistant(call("c1")))

        assert merge_runs(said, of="calls") is said
