"""The facts that follow from the tools of one step, and what a pipeline makes of them."""

from __future__ import annotations

from hypothesis import given

from ctxfn.assembly import default_pipeline
from ctxfn.context import Context
from ctxfn.facts import (
    ActivatedTool,
    Activations,
    DiscoverableTool,
    ForceFinish,
    ToolDiscovery,
    ToolInstructions,
    ToolManual,
    Toolset,
    activations_of,
    force_finish_of,
    tool_discovery_of,
    tool_facts,
    tool_instructions_of,
    toolset_of,
)
from ctxfn.messages import ToolName, chat, text_of, user
from ctxfn.tools import (
    EVERYTHING,
    Activation,
    Manifest,
    OfferedTool,
    OperationTools,
    StepDelta,
    ToolFunction,
    resolve_tools,
)
from tests.tools.manifest_sets import steps

WEB = Manifest(
    "web", (ToolFunction("search"),), title="Web", instructions="Quote.", tells_date=True
)
MAPS = Manifest("maps", (ToolFunction("route"),), "mcp", description="Routes.")
ACTIVATOR = Manifest("lobe-activator", (ToolFunction("activateTools"),))
BEGUN = OperationTools((OfferedTool(WEB), OfferedTool(ACTIVATOR)), (MAPS,))
SWITCH = ToolName("lobe-activator", "activateTools")


class TestExamples:
    """What a reader can check by eye."""

    def test_each_fact(self) -> None:
        resolved = resolve_tools(BEGUN)

        assert toolset_of(resolved) == Toolset(resolved.declarations)
        assert tool_instructions_of(resolved).manuals[0] == ToolManual(
            "web", "Web", None, "Quote.", ("search",), tells_date=True
        )
        assert activations_of(resolved) == Activations(
            (ActivatedTool("web", ("search",)), ActivatedTool("lobe-activator", ("activateTools",)))
        )

    def test_what_is_on_is_not_to_be_discovered(self) -> None:
        found = tool_discovery_of(resolve_tools(BEGUN), [WEB, MAPS, MAPS], activator=SWITCH)

        assert found == ToolDiscovery((DiscoverableTool("maps", "maps", "Routes."),), SWITCH)

    def test_an_activator_that_is_off_is_not_named(self) -> None:
        resolved = resolve_tools(BEGUN, StepDelta(deactivated=("lobe-activator",)))

        assert tool_discovery_of(resolved, [MAPS], activator=SWITCH).activator is None

    def test_what_was_refused_is_not_to_be_discovered(self) -> None:
        operation = OperationTools(barred=("maps",))
        resolved = resolve_tools(operation, StepDelta((Activation("maps", "mention"),)))

        assert tool_discovery_of(resolved, [MAPS]).tools == ()

    def test_the_end_of_a_turn_is_told_with_the_empty_set(self) -> None:
        over = resolve_tools(BEGUN, StepDelta(deactivated=(EVERYTHING,)))

        assert force_finish_of(over, steps=8) == ForceFinish(8)
        assert tool_facts(over, discoverable=[MAPS], activator=SWITCH) == (
            Toolset(),
            ToolInstructions(),
            Activations(),
            ToolDiscovery(),
            ForceFinish(),
        )

    def test_a_pipeline_tells_what_is_on_offer(self) -> None:
        facts = tool_facts(resolve_tools(BEGUN), discoverable=[WEB, MAPS], activator=SWITCH)
        after = default_pipeline()(Context.of(chat(user("hi")), *facts))
        text = "\n".join(text_of(node) for node in after.messages)

        assert "<tool.instructions>Quote.</tool.instructions>" in text
        assert '<tool identifier="maps" name="maps">Routes.</tool>' in text

    def test_a_pipeline_tells_the_end(self) -> None:
        over = resolve_tools(BEGUN, StepDelta(deactivated=(EVERYTHING,)))
        after = default_pipeline()(Context.of(chat(user("hi")), *tool_facts(over)))

        assert "limit of steps" in text_of(after.messages[-1])
        assert after.get(Toolset) == Toolset()


class TestProperties:
    """What is true of every step."""

    @given(steps())
    def test_nothing_is_said_of_a_package_that_is_off(
        self, step: tuple[OperationTools, StepDelta, tuple[Activation, ...]]
    ) -> None:
        resolved = resolve_tools(*step)
        manifests = [*(one.manifest for one in step[0].offered), *step[0].pool]
        discovered = tool_discovery_of(resolved, manifests)
        manuals = [one.identifier for one in tool_instructions_of(resolved).manuals]

        assert manuals == list(resolved.identifiers)
        assert [one.identifier for one in activations_of(resolved).tools] == manuals
        assert not {one.identifier for one in discovered.tools} & set(manuals)

    @given(steps())
    def test_no_tools_and_the_words_for_it_go_together(
        self, step: tuple[OperationTools, StepDelta, tuple[Activation, ...]]
    ) -> None:
        resolved = resolve_tools(*step)

        assert (force_finish_of(resolved) is not None) == resolved.finished
        assert not resolved.finished or toolset_of(resolved) == Toolset()
