"""Small inputs with a verdict: what the arguments of a call are mended to."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from ctxfn.messages import freeze
from ctxfn.tools import Parsed, Repaired, repair_arguments

FOLDER = Path(__file__).parent.parent / "cases"
SKIPPED: dict[str, str] = json.loads(
    (FOLDER / "skipped_arguments.json").read_text(encoding="utf-8")
)
LINES = (FOLDER / "structural_arguments.jsonl").read_text(encoding="utf-8").splitlines()
CASES: tuple[dict[str, Any], ...] = tuple(map(json.loads, LINES))
JUDGED = [case for case in CASES if case["id"] not in SKIPPED]

MISFITS = frozenset(
    {"repair-0020", "repair-0026", "repair-0045", "repair-0050", "repair-0054"}
    | {"repair-0056", "repair-0075", "repair-0080"}
)
"""What is regained there is of another type than declared: ours by itself repairs none of it."""


def accepted(case: dict[str, Any]) -> list[Any]:
    """Return the answers that will do; all verdicts of these cases are `right` or `peer-bug`."""
    if case["verdict"] == "right":
        return [case["output"]]
    return [case["right"], *case.get("alts", [])]


@pytest.mark.parametrize("case", JUDGED, ids=lambda case: case["id"])
def test_the_arguments_are_acceptable(case: dict[str, Any]) -> None:
    text, parameters = json.dumps(case["config"]["parsed"]), freeze(case["config"]["schema"])
    reading = repair_arguments(text, parameters, misfits="tell")

    assert isinstance(reading, Parsed | Repaired)
    assert json.dumps(reading.value.thaw()) in [json.dumps(answer) for answer in accepted(case)]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_unless_told_otherwise_misfits_are_not_accepted(case: dict[str, Any]) -> None:
    text, parameters = json.dumps(case["config"]["parsed"]), freeze(case["config"]["schema"])
    strict = repair_arguments(text, parameters)

    assert (strict != repair_arguments(text, parameters, misfits="tell")) == (case["id"] in MISFITS)


def test_what_is_skipped_is_regained_beside_a_name_that_was_there() -> None:
    [case] = [case for case in CASES if case["id"] in SKIPPED]
    text, parameters = json.dumps(case["config"]["parsed"]), freeze(case["config"]["schema"])
    reading = repair_arguments(text, parameters)

    assert isinstance(reading, Repaired)
    assert reading.value.thaw() == {"tag": "g1, then g2", "city": "g3 g4", "path": "g5 and g6"}
