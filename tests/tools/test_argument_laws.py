"""What is true of every text of arguments. Each test is named after the invariant."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import event, example, given
from hypothesis import strategies as st

from ctxfn.messages import Verbatim, freeze
from ctxfn.testing import json_values
from ctxfn.tools import ArgumentReading, Parsed, Repaired, Unrepairable, is_json, repair_arguments
from tests.tools.argument_texts import (
    ANY,
    OBJECTS,
    SCHEMAS,
    is_beginning,
    leaves_of,
    occurs,
    swallowed,
    written,
)

DECLARED = st.none() | SCHEMAS.map(freeze)
UNFINISHED = st.sampled_from(("drop", "keep"))
MISFITS = st.sampled_from(("refuse", "tell"))
NOTE = freeze({"type": "object", "required": ["title", "body"]})


def read(text: str, declared: Verbatim | None, unfinished: Any, misfits: Any) -> ArgumentReading:
    return repair_arguments(text, declared, unfinished=unfinished, misfits=misfits)


def value_of(reading: ArgumentReading) -> object:
    """Return the value of an answer; of none, nothing that could occur anywhere."""
    return {} if isinstance(reading, Unrepairable) else reading.value.thaw()


class TestJson:
    """Strict text is what it says."""

    @given(written(json_values() | OBJECTS), UNFINISHED, MISFITS)
    def test_it_is_parsed_as_python_parses_it(
        self, text: str, unfinished: Any, misfits: Any
    ) -> None:
        assert read(text, None, unfinished, misfits) == Parsed(freeze(json.loads(text)))

    @given(written(json_values() | OBJECTS), DECLARED, MISFITS)
    def test_a_declaration_adds_only_what_was_hidden(
        self, text: str, declared: Verbatim | None, misfits: Any
    ) -> None:
        reading = read(text, declared, "drop", misfits)

        if isinstance(reading, Repaired):
            assert reading.faults in (("escaped-quotes",), ("encoded-twice",))
        else:
            assert isinstance(reading, Parsed)
            assert reading.value == freeze(json.loads(text))

    @given(ANY)
    @example("[" * 200 + "]" * 200)
    def test_it_is_told_from_other_texts(self, text: str) -> None:
        assert isinstance(repair_arguments(text), Parsed) == is_json(text)


class TestCuts:
    """Whatever was finished before a cut stays, and nothing else comes in."""

    @given(OBJECTS.flatmap(lambda value: written(st.just(value))), st.data(), UNFINISHED)
    def test_the_keys_are_the_first_ones(self, text: str, data: st.DataObject, policy: Any) -> None:
        place = data.draw(st.integers(0, len(text)))
        real = json.loads(text)
        value = value_of(read(text[:place], None, policy, "refuse"))

        assert isinstance(value, dict)
        assert list(value) == list(real)[: len(value)]
        assert is_beginning(value, real)

    @given(OBJECTS.flatmap(lambda value: written(st.just(value))), st.data())
    def test_what_is_kept_when_beginnings_are_dropped_is_finished(
        self, text: str, data: st.DataObject
    ) -> None:
        place = data.draw(st.integers(0, len(text)))
        real = list(leaves_of(json.loads(text)))
        value = list(leaves_of(value_of(repair_arguments(text[:place]))))

        assert value == real[: len(value)]

    @given(OBJECTS.flatmap(lambda value: written(st.just(value))), st.data(), UNFINISHED)
    def test_later_cuts_read_no_less(self, text: str, data: st.DataObject, policy: Any) -> None:
        one, other = sorted(data.draw(st.tuples(*[st.integers(0, len(text))] * 2)))
        earlier = value_of(read(text[:one], None, policy, "refuse"))
        later = value_of(read(text[:other], None, policy, "refuse"))

        assert is_beginning(earlier, later)


class TestAnything:
    """Total, certain, stable."""

    @given(ANY, st.none() | json_values().map(freeze) | DECLARED, UNFINISHED, MISFITS)
    def test_total(
        self, text: str, declared: Verbatim | None, unfinished: Any, misfits: Any
    ) -> None:
        reading = read(text, declared, unfinished, misfits)
        event(type(reading).__name__)

        assert isinstance(reading, Parsed | Repaired | Unrepairable)

    @given(ANY, DECLARED, UNFINISHED, MISFITS)
    def test_no_value_is_made_up(
        self, text: str, declared: Verbatim | None, unfinished: Any, misfits: Any
    ) -> None:
        value = value_of(read(text, declared, unfinished, misfits))

        assert [leaf for leaf in leaves_of(value) if not occurs(leaf, text)] == []

    @given(ANY, DECLARED, UNFINISHED, MISFITS)
    def test_what_was_written_is_parsed_with_the_same_value(
        self, text: str, declared: Verbatim | None, unfinished: Any, misfits: Any
    ) -> None:
        reading = read(text, declared, unfinished, misfits)

        if isinstance(reading, Repaired):
            again = read(reading.text, declared, unfinished, misfits)
            assert again == Parsed(reading.value, (), reading.misfits)

    @given(ANY, SCHEMAS, UNFINISHED)
    def test_a_repair_has_all_that_is_required(
        self, text: str, declared: dict[str, Any], unfinished: Any
    ) -> None:
        reading = read(text, freeze(declared), unfinished, "refuse")

        if isinstance(reading, Repaired):
            assert set(declared.get("required", ())) <= value_of(reading).keys()  # type: ignore[attr-defined]
            assert reading.misfits == ()

    @given(ANY, UNFINISHED)
    def test_what_is_lost_stands_in_the_text(self, text: str, unfinished: Any) -> None:
        reading = read(text, None, unfinished, "refuse")

        if isinstance(reading, Repaired):
            assert reading.faults
            assert all(0 <= one.start < one.end == len(text) for one in reading.lost)
            assert bool(reading.reason)


class TestSwallowed:
    """What a text has swallowed comes out whole."""

    @given(swallowed(), MISFITS)
    def test_the_arguments_are_those_that_were_meant(
        self, pair: tuple[str, dict[str, Any]], misfits: Any
    ) -> None:
        text, meant = pair
        reading = read(text, NOTE, "drop", misfits)

        assert isinstance(reading, Repaired)
        assert value_of(reading) == meant
        assert reading.regained == ("body", "n")
