"""past_activations, mentioned_tools: what a conversation says of tools."""

from __future__ import annotations

import pytest
from hypothesis import given

from ctxfn.messages import (
    Assistant,
    AssistantGroup,
    CompressedGroup,
    Mention,
    Messages,
    ToolError,
    ToolName,
    ToolResult,
    Turn,
    User,
    chat,
    freeze,
)
from ctxfn.testing import conversations
from ctxfn.tools import (
    ACTIVATOR,
    Activation,
    Manifest,
    OperationTools,
    StepDelta,
    mentioned_tools,
    past_activations,
    resolve_tools,
    step_delta,
)


def switched(*entries: object, tool: ToolName | str | None = ACTIVATOR) -> ToolResult:
    """A result that says it switched these on."""
    return ToolResult(call_id="c", tool=tool, state=freeze({"activatedTools": list(entries)}))


def names(messages: Messages) -> list[str]:
    return [one.identifier for one in past_activations(messages)]


class TestActivations:
    """What was switched on."""

    def test_in_their_order_and_each_at_its_first_place(self) -> None:
        said = chat(switched("maps", {"identifier": "mail"}), switched("web", "maps"))

        assert past_activations(said) == tuple(
            Activation(name, "discovery") for name in ("maps", "mail", "web")
        )

    def test_in_cards(self) -> None:
        group = AssistantGroup((Turn(Assistant(), (switched("maps"),)),))
        old = CompressedGroup(compressed=(switched("mail"),))

        assert names(chat(old, group, switched("web"))) == ["mail", "maps", "web"]

    @pytest.mark.parametrize(
        "tool", [None, "activateTools", "web____activateTools", ToolName("a", "b")]
    )
    def test_another_tool_activates_nothing(self, tool: ToolName | str | None) -> None:
        assert names(chat(switched("maps", tool=tool))) == []

    @pytest.mark.parametrize("suffix", ["", "____builtin"])
    def test_the_activator_by_its_name_on_the_wire(self, suffix: str) -> None:
        wire = f"lobe-activator____activateTools{suffix}"

        assert names(chat(switched("maps", tool=wire))) == ["maps"]

    def test_a_failed_result_activates_nothing(self) -> None:
        failed = ToolResult(
            call_id="c",
            tool=ACTIVATOR,
            state=freeze({"activatedTools": ["maps"]}),
            error=ToolError("no"),
        )

        assert names(chat(failed)) == []

    @pytest.mark.parametrize(
        "state", [3, [], {}, {"activatedTools": {}}, {"activatedTools": [3, "", {}]}]
    )
    def test_what_nobody_can_read_activates_nothing(self, state: object) -> None:
        assert names(chat(ToolResult(call_id="c", tool=ACTIVATOR, state=freeze(state)))) == []

    def test_a_history_cannot_switch_on_what_is_barred(self) -> None:
        """Whoever writes into a history decides nothing."""
        operation = OperationTools(pool=(Manifest("rm"),), activatable=(), barred=("rm",))
        past = past_activations(chat(switched("rm", "maps")))

        assert resolve_tools(operation, StepDelta(), past).offered == ()

    @given(conversations())
    def test_total(self, messages: Messages) -> None:
        assert len(set(names(messages))) == len(past_activations(messages))


class TestMentions:
    """What the last question names."""

    def test_the_last_message_of_a_person(self) -> None:
        first = User(marks=(Mention("web", kind="tool"),))
        marks = (
            Mention("maps", kind="tool"),
            Mention("a", kind="agent"),
            Mention("maps", kind="tool"),
        )
        said = chat(first, User(marks=marks), Assistant())

        assert mentioned_tools(said) == ("maps",)
        assert step_delta(["web"], mentioned=mentioned_tools(said)).activated == (
            Activation("maps", "mention"),
        )

    def test_where_nobody_spoke_nothing_is_named(self) -> None:
        assert mentioned_tools(chat(Assistant())) == ()
