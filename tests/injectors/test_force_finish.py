"""The end of a turn: the words and the tools belong together."""

from __future__ import annotations

import pytest

from ctxfn.assembly import default_pipeline
from ctxfn.context import Context, Note
from ctxfn.facts import ForceFinish, InvalidFact, Onboarding, Toolset
from ctxfn.front import assemble
from ctxfn.injectors import force_finish, onboarding_hint, render_force_finish
from ctxfn.messages import ToolName, assistant, call, chat, tool_result, user
from ctxfn.pipeline import needs
from ctxfn.tools import Declaration

TOOLS = Toolset((Declaration("look"), Declaration(ToolName("files", "read"))))
FUNCTION = {"type": "function", "function": {"name": "look", "parameters": {"type": "object"}}}


class TestText:
    """That it is over, and what to do."""

    def test_with_and_without_a_number(self) -> None:
        assert render_force_finish(ForceFinish()) == (
            "The limit of steps for this turn is reached. Sum up what was done and what is still "
            "open, and give your final answer now, from what you have. Call no tools: none are on "
            "offer any more."
        )
        assert "reached (0 were taken)." in render_force_finish(ForceFinish(0))

    def test_wrong_values_are_refused(self) -> None:
        with pytest.raises(InvalidFact, match="ForceFinish: field steps: found -1"):
            ForceFinish(-1)
        with pytest.raises(InvalidFact, match="ForceFinish: field steps: found True"):
            ForceFinish(True)


class TestStep:
    """Both, or neither."""

    def test_the_last_message_asks_and_no_tool_is_offered(self) -> None:
        said = chat(user("a"), assistant(call("c")), tool_result("c", "42"))
        after = force_finish(Context.of(said, ForceFinish(), TOOLS))

        assert after.messages[:3] == said
        assert [block.text for block in after.messages[3].blocks] == [
            render_force_finish(ForceFinish())
        ]
        assert (after.messages[3].role, after.messages[3].origin.ours) == ("user", "force_finish")
        assert after.get(Toolset) == Toolset()
        text = "tools are not offered, since the turn has to end: look, files.read"
        assert list(after.notes) == [Note("force_finish", "tools-left-out", text)]

    def test_not_known_is_the_same_context(self) -> None:
        context = Context.of(chat(user("a")), TOOLS)

        assert force_finish(context) is context

    def test_twice_is_once(self) -> None:
        once = force_finish(Context.of(chat(user("a")), ForceFinish(), TOOLS))

        assert force_finish(once) is once

    def test_it_stays_the_last(self) -> None:
        once = force_finish(Context.of(chat(user("a")), ForceFinish(3)))
        after = force_finish(once.with_messages(once.messages.append(assistant("b"))))

        assert [node.origin.ours for node in after.messages] == [None, None, "force_finish"]

    def test_it_is_a_message_of_its_own(self) -> None:
        context = Context.of(chat(user("a")), ForceFinish(), Onboarding("G"))
        after = force_finish(onboarding_hint(context))

        assert [node.origin.ours for node in after.messages] == [None, "tail", "force_finish"]
        assert onboarding_hint(after).messages is after.messages

    def test_what_it_reads(self) -> None:
        assert needs(force_finish()) == (ForceFinish, Toolset)


class TestRequest:
    """A request that ends a turn says so and offers nothing."""

    @pytest.mark.parametrize("ends", [True, False])
    def test_text_and_tools_go_together(self, ends: bool) -> None:
        steps = default_pipeline().before("render_blocks", force_finish)
        facts = (ForceFinish(),) if ends else ()
        body = {"messages": [{"role": "user", "content": "hi"}], "tools": [FUNCTION]}
        payload = assemble(body, *facts, pipeline=steps)

        assert (payload.body.get("tools") is None) is ends
        assert ("Call no tools" in str(payload.messages[-1]["content"])) is ends

    def test_what_speaks_of_tools_goes_with_them(self) -> None:
        steps = default_pipeline().before("render_blocks", force_finish)
        body = {
            "messages": [{"role": "user", "content": "hi"}],
            "tools": [FUNCTION],
            "tool_choice": "required",
            "parallel_tool_calls": True,
            "temperature": 0,
        }
        ended = assemble(body, ForceFinish(), pipeline=steps)
        text = "left out, since no tools are on offer: parallel_tool_calls, tool_choice"

        assert [key for key in ended.body if key != "messages"] == ["temperature"]
        assert Note("assemble", "settings-left-out", text) in ended.report.notes
        assert assemble(body, pipeline=steps).body.keys() == body.keys()
