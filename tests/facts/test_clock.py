"""The clock: what it shows of a moment, and where no calendar reaches."""

from __future__ import annotations

import pytest

from ctxfn.errors import InvalidArgument
from ctxfn.facts import Clock


class TestLocal:
    """What a clock on the wall shows."""

    @pytest.mark.parametrize(
        ("zone", "shown"), [("UTC", "00:00"), ("Asia/Tokyo", "09:00"), ("Mars", "00:00")]
    )
    def test_it_shows_the_time_of_its_zone(self, zone: str, shown: str) -> None:
        clock = Clock.at(0, zone)

        assert clock is not None
        assert f"{clock.local:%H:%M}" == shown

    def test_no_calendar_reaches_it(self) -> None:
        assert Clock.at(10**18) is None

    def test_the_last_day_has_no_time_east_of_it(self) -> None:
        clock = Clock.at(253_402_300_799_000, "Asia/Tokyo")

        assert clock is not None
        assert clock.local is None

    def test_a_moment_is_a_number(self) -> None:
        with pytest.raises(InvalidArgument):
            Clock.at("now")  # type: ignore[arg-type]
