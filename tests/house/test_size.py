"""How large a file may get. What cannot be split is data, and says so by its name."""

from __future__ import annotations

import ast

import pytest

from tests.house.tree import Module, modules

LIMITS = (("ctxfn", 300), ("tests", 400), ("benchmarks", 300))

DATA_SUFFIXES = ("_data", "_table")

NO_DATA = (
    ast.AsyncFunctionDef,
    ast.ClassDef,
    ast.For,
    ast.FunctionDef,
    ast.Try,
    ast.While,
    ast.With,
)


def is_data(module: Module) -> bool:
    """Data is a module named `..._data.py` or `..._table.py`, one in a folder `data`, or a list of names."""
    if module.path.name == "__init__.py" and not any(
        isinstance(n, NO_DATA) for n in module.tree.body
    ):
        return True
    return module.path.stem.endswith(DATA_SUFFIXES) or "data" in module.path.parts[:-1]


@pytest.mark.parametrize(("folder", "limit"), LIMITS)
def test_no_file_is_longer_than_its_budget(folder: str, limit: int) -> None:
    long = {
        str(module.path): module.lines
        for module in modules(folder)
        if module.lines > limit and not is_data(module)
    }

    assert long == {}, f"more than {limit} lines: split by duty, or move data to *_data.py"


def test_a_data_file_holds_nothing_but_data() -> None:
    code = [
        f"{module.path}:{node.lineno}"
        for module in modules("ctxfn", "tests", "benchmarks")
        if is_data(module)
        for node in module.tree.body
        if isinstance(node, NO_DATA)
    ]

    assert code == [], "a data file has no functions, classes or statements that do something"
