"""Nothing public is without its laws: each step, slot, codec and rule is in its table."""

from __future__ import annotations

from pathlib import Path

import ctxfn.lint.rules
from ctxfn import injectors, processors, slots
from ctxfn.lint import RULES
from ctxfn.pipeline import Processor, Step
from ctxfn.slots import EachInjector, Injector, Slot
from ctxfn.wire import codec_names
from tests.laws.codecs import CODECS
from tests.laws.table import SLOTS, STEPS


def test_every_processor_is_in_the_table() -> None:
    public = {
        name for name in processors.__all__ if isinstance(getattr(processors, name), Processor)
    }
    public |= {
        name for name in injectors.__all__ if isinstance(getattr(injectors, name), Processor)
    }
    there = {one.step.name for one in STEPS if isinstance(one.step, Step)}

    assert public == there


def test_every_injector_is_in_the_table() -> None:
    public = [getattr(injectors, name) for name in injectors.__all__]
    there = [one.step for one in STEPS]

    assert [one for one in public if isinstance(one, Injector | EachInjector)] != []
    assert all(one in there for one in public if isinstance(one, Injector | EachInjector))


def test_every_slot_is_in_the_table() -> None:
    public = [getattr(slots, name) for name in slots.__all__]

    assert {one.name for one in public if isinstance(one, Slot)} == {one.name for one, _ in SLOTS}


def test_every_codec_is_in_the_table() -> None:
    assert set(codec_names()) == {one.name for one in CODECS}


def test_every_rule_is_in_the_table() -> None:
    door = ctxfn.lint.rules.__file__
    assert door is not None
    modules = {path.stem for path in Path(door).parent.glob("*.py")} - {"__init__"}

    assert {rule.name.replace("-", "_") for rule in RULES} == modules
