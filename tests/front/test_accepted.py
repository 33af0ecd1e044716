"""What APIs accepted passes, and comes back as it was, byte for byte."""

from __future__ import annotations

import json
from collections import Counter
from copy import deepcopy
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from ctxfn.errors import CtxfnError
from ctxfn.front import check, repair
from ctxfn.testing import DAMAGES, damaged_rows
from ctxfn.wire import detect
from tests.front.histories import accepted

ACCEPTED = accepted()
HISTORIES = [body["messages"] if isinstance(body, dict) else body for body in ACCEPTED]


def words(rows: Any) -> Counter[str]:
    """Count the texts, arguments and results of *rows*: what must not be lost."""
    found: Counter[str] = Counter()
    for row in rows:
        if isinstance(row, dict) and isinstance(row.get("content"), str):
            found.update([row["content"]] if row["content"].strip() else [])
    return found


@pytest.mark.parametrize("body", ACCEPTED)
def test_it_has_no_error(body: dict[str, Any]) -> None:
    assert [one for one in check(body) if one.severity == "error"] == []


@pytest.mark.parametrize("body", ACCEPTED)
def test_repair_returns_it_unchanged(body: dict[str, Any]) -> None:
    assert json.dumps(repair(body)) == json.dumps(body)


@pytest.mark.parametrize("body", ACCEPTED)
def test_it_is_recognised(body: dict[str, Any]) -> None:
    assert detect(body) == "openai_chat"


@given(st.sampled_from(HISTORIES), st.data())
def test_damaged_it_comes_out_paired_and_in_order(said: list[Any], data: st.DataObject) -> None:
    rows, _ = data.draw(damaged_rows(said, kinds=DAMAGES))
    report = repair.report(rows)

    errors = [one for one in report.left if one.severity == "error"]

    assert errors == [], errors[0]


@given(st.sampled_from(HISTORIES), st.data())
def test_damaged_it_loses_nothing_without_a_note(said: list[Any], data: st.DataObject) -> None:
    rows, _ = data.draw(damaged_rows(said, kinds=DAMAGES))
    before = deepcopy(rows)
    report = repair.report(rows)
    lost = words(before) - words(report.output)

    assert not lost or report.notes
    assert rows == before


@given(st.sampled_from(HISTORIES), st.data())
def test_repairing_twice_is_repairing_once(said: list[Any], data: st.DataObject) -> None:
    rows, _ = data.draw(damaged_rows(said))
    try:
        once = repair(rows)
    except CtxfnError:
        return
    assume(detect(rows) == detect(once))

    assert json.dumps(repair(once)) == json.dumps(once)
