"""The tree of errors drawn in ctxfn/errors.py is the tree there is."""

from __future__ import annotations

import importlib
import re
from collections.abc import Iterator
from typing import TypeAlias

import pytest

from tests.house.tree import MODULES_OF_ERRORS, PACKAGE, doors, enter

ROOT_ERROR = "CtxfnError"

Errors: TypeAlias = list[tuple[type[Exception], str]]

# `├── OrderError  a pipeline ...`, `* OrderError`, or spaces alone before the name.
DRAWN = re.compile(r"^(?P<indent>[\s│├└─|`+*·x\-]*)(?P<name>[A-Z][A-Za-z0-9]+)\b")


def drawn(docstring: str) -> Iterator[tuple[str, str]]:
    """Yield (child, parent) for each line of the drawing, which ends at the first other line."""
    above: list[tuple[int, str]] = []
    for line in docstring.splitlines():
        match = DRAWN.match(line)
        if not above and not (match and match["name"] == ROOT_ERROR):
            continue
        if match is None:
            if re.fullmatch(r"[\s│|]*", line) and line.strip():
                continue
            return
        while above and above[-1][0] >= len(match["indent"]):
            above.pop()
        if above:
            yield match["name"], above[-1][1]
        elif match["name"] != ROOT_ERROR:
            return
        above.append((len(match["indent"]), match["name"]))


def descendants(error: type[Exception]) -> Iterator[tuple[type[Exception], str]]:
    """Yield each subclass, at any depth, with its parent's name; ours alone."""
    for child in error.__subclasses__():
        if child.__module__.split(".")[0] == "ctxfn":
            yield child, error.__name__
            yield from descendants(child)


@pytest.fixture(scope="module")
def errors() -> Errors:
    for name in (*doors(), *MODULES_OF_ERRORS):
        enter(name)
    ground = importlib.import_module("ctxfn.errors")
    return list(descendants(getattr(ground, ROOT_ERROR)))


@pytest.mark.skipif(not (PACKAGE / "errors.py").exists(), reason="no errors yet")
class TestErrorTree:
    """Every error of ours is in one tree, and the tree is drawn."""

    def test_the_drawing_is_the_tree(self, errors: Errors) -> None:
        docstring = importlib.import_module("ctxfn.errors").__doc__ or ""

        assert set(drawn(docstring)) == {(error.__name__, parent) for error, parent in errors}

    def test_a_room_keeps_its_errors_in_one_file(self, errors: Errors) -> None:
        elsewhere = {
            error.__qualname__: error.__module__
            for error, _ in errors
            if not error.__module__.endswith(".errors")
        }

        assert elsewhere == {}, "define it in the room's errors.py"

    def test_each_error_is_of_one_of_the_two_kinds(self, errors: Errors) -> None:
        direct = {error.__name__ for error, parent in errors if parent == ROOT_ERROR}

        assert direct == {"DefinitionError", "RunError"}


def test_a_drawing_is_read_whatever_its_lines() -> None:
    tree = """Errors.

    CtxfnError            anything of ours
    ├── DefinitionError   fix the declaration
    │   └── OrderError    two steps
    └── RunError

    More words. Not an error.
    """

    assert set(drawn(tree)) == {
        ("DefinitionError", "CtxfnError"),
        ("OrderError", "DefinitionError"),
        ("RunError", "CtxfnError"),
    }
