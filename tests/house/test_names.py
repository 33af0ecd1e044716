"""Words that do not occur in names. Each of them means "I did not decide"."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

import pytest

from tests.house.tree import Module, modules

UNDECIDED = frozenset(
    word
    for stem in ("util", "helper", "common", "core", "base", "manager", "service", "handler")
    for word in (stem, f"{stem}s")
) | {"misc"}

# Names that others gave: of token vocabularies, and of keys in the formats we read.
GIVEN = re.compile(r"(o200k|cl100k|p50k|r50k)_base", re.IGNORECASE)

DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)

WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")


def undecided(name: str) -> bool:
    """Whether one of the words that make up *name* is one of those that say nothing."""
    words = WORD.findall(GIVEN.sub("", name))
    return any(word.lower() in UNDECIDED for word in words)


def definitions(module: Module) -> Iterator[str]:
    """Yield what the module is called, and each function and class in it but tests.

    A test is named by a sentence, and a sentence may say what two things have in common.
    """
    yield from module.path.with_suffix("").parts
    for node in ast.walk(module.tree):
        if isinstance(node, DEFINITIONS) and not node.name.startswith("test_"):
            yield node.name


def values(tree: ast.AST) -> Iterator[str]:
    """Yield each variable, field and argument; keys of a TypedDict are their format's."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.ClassDef) and "TypedDict" in map(ast.unparse, node.bases):
            continue
        if isinstance(node, ast.arg):
            yield node.arg
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.id
        yield from values(node)


def test_no_file_function_or_class_has_a_name_that_decides_nothing() -> None:
    found = sorted(
        f"{module.path}: {name}"
        for module in modules("ctxfn", "tests", "benchmarks")
        for name in definitions(module)
        if undecided(name)
    )

    assert found == [], "name it after what it does"


def test_no_value_is_called_by_such_a_word_alone() -> None:
    found = sorted(
        f"{module.path}: {name}"
        for module in modules("ctxfn", "tests", "benchmarks")
        for name in values(module.tree)
        if name.strip("_").lower() in UNDECIDED
    )

    assert found == [], "name it after what it holds"


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("json_utils", True),
        ("BaseStep", True),
        ("HTTPHandler", True),
        ("encode_o200k_base", False),
        ("base64_of", True),
        ("database", False),
        ("scores", False),
    ],
)
def test_words_are_told_apart(name: str, *, expected: bool) -> None:
    assert undecided(name) is expected
