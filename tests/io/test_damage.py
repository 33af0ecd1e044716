"""Damage: what a store can do to a history, once each."""

from __future__ import annotations

from copy import deepcopy

from ctxfn import check
from ctxfn.io.cli.demo.damage import damaged, stored
from ctxfn.io.cli.demo.play import recorded

ROLE, SAID = recorded()


def test_the_record_itself_is_clean() -> None:
    said = [{"role": "system", "content": ROLE}, *SAID]

    assert check(said, ignore=["volatile-prefix"]) == ()


def test_a_store_adds_keys_of_its_own() -> None:
    rows = stored(SAID)

    assert [{key: row[key] for key in row.keys() - {"id", "created_at"}} for row in rows] == SAID
    assert len({str(row["id"]) for row in rows}) == len(rows)


def test_the_rows_given_stay_as_they_are() -> None:
    rows = stored(SAID)
    before = deepcopy(rows)

    assert damaged(rows)[0] != before
    assert rows == before


def test_each_damage_is_told() -> None:
    broken, told = damaged(stored(SAID))

    assert len(told) == len(set(told)) == 6
    assert len(broken) == len(SAID) - 2 + 2
