"""resolve_tools: operation, activations and step, and what comes of them."""

from __future__ import annotations

import pickle

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from ctxfn.messages import ToolName
from ctxfn.tools import (
    EVERYTHING,
    Activation,
    InvalidTool,
    Manifest,
    OfferedTool,
    OperationTools,
    RefusedActivation,
    ResolvedTools,
    StepDelta,
    ToolFunction,
    resolve_tools,
    wire_names,
)
from tests.tools.manifest_sets import steps

GO, STOP = ToolFunction("go"), ToolFunction("stop")
WEB = Manifest("web", (GO, STOP), instructions="Be quick.", tells_date=True)
MAPS = Manifest("maps", (GO,), "mcp")
FILES = Manifest("lobe-local-system", (ToolFunction("readFile"),))
BEGUN = OperationTools((OfferedTool(WEB, "plugin", "server"),), pool=(MAPS,))

Step = tuple[OperationTools, StepDelta, tuple[Activation, ...]]


def switched_on(*activations: Activation) -> ResolvedTools:
    """Resolve a step that switches these on."""
    return resolve_tools(BEGUN, StepDelta(activations))


class TestExamples:
    """What a reader can check by eye."""

    def test_without_any_change_the_operation_is_offered(self) -> None:
        assert resolve_tools(BEGUN) == ResolvedTools(BEGUN.offered, (WEB,))

    def test_a_mention_takes_the_manifest_the_operation_knows(self) -> None:
        resolved = switched_on(Activation("maps", "mention"))

        assert resolved.offered[1:] == (OfferedTool(MAPS, "mcp", activated_by="mention"),)

    def test_a_device_brings_its_manifest_and_its_executor(self) -> None:
        resolved = switched_on(Activation(FILES.identifier, "device", FILES, "client"))

        assert resolved.by_identifier[FILES.identifier] == OfferedTool(
            FILES, "device", "client", "device"
        )

    def test_where_a_package_comes_from_outlasts_its_activation(self) -> None:
        resolved = switched_on(Activation("web", "discovery", evolve(WEB, kind="mcp")))

        assert resolved.offered == BEGUN.offered

    def test_what_nobody_knows_is_named_until_it_is_loaded(self) -> None:
        fax = Activation("fax", "mention")
        loaded = resolve_tools(BEGUN, StepDelta((fax,)), loaded=[Manifest("fax", (GO,))])

        assert switched_on(fax, fax).missing == ("fax",)
        assert switched_on(fax).problems == ("'fax' was switched on and nobody has its manifest",)
        assert (loaded.missing, loaded.identifiers) == ((), ("web", "fax"))

    def test_what_is_loaded_takes_no_place_of_what_is_known(self) -> None:
        other = evolve(MAPS, functions=(STOP,))
        asked = StepDelta((Activation("maps", "mention"),))

        assert resolve_tools(BEGUN, asked, loaded=[other]).offered[1].manifest is MAPS

    def test_everything_off_leaves_no_tool_and_says_so(self) -> None:
        over = resolve_tools(BEGUN, StepDelta((Activation("maps", "mention"),), (EVERYTHING,)))

        assert (over.offered, over.declarations, over.names.pairs) == ((), (), ())
        assert (over.finished, over.known) == (True, (WEB, MAPS))

    def test_one_package_off(self) -> None:
        resolved = resolve_tools(BEGUN, StepDelta(deactivated=("web", "ghost")))

        assert (resolved.offered, resolved.switched_off, resolved.finished) == ((), ("web",), False)

    @pytest.mark.parametrize(
        ("activation", "reason"),
        [
            (Activation("rm", "application"), "barred"),
            (Activation("rm", "device", Manifest("rm")), "barred"),
            (Activation("maps", "discovery"), "not activatable"),
            (Activation("fax", "mention", WEB), "another manifest"),
        ],
    )
    def test_refused(self, activation: Activation, reason: str) -> None:
        operation = evolve(BEGUN, activatable=("notes",), barred=("rm",))
        resolved = resolve_tools(operation, StepDelta((activation,)))

        assert resolved.offered == BEGUN.offered
        assert [(one.identifier, one.reason) for one in resolved.refused] == [
            (activation.identifier, reason)
        ]
        assert f"'{activation.identifier}' stays off: " in resolved.problems[0]

    def test_a_person_may_switch_on_what_the_model_may_not(self) -> None:
        operation = evolve(BEGUN, activatable=())

        assert resolve_tools(operation, StepDelta((Activation("maps", "mention"),))).refused == ()


class TestAllowed:
    """A list of names that may be used takes the other functions away."""

    def test_a_package_reduced_loses_its_instructions(self) -> None:
        resolved = resolve_tools(BEGUN, allowed=["web____go"])
        less = Manifest("web", (GO,))

        assert resolved.offered == (OfferedTool(less, "plugin", "server", whole=False),)
        assert resolved.known == (WEB,)
        assert resolved.not_allowed == (ToolName("web", "stop"),)

    def test_a_package_that_is_allowed_whole_is_the_same_object(self) -> None:
        names: list[str | ToolName] = [ToolName("web", "go"), "web____stop"]

        assert resolve_tools(BEGUN, allowed=names).offered[0] is BEGUN.offered[0]

    def test_nothing_allowed_is_nothing_offered(self) -> None:
        resolved = resolve_tools(BEGUN, allowed=[])

        assert (resolved.offered, resolved.not_allowed) == ((), WEB.tools)


class TestOrder:
    """What is declared, in which order."""

    def test_the_beginning_by_name_and_the_rest_behind_it(self) -> None:
        zoo, ant = Manifest("zoo", (GO,)), Manifest("ant", (GO,))
        operation = OperationTools((OfferedTool(zoo), OfferedTool(WEB)))
        late = [Activation("maps", "discovery", MAPS), Activation("ant", "mention", ant)]
        resolved = resolve_tools(operation, StepDelta((late[1],)), (late[0],))

        assert resolved.names.wires == (
            "web____go",
            "web____stop",
            "zoo____go",
            "maps____go____mcp",
            "ant____go",
        )

    def test_what_an_operation_bars_it_cannot_offer(self) -> None:
        with pytest.raises(InvalidTool, match="field offered: found 'web', which is barred"):
            evolve(BEGUN, barred=("web",))


class TestProperties:
    """What is true of every operation and every step."""

    @given(steps())
    def test_nothing_barred_and_nothing_refused_is_offered(self, step: Step) -> None:
        operation, delta, accumulated = step
        resolved = resolve_tools(operation, delta, accumulated)

        assert not set(resolved.identifiers) & set(operation.barred)
        assert not set(resolved.identifiers) & set(resolved.missing)
        assert {one.reason for one in resolved.refused} <= {
            "barred",
            "not activatable",
            "another manifest",
        }

    @given(steps())
    def test_every_activation_is_offered_or_accounted_for(self, step: Step) -> None:
        operation, delta, accumulated = step
        resolved = resolve_tools(operation, delta, accumulated)
        told = {
            *resolved.identifiers,
            *resolved.missing,
            *resolved.switched_off,
            *(one.identifier for one in resolved.refused),
        }
        wanted = {one.identifier for one in (*accumulated, *delta.activated)}

        assert delta.finishes or wanted <= told

    @given(steps())
    def test_what_the_operation_offers_stays_as_it_is(self, step: Step) -> None:
        operation, delta, accumulated = step
        resolved = resolve_tools(operation, delta, accumulated)
        off = {one.identifier for one in operation.offered} & set(delta.deactivated)
        kept = [one for one in operation.offered if one.identifier not in off]

        assert delta.finishes or list(resolved.offered[: len(kept)]) == kept

    @given(steps())
    def test_a_turn_that_ends_offers_nothing(self, step: Step) -> None:
        operation, delta, accumulated = step
        over = resolve_tools(operation, evolve(delta, deactivated=(EVERYTHING,)), accumulated)

        assert (over.offered, over.declarations, over.finished) == ((), (), True)
        assert {one.identifier for one in operation.offered} <= {
            one.identifier for one in over.known
        }

    @given(steps())
    def test_one_more_activation_leaves_the_beginning_of_the_declarations(self, step: Step) -> None:
        operation, delta, accumulated = step
        before = resolve_tools(operation, StepDelta(), accumulated).declarations
        after = resolve_tools(operation, StepDelta(delta.activated), accumulated).declarations

        assert after[: len(before)] == before

    @given(steps())
    def test_activations_of_a_step_are_the_same_when_they_are_past(self, step: Step) -> None:
        operation, delta, accumulated = step
        now = resolve_tools(operation, StepDelta(delta.activated), accumulated)
        later = resolve_tools(operation, StepDelta(), (*accumulated, *delta.activated))

        assert later == now

    @given(steps())
    def test_names_are_those_of_the_declarations_and_of_nothing_else(self, step: Step) -> None:
        resolved = resolve_tools(*step)
        offered = {tool for one in resolved.offered for tool in one.manifest.tools}

        assert set(resolved.names.tools) == offered == {one.tool for one in resolved.declarations}

    @given(steps())
    def test_allowing_all_names_changes_no_function(self, step: Step) -> None:
        resolved = resolve_tools(*step)
        again = resolve_tools(*step, allowed=wire_names(resolved.names.tools).wires)

        assert again.declarations == resolved.declarations
        assert again.not_allowed == ()

    @given(steps(), st.sets(st.sampled_from(["web____go", "maps____read", "mail____go____mcp"])))
    def test_every_function_is_offered_or_told(self, step: Step, allowed: set[str]) -> None:
        whole = resolve_tools(*step)
        resolved = resolve_tools(*step, allowed=allowed)

        assert sorted([*map(str, resolved.names.tools), *map(str, resolved.not_allowed)]) == sorted(
            map(str, whole.names.tools)
        )
        assert set(resolved.names.wires) <= allowed

    @given(steps())
    def test_a_resolution_travels(self, step: Step) -> None:
        resolved = resolve_tools(*step)

        assert pickle.loads(pickle.dumps(resolved)) == resolved


def test_refusals_are_told_once() -> None:
    operation = evolve(BEGUN, barred=("rm",))
    asked = Activation("rm", "mention")

    assert resolve_tools(operation, StepDelta((asked,)), (asked,)).refused == (
        RefusedActivation("rm", "mention", "barred"),
    )
