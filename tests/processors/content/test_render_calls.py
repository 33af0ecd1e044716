"""render_calls: calls a model can take, or the words of them."""

from __future__ import annotations

from typing import Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ctxfn.context import Context, Note
from ctxfn.facts import Model
from ctxfn.messages import (
    Assistant,
    Call,
    Image,
    Messages,
    Node,
    Text,
    ToolName,
    ToolResult,
    assistant,
    call,
    chat,
    text_of,
    tool_result,
    user,
)
from ctxfn.pipeline import needs
from ctxfn.processors import pair_tool_results, render_calls
from ctxfn.testing import conversations
from ctxfn.tools import is_json
from ctxfn.wire import Profile

UNANSWERED: tuple[Literal["answer", "drop"], ...] = ("answer", "drop")
CUT = '{"at": "x", "deep'
SEARCH = ToolName("web", "search", "mcp")


def arguments_of(node: Node) -> list[str]:
    assert isinstance(node, Assistant)
    return [one.arguments for one in node.calls]


def kinds(context: Context) -> list[str]:
    return [note.kind for note in context.notes if isinstance(note, Note)]


class TestArguments:
    """What ran is told as far as it can be read; what did not run is not made up."""

    def test_cut_arguments_of_an_answered_call_are_closed(self) -> None:
        said = Context.of(chat(assistant(call("c1", "dig", CUT)), tool_result("c1", "gold")))
        after = render_calls(said)
        assert arguments_of(after.messages[0]) == ['{"at":"x"}']
        assert [(note.kind, note.ids, note.places) for note in after.notes] == [  # type: ignore[union-attr]
            ("mended-call", ("c1",), (0,))
        ]
        assert CUT in after.notes[0].text  # type: ignore[union-attr]

    def test_a_cut_call_without_a_result_is_answered(self) -> None:
        after = render_calls(
            Context.of(chat(assistant(call("c1", "dig", CUT), id="a1"), user("?")))
        )
        assert [node.role for node in after.messages] == ["assistant", "tool", "user"]
        assert arguments_of(after.messages[0]) == ["{}"]
        assert kinds(after) == ["answered-cut-call"]
        assert pair_tool_results(after.messages) is after.messages

    def test_or_dropped_with_its_message_if_that_says_nothing_else(self) -> None:
        after = render_calls(
            Context.of(chat(user("?"), assistant(call("c1", "dig", CUT)))), unanswered="drop"
        )
        assert after.messages == chat(user("?"))
        assert kinds(after) == ["dropped-call"]

    def test_its_neighbours_stay(self) -> None:
        said = chat(assistant(call("c1", "dig", CUT), call("c2")), tool_result("c2", "42"))
        assert [one.id for one in render_calls(said, unanswered="drop")[0].calls] == ["c2"]  # type: ignore[union-attr]

    @pytest.mark.parametrize("answered", [True, False])
    def test_nothing_written_is_an_empty_object_without_a_word(self, answered: bool) -> None:
        result = [tool_result("c1", "gold")] if answered else []
        after = render_calls(Context.of(chat(assistant(call("c1", "dig", " ")), *result)))
        assert arguments_of(after.messages[0]) == ["{}"]
        assert kinds(after) == []

    def test_free_text_input_is_not_looked_at(self) -> None:
        said = chat(assistant(Call("c1", "shell", "ls -l", kind="custom")))
        assert render_calls(said) is said

    def test_a_reused_id_is_told_apart(self) -> None:
        ran = (assistant(call("c1", "dig", CUT)), tool_result("c1", "gold"))
        after = render_calls(chat(*ran, user("again"), assistant(call("c1", "dig", CUT))))
        assert arguments_of(after[0]) == ['{"at":"x"}']
        assert arguments_of(after[3]) == ["{}"]

    @pytest.mark.parametrize("policy", ["answer", "drop"])
    def test_a_made_up_result_does_not_say_that_it_ran(
        self, policy: Literal["answer", "drop"]
    ) -> None:
        """Whoever pairs first makes one; what the call was to do is not told from half a text."""
        paired = pair_tool_results(chat(assistant(call("c1", "dig", CUT)), user("?")))
        after = render_calls(paired, unanswered=policy)

        assert arguments_of(after[0]) == ["{}"]
        assert "cut off" in text_of(after[1])
        assert [node.role for node in after] == ["assistant", "tool", "user"]
        assert render_calls(after, unanswered=policy) is after

    def test_where_two_calls_share_an_id_no_result_is_made_up(self) -> None:
        after = render_calls(chat(assistant(call("c1", "dig"), call("c1", "fly", CUT))))
        assert after == chat(assistant(call("c1", "dig"), call("c1", "fly")))
        assert render_calls(after) is after


class TestNames:
    """A result is named as its call is."""

    def test_another_name_gives_way_to_the_call_s(self) -> None:
        said = chat(
            assistant(call("c1", SEARCH)), tool_result("c1", tool=ToolName("web", "search"))
        )
        after = render_calls(Context.of(said))
        assert after.messages[1] == tool_result("c1", tool=SEARCH)
        assert kinds(after) == ["renamed-result"]

    def test_two_writings_of_one_wire_name_stay(self) -> None:
        said = chat(
            assistant(call("c1", "web____search")),
            tool_result("c1", tool=ToolName("web", "search")),
        )
        assert render_calls(said) is said

    def test_a_result_without_a_name_gets_one_if_wanted(self) -> None:
        said = chat(assistant(call("c1", SEARCH)), tool_result("c1", "42"))
        assert render_calls(said) is said
        named = render_calls(said, name_results=True)
        assert named[1] == tool_result("c1", "42", tool=SEARCH)
        assert render_calls(named, name_results=True) is named

    def test_a_name_is_that_of_the_call_that_is_left(self) -> None:
        said = chat(
            tool_result("c2", "42"), assistant(call("c2", "dig")), assistant(call("c2", "fly", CUT))
        )
        after = render_calls(said, unanswered="drop", name_results=True)
        assert after == chat(tool_result("c2", "42", tool="dig"), assistant(call("c2", "dig")))
        assert render_calls(after, unanswered="drop", name_results=True) is after

    def test_an_orphan_keeps_its_name(self) -> None:
        said = chat(tool_result("c9", "42", tool="now"))
        assert render_calls(said, name_results=True) is said


class TestWithoutFunctions:
    """For a model that cannot call, everything stays as words."""

    def test_names_arguments_results_and_errors_stay(self) -> None:
        said = chat(
            assistant("Let me see.", call("c1", SEARCH, '{"q": 1}'), call("c2", "now")),
            tool_result("c1", "found", id="t1"),
            tool_result("c2", "half", error="no clock"),
        )
        after = render_calls(said, functions=False)
        assert [(node.role, text_of(node)) for node in after] == [
            (
                "assistant",
                'Let me see.\n\nI called the tool web____search____mcp with: {"q": 1}\n'
                "I called the tool now.",
            ),
            ("user", "Result of the tool web____search____mcp:\nfound"),
            ("user", "Result of the tool now:\nhalf\n\nThe tool now failed: no clock"),
        ]
        assert after[1].id == "t1"

    def test_a_result_that_says_nothing_says_so(self) -> None:
        after = render_calls(chat(tool_result("c1", tool="now")), functions=False)
        assert text_of(after[0]) == "The tool now gave no result."

    def test_pictures_of_a_result_stay(self) -> None:
        shot = Image("https://a.example/x.png")
        after = render_calls(chat(tool_result("c1", shot, tool="look")), functions=False)
        assert after[0].parts == (Text("Result of the tool look:"), shot)

    def test_a_signed_text_is_left_untouched(self) -> None:
        signed = Text("Hm.", signature="s")
        after = render_calls(chat(assistant(signed, call("c1", "now"))), functions=False)
        assert after[0].parts == (signed, Text("I called the tool now."))

    @pytest.mark.parametrize(
        ("option", "fact", "calls"),
        [(None, None, 1), (None, False, 0), (True, False, 1), (False, True, 0)],
    )
    def test_an_option_beats_the_fact(
        self, option: bool | None, fact: bool | None, calls: int
    ) -> None:
        context = Context.of(chat(assistant(call("c1"))), Model(functions=fact))
        assert len(arguments_of(render_calls(context, functions=option).messages[0])) == calls

    def test_says_what_it_reads(self) -> None:
        assert needs(render_calls()) == (Model, Profile)


class TestProperties:
    """What is true of every conversation. Each test is named after the invariant."""

    @given(conversations(), st.sampled_from(UNANSWERED))
    def test_arguments_are_json(
        self, said: Messages, unanswered: Literal["answer", "drop"]
    ) -> None:
        after = render_calls(said, unanswered=unanswered)
        assert [
            one.arguments
            for node in after
            if isinstance(node, Assistant)
            for one in node.calls
            if one.kind != "custom" and not is_json(one.arguments)
        ] == []

    @given(conversations())
    def test_without_functions_each_argument_result_and_error_is_there(
        self, said: Messages
    ) -> None:
        for before, after in zip(said, render_calls(said, functions=False), strict=True):
            words = [part.text for part in before.parts if isinstance(part, Text)]
            if isinstance(before, Assistant):
                words += [one.arguments for one in before.calls if one.arguments.strip() != "{}"]
            if isinstance(before, ToolResult) and before.error is not None:
                words.append(before.error.message)
            found = text_of(after)
            assert [word for word in words if word.strip() and word not in found] == []

    @given(conversations())
    def test_without_functions_no_call_is_left(self, said: Messages) -> None:
        after = render_calls(said, functions=False)
        assert len(after) == len(said)
        assert not [node for node in after if isinstance(node, ToolResult)]
        assert not [node for node in after if isinstance(node, Assistant) and node.calls]
