"""A few benches for pytest-benchmark: ``pytest benchmarks --benchmark-only``.

The whole table, with ratios and targets: ``python -m benchmarks.table``.
"""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest

from benchmarks.corpus import corpus
from benchmarks.subjects import CHAT, by_hand, encoded, forget, held, rows
from ctxfn.processors import keep_recent, pair_tool_results

pytest.importorskip("pytest_benchmark")

_SIZE = 1_000
_TEXT = json.dumps(corpus(_SIZE))


def _fresh() -> tuple[tuple[Any, ...], dict[str, Any]]:
    return (json.loads(_TEXT),), {}


def test_held(benchmark: Any) -> None:
    messages = CHAT.decode(json.loads(_TEXT)).messages

    def cold() -> tuple[tuple[Any, ...], dict[str, Any]]:
        forget()
        return (messages,), {}

    assert benchmark.pedantic(held, setup=cold, rounds=20)


def test_rows(benchmark: Any) -> None:
    assert benchmark.pedantic(rows, setup=_fresh, rounds=20)


def test_twin_in_place(benchmark: Any) -> None:
    assert benchmark.pedantic(by_hand, setup=_fresh, rounds=20)


def test_twin_on_a_deep_copy(benchmark: Any) -> None:
    said = json.loads(_TEXT)
    assert benchmark(lambda: by_hand(copy.deepcopy(said)))


def test_encode(benchmark: Any) -> None:
    messages = CHAT.decode(json.loads(_TEXT)).messages
    assert benchmark(encoded, messages)


def test_keep_the_last_20_groups(benchmark: Any) -> None:
    messages = CHAT.decode(json.loads(_TEXT)).messages
    assert len(benchmark(keep_recent(groups=20), messages)) < len(messages)


def test_pair_damaged(benchmark: Any) -> None:
    messages = CHAT.decode(corpus(_SIZE, damage=0.05)).messages
    assert benchmark(pair_tool_results(), messages) is not messages
