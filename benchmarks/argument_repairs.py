"""Figures of reading the arguments of calls: whole, cut, and with names swallowed."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from functools import partial

from benchmarks.figures import Figure
from benchmarks.measuring import Rival, best_of
from benchmarks.phrases import Phrases
from benchmarks.twins import repair_arguments as twin
from ctxfn.messages import freeze
from ctxfn.tools import repair_arguments

__all__ = ["argument_figures", "cut_texts", "swallowing_texts", "whole_texts"]

#: Few, so that a run fits between two interruptions of a busy machine.
_TEXTS = 100
_REQUIRED = ("path", "body")
_DECLARED = freeze(
    {
        "type": "object",
        "properties": {"path": {"type": "string"}, "body": {"type": "string"}},
        "required": list(_REQUIRED),
    }
)


def whole_texts(count: int) -> list[str]:
    """Make up arguments as they are: mostly short, one in ten with a page of text."""
    chance, phrases = random.Random("arguments"), Phrases(random.Random("words"))
    made = []
    for number in range(count):
        words = 150 if number % 10 == 0 else 6
        rows = [{"id": row, "ok": row % 2 == 0} for row in range(chance.randint(0, 4))]
        one = {"path": f"notes/{number}.md", "body": phrases.words(words), "rows": rows}
        made.append(json.dumps(one))
    return made


def cut_texts(count: int) -> list[str]:
    """Cut each somewhere."""
    chance = random.Random("cuts")
    return [text[: chance.randint(1, len(text) - 1)] for text in whole_texts(count)]


def swallowing_texts(count: int) -> list[str]:
    """Let the first text of each swallow the others."""
    made = []
    for text in whole_texts(count):
        one = json.loads(text)
        path = one.pop("path")
        made.append(json.dumps({"path": f'{path}", {json.dumps(one)[1:]}'}))
    return made


def argument_figures(rounds: int) -> list[Figure]:
    """Read a hundred texts of each kind, and time the twin on the same."""
    whole, cut, hiding = whole_texts(_TEXTS), cut_texts(_TEXTS), swallowing_texts(_TEXTS)
    ours = partial(repair_arguments, parameters=_DECLARED)
    by_hand = partial(twin, required=_REQUIRED)
    took = best_of(
        10 * rounds,
        whole=_all(ours, whole),
        whole_twin=_all(by_hand, whole),
        cut=_all(repair_arguments, cut),
        cut_twin=_all(twin, cut),
        hiding=_all(ours, hiding),
        hiding_twin=_all(by_hand, hiding),
    )
    named = {"whole": "whole", "cut": "cut", "hiding": "with names swallowed"}
    return [
        Figure(
            f"repair_arguments of 100 texts, {word} / twin, which tells nothing",
            took[name] / took[f"{name}_twin"],
            "×",
        )
        for name, word in named.items()
    ]


def _all(read: Callable[[str], object], texts: list[str]) -> Rival:
    return Rival(lambda: [read(text) for text in texts])
