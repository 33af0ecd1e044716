"""A lazy door opens nothing behind it, and what it says of itself is true."""

from __future__ import annotations

import ast
import importlib
import subprocess
import sys
from types import ModuleType

import pytest

from tests.house.tree import ROOT, modules

LAZY = {
    module.name: module
    for module in modules("ctxfn")
    if module.is_door
    and any(isinstance(node, ast.Name) and node.id == "_lazily" for node in ast.walk(module.tree))
}


def for_checkers(door: str) -> dict[str, str]:
    """Which module has each name, as the imports for type checkers say."""
    return {
        alias.name: node.module or ""
        for node in ast.walk(LAZY[door].tree)
        if isinstance(node, ast.ImportFrom)
        and node.module not in ("__future__", "typing", "ctxfn.doors")
        for alias in node.names
    }


def at_run_time(door: str) -> dict[str, str]:
    """Which module, or room, has each name, as the door itself says."""
    (table,) = (node for node in ast.walk(LAZY[door].tree) if isinstance(node, ast.Dict))
    said: dict[str, str] = ast.literal_eval(table)
    return {name: f"{door}.{module}" for module, names in said.items() for name in names.split()}


def test_these_are_lazy() -> None:
    assert {"ctxfn", "ctxfn.facts", "ctxfn.injectors", "ctxfn.lint", "ctxfn.wire"} <= set(LAZY)


@pytest.mark.parametrize("door", LAZY)
def test_nothing_behind_it_is_opened(door: str) -> None:
    probe = f"import sys, {door}; print(*sys.modules, sep='\\n')"
    done = subprocess.run(
        [sys.executable, "-c", probe], cwd=ROOT, capture_output=True, text=True, check=True
    )

    opened = [name for name in done.stdout.split() if name.startswith("ctxfn.")]

    assert set(opened) <= {"ctxfn.doors", door, door.rpartition(".")[0]}


@pytest.mark.parametrize("door", LAZY)
def test_a_checker_reads_what_runs(door: str) -> None:
    read, found = for_checkers(door), at_run_time(door)

    assert read.keys() == found.keys()
    assert all(
        read[name] == found[name] or read[name].startswith(f"{found[name]}.") for name in read
    )


@pytest.mark.parametrize("door", LAZY)
def test_its_names_are_no_modules(door: str) -> None:
    """`ctxfn.injectors.date` is a module and an injector; the door offers the injector."""
    room = importlib.import_module(door)
    for module in at_run_time(door).values():
        importlib.import_module(module)

    assert [name for name in room.__all__ if isinstance(getattr(room, name), ModuleType)] == []
    assert set(room.__all__) <= set(dir(room))


def test_a_name_nobody_knows_is_said_as_python_says_it() -> None:
    with pytest.raises(AttributeError, match=r"module .ctxfn\.facts. has no attribute .Clok."):
        _ = importlib.import_module("ctxfn.facts").Clok
