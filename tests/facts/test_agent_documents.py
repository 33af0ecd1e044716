"""Documents as facts: what their fields refuse, and moments and days."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone

import pytest

from ctxfn.facts import (
    AgentDocument,
    AgentDocuments,
    Always,
    ByKeywords,
    ByPattern,
    ByTimeRange,
    Clock,
    InvalidFact,
    day_of,
    moment_of,
)


class TestFields:
    """A wrong value is refused where it is told, by name."""

    @pytest.mark.parametrize(
        ("field", "value"),
        [
            ("filename", None),
            ("content", 7),
            ("id", 7),
            ("title", ["a"]),
            ("position", "top"),
            ("position", ["top"]),
            ("load", None),
            ("format", "xml"),
            ("source", "disk"),
            ("rule", "always"),
            ("priority", float("nan")),
            ("priority", True),
            ("max_tokens", 0),
            ("max_tokens", 1.5),
            ("characters", -1),
            ("created_ms", float("inf")),
            ("updated_ms", "2026-01-01"),
            pytest.param("updated_ms", 10**5_000, id="too long to write"),
        ],
    )
    def test_a_wrong_value_is_refused(self, field: str, value: object) -> None:
        fields = {"filename": "a", field: value}
        with pytest.raises(InvalidFact) as refused:
            AgentDocument(**fields)  # type: ignore[arg-type]

        assert (refused.value.fact, refused.value.field) == ("AgentDocument", field)

    @pytest.mark.parametrize(
        ("make", "field"),
        [
            (lambda: ByKeywords("write"), "keywords"),  # type: ignore[arg-type]
            (lambda: ByKeywords(("a", 1)), "keywords[1]"),  # type: ignore[arg-type]
            (lambda: ByKeywords((), "some"), "match"),  # type: ignore[arg-type]
            (lambda: ByPattern(b"a"), "pattern"),  # type: ignore[arg-type]
            (lambda: ByTimeRange("2026"), "from_ms"),  # type: ignore[arg-type]
            (lambda: ByTimeRange(None, float("nan")), "until_ms"),
            (lambda: AgentDocuments([]), "documents"),  # type: ignore[arg-type]
            (lambda: AgentDocuments(("a",)), "documents[0]"),  # type: ignore[arg-type]
            (lambda: AgentDocuments(reader=1), "reader"),  # type: ignore[arg-type]
            (lambda: AgentDocuments(run_started_ms=True), "run_started_ms"),
        ],
    )
    def test_so_it_is_of_rules_and_of_all_together(self, make: object, field: str) -> None:
        assert callable(make)
        with pytest.raises(InvalidFact) as refused:
            make()

        assert refused.value.field == field

    def test_what_is_left_out_has_the_defaults_of_the_store(self) -> None:
        plain = AgentDocument(filename="a.md", content="four")

        assert (plain.position, plain.rule, plain.priority, plain.load, plain.format) == (
            "before-first-user",
            Always(),
            999,
            "progressive",
            "raw",
        )
        assert (plain.length, AgentDocument(filename="a", characters=9).length) == (4, 9)

    def test_they_can_change_from_turn_to_turn(self) -> None:
        assert AgentDocuments.CHANGES == "turn"


class TestMoments:
    """Moments are milliseconds since 1970."""

    @pytest.mark.parametrize(
        ("value", "expected"),
        [
            ("2026-03-01", 1_772_323_200_000),
            ("2026-03-01T00:00:00Z", 1_772_323_200_000),
            (" 2026-03-01T01:00:00+01:00 ", 1_772_323_200_000),
            (datetime(2026, 3, 1, tzinfo=UTC).replace(tzinfo=None), 1_772_323_200_000),
            (datetime(2026, 3, 1, 1, tzinfo=timezone(timedelta(hours=1))), 1_772_323_200_000),
            (7, 7),
            (7.9, 7),
            (float("nan"), None),
            (True, None),
            ("soon", None),
            ("", None),
            (None, None),
            ([], None),
            ("1969-12-31T23:59:59.999Z", -1),
        ],
    )
    def test_it_is_read_as_stores_write_it(self, value: object, expected: int | None) -> None:
        assert moment_of(value) == expected

    def test_a_clock_has_one(self) -> None:
        assert Clock(datetime(1970, 1, 1, 0, 0, 1, tzinfo=UTC)).now_ms == 1_000

    @pytest.mark.parametrize("moment", [10**17, -(10**17), float(10**17), 10**30])
    def test_a_day_that_no_calendar_has_is_none(self, moment: float) -> None:
        assert day_of(moment) is None

    def test_a_day_is_that_of_utc(self) -> None:
        assert (day_of(86_399_999), day_of(86_400_000)) == ("1970-01-01", "1970-01-02")
