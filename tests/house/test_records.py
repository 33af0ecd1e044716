"""Records are values: nothing that can be changed in place is a field of one."""

from __future__ import annotations

import ast
from collections.abc import Iterator

import pytest

from tests.house.tree import modules

MUTABLE = frozenset(
    {
        *("list", "dict", "set", "bytearray", "deque", "defaultdict"),
        *("List", "Dict", "Set", "Deque", "DefaultDict", "Counter", "OrderedDict"),
        *("MutableMapping", "MutableSequence", "MutableSet"),
    }
)


def is_frozen(node: ast.ClassDef) -> bool:
    """Whether a class is decorated with a `frozen`, called or not, or with `define(frozen=True)`."""
    return any(
        ast.unparse(decorator).split("(")[0].endswith("frozen")
        or "frozen=True" in ast.unparse(decorator)
        for decorator in node.decorator_list
    )


def mutable_names(annotation: ast.AST) -> Iterator[str]:
    """Yield the mutable types in an annotation; what a function takes or gives is not held."""
    if isinstance(annotation, ast.Subscript):
        outer = ast.unparse(annotation.value).split(".")[-1]
        if outer in ("Callable", "ClassVar", "type"):
            return
    if isinstance(annotation, ast.Constant) and isinstance(annotation.value, str):
        yield from mutable_names(ast.parse(annotation.value, mode="eval").body)
    name = getattr(annotation, "id", getattr(annotation, "attr", ""))
    if name in MUTABLE:
        yield name
    for child in ast.iter_child_nodes(annotation):
        yield from mutable_names(child)


def mutable_fields(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Yield line and field for each field of a frozen record that can be changed in place."""
    own = our_names(tree)
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef) and is_frozen(node):
            for field in node.body:
                if isinstance(field, ast.AnnAssign) and set(mutable_names(field.annotation)) - own:
                    yield field.lineno, f"{node.name}.{ast.unparse(field.target)}"


def our_names(tree: ast.AST) -> set[str]:
    """Return the names that a module takes from others of ours, records all of them."""
    return {
        name.name
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and (node.level or f"{node.module}".startswith("ctxfn"))
        for name in node.names
    }


def test_no_field_of_a_frozen_record_is_mutable() -> None:
    found = [
        f"{module.path}:{line}: {field}"
        for module in modules("ctxfn")
        for line, field in mutable_fields(module.tree)
    ]

    assert found == [], "tuple, PVector, PMap or a record"


@pytest.mark.parametrize(
    ("annotation", "expected"),
    [
        ("tuple[int, ...]", False),
        ("list[int]", True),
        ("tuple[dict[str, int], ...]", True),
        ("'set[str] | None'", True),
        ("Callable[[list[int]], None]", False),
        ("typing.List", True),
    ],
)
def test_annotations_are_told_apart(annotation: str, *, expected: bool) -> None:
    tree = ast.parse(f"@attrs.frozen(eq=False)\nclass Record:\n    field: {annotation}\n")

    assert any(mutable_fields(tree)) is expected
