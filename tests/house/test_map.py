"""The map in docs/architecture.md, the import contract and the folders say the same."""

from __future__ import annotations

import re

from tests.house.tree import ROOT, contract, rooms

LAYERS = contract("A room imports only rooms on the floors below")["layers"]

# From the roof down; rooms of one layer in the order they are written.
CONTRACT = [re.findall(r"\w+", layer) for layer in LAYERS]

MAP = re.findall(
    r"^\| \w+ \| `(\w+)` \|",
    (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8"),
    flags=re.MULTILINE,
)


def test_the_map_lists_the_rooms_of_the_contract_from_the_ground_up() -> None:
    assert [room for layer in reversed(CONTRACT) for room in layer] == MAP


def test_each_room_that_is_built_is_on_the_map() -> None:
    assert {door.removeprefix("ctxfn.") for door in rooms()} <= set(MAP)
