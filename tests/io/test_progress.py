"""Progress: on a terminal alone, and only for what takes a while."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from rich.console import Console

from ctxfn.io.cli.progress import with_bar, with_progress
from ctxfn.io.cli.terminal import Terminal
from tests.io.running import written

LARGE = [{"role": "user", "content": "x" * 1_000_000}]


def shown(path: Path, *, is_terminal: bool, quiet: bool = False) -> str:
    err = io.StringIO()
    console = Console(file=err, force_terminal=is_terminal, width=80)
    seen = Terminal(Console(file=io.StringIO()), console, json=False, quiet=quiet)
    assert all(item.value == LARGE for item in with_progress([str(path)], seen))
    return err.getvalue()


@pytest.fixture
def large(tmp_path: Path) -> Path:
    return written(tmp_path / "large.jsonl", *[LARGE] * 6)


def test_a_large_file_has_a_bar(large: Path) -> None:
    assert "read" in shown(large, is_terminal=True)


def test_nothing_is_shown_where_nobody_looks(large: Path, tmp_path: Path) -> None:
    small = written(tmp_path / "small.jsonl", LARGE)

    assert shown(large, is_terminal=False) == ""
    assert shown(large, is_terminal=True, quiet=True) == ""
    assert shown(small, is_terminal=True) == ""


@pytest.mark.parametrize(
    ("number", "is_terminal", "has_bar"),
    [(300, True, True), (300, False, False), (10, True, False), (None, True, False)],
)
def test_many_requests_of_one_conversation_have_a_bar(
    number: int | None, is_terminal: bool, has_bar: bool
) -> None:
    err = io.StringIO()
    console = Console(file=err, force_terminal=is_terminal, width=80)
    seen = Terminal(Console(file=io.StringIO()), console, json=False, quiet=False)
    requests = list(range(number or 5))

    assert list(with_bar(requests, number, seen)) == requests
    assert (err.getvalue() != "") is has_bar
