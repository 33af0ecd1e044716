"""Points in time as stores write them."""

from __future__ import annotations

import math
from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ctxfn.wire.moments import milliseconds

ZONES = st.none() | st.integers(-14 * 60, 14 * 60).map(lambda m: timezone(timedelta(minutes=m)))


class TestExamples:
    """Numbers and texts."""

    @pytest.mark.parametrize(
        ("value", "found"),
        [
            (0, 0),
            (1700000000, 1700000000000),
            (1700000000.5, 1700000000500.0),
            (1700000000123, 1700000000123),
            ("1970-01-01", 0),
            ("2024-05-06 07:08", 1714979280000),
            ("2024-05-06T07:08:09.123456Z", 1714979289123),
            ("2024-05-06T09:08:09+0200", 1714979289000),
            ("2024-13-06", None),
            ("٢٠٢٤-05-06", None),
            ("soon", None),
            ("", None),
            (math.nan, None),
            (math.inf, None),
            (True, None),
            (None, None),
            ([], None),
        ],
    )
    def test_means(self, value: object, found: float | None) -> None:
        assert milliseconds(value) == found


class TestProperties:
    """Against the calendar of the standard library."""

    @given(st.datetimes(timezones=ZONES))
    def test_a_date_means_what_it_means_to_datetime(self, moment: datetime) -> None:
        aware = moment if moment.tzinfo else moment.replace(tzinfo=UTC)
        expected = (aware - datetime(1970, 1, 1, tzinfo=UTC)) // timedelta(milliseconds=1)

        assert milliseconds(moment.isoformat()) == expected
