"""fit: nothing goes but what the limit takes."""

from __future__ import annotations

import pytest

from ctxfn.front import fit


@pytest.mark.parametrize("limit", [{"budget": 1_000}, {"messages": 9}, {"groups": 9}])
def test_words_under_an_unknown_role_come_back_as_the_persons(limit: dict[str, int]) -> None:
    said = [{"role": "user", "content": "hi"}, {"role": "critic", "content": "important"}]

    kept = fit(said, **limit)  # type: ignore[arg-type]

    assert kept == [said[0], {"role": "user", "content": "important"}]


class TestReport:
    """What was left out, and what it costs."""

    SAID = (
        {"role": "user", "content": "A long story. " * 100},
        {"role": "assistant", "content": "I see."},
        {"role": "user", "content": "So?"},
    )

    def test_dropped_messages_are_named_by_their_place_in_what_was_given(self) -> None:
        report = fit.report(list(self.SAID), budget=80, model="gpt-4o", system="Be brief.")

        assert report.output == list(self.SAID[1:])
        assert (report.dropped, report.budget) == ((0,), 80)
        assert report.before.total > 80 >= report.after.total
        assert report.after.by_source != report.before.by_source

    @pytest.mark.parametrize("limit", [{"budget": 4_000}, {"messages": 3}, {"groups": 3}])
    def test_nothing_left_out_is_nothing_told(self, limit: dict[str, int]) -> None:
        report = fit.report(list(self.SAID), **limit)  # type: ignore[arg-type]

        assert (report.dropped, report.notes, report.losses, report.changed) == ((), (), (), False)
        assert report.before == report.after

    @pytest.mark.parametrize("limit", [{"budget": 20}, {"messages": 1}, {"groups": 1}])
    def test_a_cut_is_noted(self, limit: dict[str, int]) -> None:
        report = fit.report(list(self.SAID), **limit, model="gpt-4o")  # type: ignore[arg-type]

        assert len(report.notes) == 1
        assert 0 in report.dropped
