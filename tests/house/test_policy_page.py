"""docs/policy.md has each knob once, with its default."""

from __future__ import annotations

import re
from typing import Any

import attrs

from ctxfn import processors
from ctxfn.assembly import Policy, default_pipeline
from ctxfn.pipeline import Processor, names_of
from ctxfn.processors import HANDOFF_NAMES
from tests.house.tree import ROOT

ROWS = re.findall(
    r"^\| `(\w+)` \| ([^|]+) \| ([^|]+) \| ([^|]+) \|$",
    (ROOT / "docs" / "policy.md").read_text(encoding="utf-8"),
    flags=re.MULTILINE,
)
#: Defaults that the page says in words.
IN_WORDS = ("cache_prices", "orchestration_tools", "orchestration_apis")


def test_each_knob_has_one_row() -> None:
    assert sorted(name for name, *_ in ROWS) == sorted(one.name for one in attrs.fields(Policy))


def test_each_default_is_the_one_that_is_told() -> None:
    policy: Any = Policy()
    said = {name: default.partition(":")[0].strip(" `") for name, _, default, _ in ROWS}
    known = {name: getattr(policy, name) for name in said if name not in IN_WORDS}

    assert {name: said[name] for name in known} == {
        name: value if isinstance(value, str) else repr(value) for name, value in known.items()
    }


def test_each_step_is_one_that_a_policy_can_ask_for() -> None:
    full = Policy(
        keep_groups=1,
        budget=1,
        input_template="{{text}}",
        disabled_tools=("a",),
        drop_handoffs=HANDOFF_NAMES,
        old_searches="line",
        reasoning_turns=1,
        result_turns=1,
        argument_turns=1,
        window=8192,
        injected_budget=1,
        refuse_without=("vision",),
        strip_leaked_calls=True,
    )
    steps = {step.strip("`") for *_, step in ROWS if step.startswith("`")}
    there = set(names_of(default_pipeline(full)))
    page = (ROOT / "docs" / "processors.md").read_text(encoding="utf-8")
    _, _, said = page.partition("but these: ")
    missing = set(re.findall(r"`(\w+)`", said.partition(", and the steps")[0]))

    assert steps <= there
    assert missing == {
        name
        for name in processors.__all__
        if isinstance(step := getattr(processors, name), Processor) and name not in there
        if ".legalize." not in step.function.__module__
    }
