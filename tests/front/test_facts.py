"""What may be told as a fact."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import attrs
import pytest

import ctxfn
from ctxfn.pipeline import OptionError, Pipeline, phase
from ctxfn.processors import render_blocks
from ctxfn.slots import TAIL, Injector


@attrs.frozen
class OfAttrs:
    """A record of attrs."""

    text: str


@dataclass(frozen=True)
class OfDataclasses:
    """A record of the standard library."""

    text: str


class Named(NamedTuple):
    """A tuple with names."""

    text: str


@attrs.define
class Open:
    """A record that can change."""

    text: str


@dataclass
class OpenDataclass:
    """Another one."""

    text: str


class TestExamples:
    """What a reader checks by eye."""

    @pytest.mark.parametrize("kind", [OfAttrs, OfDataclasses, Named])
    def test_a_record_that_cannot_change_is_injected(self, kind: type[OfAttrs]) -> None:
        shout = Injector("shout", TAIL, kind, lambda fact: fact.text.upper())
        steps = Pipeline((phase("tail", "the only ones", shout, render_blocks),))
        payload = ctxfn.assemble([{"role": "assistant", "content": "a"}], kind("x"), pipeline=steps)

        assert "X" in str(payload.messages[-1]["content"])
        assert payload.report.notes == ()

    @pytest.mark.parametrize(
        "fact", [Open("x"), OpenDataclass("x"), OfAttrs, "x", 5, None, {}, (1, 2), ctxfn.Policy()]
    )
    def test_anything_else_is_refused_with_how_to_write_one(self, fact: object) -> None:
        with pytest.raises(OptionError, match=r"attrs' frozen, dataclass\(frozen=True\)"):
            ctxfn.assemble([{"role": "user", "content": "a"}], fact)
