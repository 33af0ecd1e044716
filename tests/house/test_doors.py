"""A room is entered by its door, and a door's list of names is true."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from importlib.util import resolve_name

import pytest

from tests.house.tree import PACKAGE, Module, doors, enter, listed, modules

MODULES = {module.name: module for module in modules("ctxfn")}


def imports(module: Module) -> Iterator[tuple[int, str, tuple[str, ...]]]:
    """Yield each import as (line, dotted name of what is entered, names taken from it)."""
    package = module.name if module.is_door else module.name.rpartition(".")[0]
    for node in ast.walk(module.tree):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name, ()) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            source = "." * node.level + (node.module or "")
            entered = resolve_name(source, package)
            yield node.lineno, entered, tuple(alias.name for alias in node.names)


def names_of(door: str) -> tuple[str, ...]:
    """Read `__all__` of a door without importing it; a computed list is not read."""
    value = listed(MODULES[door].tree)
    names = value.elts if isinstance(value, ast.List | ast.Tuple) else []
    return tuple(str(name.value) for name in names if isinstance(name, ast.Constant))


def passes_a_door(module: Module, entered: str, taken: tuple[str, ...]) -> bool:
    """Whether an import stays in its room, leaves ctxfn, or uses another room's door.

    A folder in a room (a kind of processors, say) has a door of its own if it lists names.
    The house's own door names modules, for type checkers alone (it says why).
    """
    if module.name == "ctxfn":
        return True
    parts = entered.split(".")
    if parts[0] != "ctxfn" or len(parts) == 1 or parts[1] == module.room:
        return True
    if entered not in MODULES or not (len(parts) == 2 or MODULES[entered].is_door):
        return False
    inner = {name for name in taken if f"{entered}.{name}" in MODULES}
    return inner <= set(names_of(entered))


def order(name: str) -> tuple[int, list[tuple[int, int | str]]]:
    """Sort as ruff does: CONSTANTS, Classes, functions; numbers in a name by their value."""
    kind = 0 if name.isupper() and len(name) > 1 else 1 if name[:1].isupper() else 2
    pieces = re.findall(r"\d+|\D+", name)
    return kind, [(0, int(piece)) if piece.isdigit() else (1, piece) for piece in pieces]


def test_a_room_is_entered_by_its_door() -> None:
    around = [
        f"{module.path}:{line}: {entered}"
        for module in modules("ctxfn")
        for line, entered, taken in imports(module)
        if not passes_a_door(module, entered, taken)
    ]

    assert around == [], "import it from the room: from ctxfn.<room> import <name>"


@pytest.mark.parametrize("door", doors())
def test_each_listed_name_is_there(door: str) -> None:
    room = enter(door)

    missing = [name for name in getattr(room, "__all__", ()) if not hasattr(room, name)]

    assert missing == []


@pytest.mark.parametrize("door", doors())
def test_each_name_at_the_door_is_listed(door: str) -> None:
    room = enter(door)
    brought = {
        name
        for node in MODULES[door].tree.body
        if isinstance(node, ast.ImportFrom) and (node.level or (node.module or "")[:5] == "ctxfn")
        for name in (alias.asname or alias.name for alias in node.names)
        if not name.startswith("_")
    }

    assert brought - set(getattr(room, "__all__", ())) == set()


@pytest.mark.parametrize("door", doors())
def test_a_door_lists_its_names_once_and_in_order(door: str) -> None:
    names = list(getattr(enter(door), "__all__", ()))

    assert names == sorted(set(names), key=order)


def test_a_room_has_a_door_that_says_what_it_is_for() -> None:
    silent = [
        str(module.path)
        for module in modules("ctxfn")
        if module.is_door
        and module.path.parent.parent.name == PACKAGE.name
        and (listed(module.tree) is None or not ast.get_docstring(module.tree))
    ]

    assert silent == [], "a room's __init__ has __all__ and one line of docstring"
