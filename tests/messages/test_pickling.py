"""Cards travel: what is copied or pickled is what it was, to the order of its keys."""

from __future__ import annotations

import copy
import pickle

import pytest

from ctxfn.messages import Column, Compare, CompressedGroup, Council, Node, Tasks, freeze, user

EXTRAS = (("uichat", freeze({"zebra": {"b": 1, "a": 2}, "ant": None})),)
CARDS = (
    Council((user("hi"),), extras=EXTRAS),
    Compare((Column((user("hi"),), extras=EXTRAS),), extras=EXTRAS),
    Tasks(extras=EXTRAS),
    CompressedGroup(pinned=(Council(extras=EXTRAS),), extras=EXTRAS),
)


@pytest.mark.parametrize("card", CARDS, ids=lambda card: card.role)
def test_a_card_travels_with_the_order_of_its_keys(card: Node) -> None:
    assert repr(pickle.loads(pickle.dumps(card))) == repr(card)
    assert repr(copy.deepcopy(card)) == repr(card)


def test_a_column_travels_with_the_order_of_its_keys() -> None:
    column = Column(extras=EXTRAS)

    assert repr(pickle.loads(pickle.dumps(column))) == repr(column)
