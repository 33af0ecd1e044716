"""operation_tools, step_delta, accumulate: from one step to the next."""

from __future__ import annotations

import pytest
from hypothesis import given

from ctxfn.tools import (
    EVERYTHING,
    Activation,
    InvalidTool,
    Manifest,
    OfferedTool,
    OperationTools,
    StepDelta,
    ToolSelection,
    accumulate,
    operation_tools,
    resolve_tools,
    source_of,
    step_delta,
)
from tests.tools.manifest_sets import steps

FILES = Manifest("lobe-local-system")
WEB, MAPS = Manifest("web", kind="default"), Manifest("maps", kind="mcp")

Step = tuple[OperationTools, StepDelta, tuple[Activation, ...]]


class TestOperation:
    """What an operation begins with."""

    def test_sources_and_executors(self) -> None:
        begun = operation_tools(
            ToolSelection((WEB, MAPS)),
            sources=[("maps", "builtin")],
            executors=[("web", "server")],
            activatable=["notes"],
        )

        assert begun.offered == (OfferedTool(WEB, "plugin", "server"), OfferedTool(MAPS, "builtin"))
        assert begun.activatable == ("notes",)

    def test_what_is_barred_is_not_there_at_all(self) -> None:
        begun = operation_tools(ToolSelection((WEB,)), pool=[MAPS], barred=["web", "maps"])

        assert begun == OperationTools((), (), None, ("web", "maps"))

    @pytest.mark.parametrize(
        ("kind", "source"),
        [
            ("builtin", "builtin"),
            ("", "builtin"),
            ("mcp", "mcp"),
            ("default", "plugin"),
            ("standalone", "plugin"),
            ("markdown", "plugin"),
        ],
    )
    def test_kinds_are_sources(self, kind: str, source: str) -> None:
        manifest = Manifest("a", kind=kind)

        assert source_of(manifest) == source_of(manifest, "discovery") == source
        assert source_of(manifest, "device") == "device"


class TestDelta:
    """What a step switches on and off."""

    def test_a_device_with_the_manifest_of_its_tools(self) -> None:
        delta = step_delta(device="d1", device_manifest=FILES, device_executor="client")

        assert delta == StepDelta((Activation(FILES.identifier, "device", FILES, "client"),))

    @pytest.mark.parametrize(
        ("device", "manifest"), [(None, FILES), ("", FILES), ("d1", None), (None, None)]
    )
    def test_half_a_device_is_none(self, device: str | None, manifest: Manifest | None) -> None:
        assert step_delta(device=device, device_manifest=manifest) == StepDelta()

    def test_what_is_enabled_is_not_switched_on(self) -> None:
        enabled = [FILES.identifier, "web"]

        assert (
            step_delta(enabled, device="d", device_manifest=FILES, mentioned=["web"]) == StepDelta()
        )

    def test_mentioned_once_and_behind_the_device(self) -> None:
        names = ["maps", FILES.identifier, "maps"]
        delta = step_delta(device="d", device_manifest=FILES, mentioned=names)

        assert [(one.identifier, one.source) for one in delta.activated] == [
            (FILES.identifier, "device"),
            ("maps", "mention"),
        ]

    def test_a_forced_finish_switches_everything_off(self) -> None:
        assert step_delta(force_finish=True) == StepDelta((), (EVERYTHING,))


class TestRefused:
    """What is a mistake of the declaration."""

    def test_an_activation_of_nothing(self) -> None:
        with pytest.raises(InvalidTool, match="Activation '': field identifier"):
            Activation("", "mention")

    def test_an_activation_by_nobody(self) -> None:
        with pytest.raises(
            InvalidTool, match="field source: found 'luck', expected 'discovery' or"
        ):
            Activation("web", "luck")  # type: ignore[arg-type]

    def test_a_list(self) -> None:
        with pytest.raises(InvalidTool, match=r"StepDelta: field activated: found \[\]"):
            StepDelta([])  # type: ignore[arg-type]


class TestAccumulated:
    """What stays switched on."""

    def test_the_step_is_kept_and_the_earlier_of_two_equal_ones(self) -> None:
        first = accumulate((), StepDelta((Activation("maps", "mention"),)), step=3)
        asked = StepDelta((Activation("maps", "mention"), Activation("web", "discovery")))

        assert accumulate(first, asked, step=4) == (
            Activation("maps", "mention", step=3),
            Activation("web", "discovery", step=4),
        )

    def test_the_step_of_an_activation_makes_no_second_one_of_it(self) -> None:
        first = (Activation("maps", "mention", step=3),)

        assert (
            accumulate(first, StepDelta((Activation("maps", "mention", step=9),)), step=4) == first
        )

    def test_what_is_switched_off_by_name_is_gone(self) -> None:
        on = (Activation("maps", "mention"), Activation("web", "mention"))

        assert accumulate(on, StepDelta((), ("maps",)), step=1) == on[1:]

    @given(steps())
    def test_the_next_step_offers_what_this_one_did(self, step: Step) -> None:
        operation, delta, accumulated = step
        on = StepDelta(delta.activated)
        now = resolve_tools(operation, on, accumulated)
        later = resolve_tools(operation, StepDelta(), accumulate(accumulated, on, step=7))

        assert later.declarations == now.declarations
        assert (later.missing, later.refused) == (now.missing, now.refused)

    @given(steps())
    def test_accumulating_again_changes_nothing(self, step: Step) -> None:
        _, delta, accumulated = step
        once = accumulate(accumulated, delta, step=1)

        assert accumulate(once, delta, step=2) == once
