"""Arguments of real calls, cut at every byte: what comes out is the beginning of what was meant."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Literal

import pytest
from hypothesis import settings

from ctxfn.messages import freeze
from ctxfn.tools import Parsed, Unrepairable, repair_arguments
from tests.tools.argument_texts import is_beginning

FILE = Path(__file__).parent.parent / "cases" / "tool_arguments.jsonl"
TEXTS: tuple[str, ...] = tuple(
    json.loads(line)["arguments"] for line in FILE.read_text(encoding="utf-8").splitlines()
)

#: Every byte, where there is a night for it; else every seventh, from another one on each time.
STRIDE = 1 if settings().max_examples > 1000 else 7


def cuts_of(text: str, number: int) -> list[str]:
    """Cut *text*, the *number*-th, at its bytes; of a character that is cut nothing is left."""
    data = text.encode()
    ends = range(number % STRIDE, len(data) + 1, STRIDE)
    return [data[:end].decode(errors="ignore") for end in ends]


def fault_of(text: str, real: dict[str, Any], policy: Literal["drop", "keep"]) -> str | None:
    """Say what is wrong with the answer to a beginning of the arguments *real*, if anything is."""
    reading = repair_arguments(text, unfinished=policy)
    if isinstance(reading, Unrepairable):
        return f"{text!r}: {reading.reason}"
    value = reading.value.thaw()
    fine = isinstance(value, dict) and list(value) == list(real)[: len(value)]
    return None if fine and is_beginning(value, real) else f"{text!r}: {value!r}"


@pytest.mark.parametrize("policy", ["drop", "keep"])
def test_every_cut_gives_the_first_keys(policy: Literal["drop", "keep"]) -> None:
    faults = [
        fault_of(cut, json.loads(text), policy)
        for number, text in enumerate(TEXTS)
        for cut in cuts_of(text, number)
    ]

    assert len(faults) > 20_000 / STRIDE
    assert [fault for fault in faults if fault] == []


def test_whole_they_are_what_python_reads() -> None:
    readings = [repair_arguments(text) for text in TEXTS]

    assert readings == [Parsed(freeze(json.loads(text))) for text in TEXTS]
