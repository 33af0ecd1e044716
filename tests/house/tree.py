"""What the house tests look at: the project's own files, parsed once, never imported."""

from __future__ import annotations

import ast
import importlib
import tomllib
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "ctxfn"


class Module(NamedTuple):
    """One file: its path from the root, its dotted name, its lines and its syntax tree."""

    path: Path
    name: str
    lines: int
    tree: ast.Module

    @property
    def is_door(self) -> bool:
        return self.path.name == "__init__.py"

    @property
    def room(self) -> str:
        """The first name under `ctxfn`: `ctxfn.wire.anthropic.encode` lives in `wire`."""
        return (*self.name.split("."), "")[1]


def parse(path: Path) -> Module:
    """Read and parse one file of the project."""
    text = path.read_text(encoding="utf-8")
    inner = path.relative_to(ROOT).with_suffix("")
    parts = inner.parts[:-1] if inner.name == "__init__" else inner.parts
    return Module(path.relative_to(ROOT), ".".join(parts), text.count("\n"), ast.parse(text))


@cache
def modules(*folders: str) -> tuple[Module, ...]:
    """Every Python file under *folders*, in the order of their paths."""
    paths = (path for folder in folders for path in (ROOT / folder).rglob("*.py"))
    return tuple(parse(path) for path in sorted(paths))


@cache
def rooms() -> tuple[str, ...]:
    """The dotted names of the rooms that exist: folders and files right under `ctxfn`."""
    return tuple(
        module.name
        for module in modules("ctxfn")
        if module.name.count(".") == 1 and module.room != "__main__"
    )


@cache
def doors() -> tuple[str, ...]:
    """The dotted names of `ctxfn` and every folder in it that lists public names."""
    return tuple(
        module.name
        for module in modules("ctxfn")
        if module.is_door and (module.name.count(".") < 2 or listed(module.tree) is not None)
    )


def enter(door: str) -> object:
    """Import a door. One of io whose extra is not installed here is passed by."""
    try:
        return importlib.import_module(door)
    except ImportError:
        if not door.startswith("ctxfn.io."):
            raise
        return None


def listed(tree: ast.Module) -> ast.expr | None:
    """What a file assigns to `__all__`."""
    for node in tree.body:
        targets = node.targets if isinstance(node, ast.Assign) else []
        targets = [node.target] if isinstance(node, ast.AnnAssign) else targets
        if any(isinstance(target, ast.Name) and target.id == "__all__" for target in targets):
            assert isinstance(node, ast.Assign | ast.AnnAssign)
            return node.value
    return None


@cache
def project() -> dict[str, Any]:
    """The project's pyproject.toml."""
    return tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def contract(name: str) -> dict[str, Any]:
    """Find an import contract by its name."""
    contracts = project()["tool"]["importlinter"]["contracts"]
    return next(found for found in contracts if found["name"] == name)


@cache
def violations(heading: str) -> frozenset[str]:
    """The names in backticks, one a list item, under *heading* in docs/violations.md."""
    text = (ROOT / "docs" / "violations.md").read_text(encoding="utf-8")
    _, _, section = text.partition(f"## {heading}\n")
    section, _, _ = section.partition("\n## ")
    items = (line for line in section.splitlines() if line.startswith("- `"))
    return frozenset(item.split("`")[1] for item in items)


# The files in which rooms define their errors; those of io too, since none needs an extra.
MODULES_OF_ERRORS = tuple(
    module.name for module in modules("ctxfn") if module.path.name == "errors.py"
)
