"""Figures of whole requests: the default pipeline and the codec, against the twin and JSON."""

from __future__ import annotations

import copy
import json
from typing import Any

from benchmarks.corpus import corpus
from benchmarks.figures import Figure
from benchmarks.measuring import Rival, best_of
from benchmarks.subjects import CHAT, by_hand, encoded, forget, held, rows

__all__ = ["codec_figures", "pipeline_figures"]


def pipeline_figures(size: int, rounds: int, *, paused: bool) -> list[Figure]:
    """Compare the default pipeline, cold, with the twin and with parsing the same bytes."""
    text = json.dumps(corpus(size))
    messages = CHAT.decode(json.loads(text)).messages
    kept = json.loads(text)

    def fresh() -> object:
        return json.loads(text)

    def copied(said: list[dict[str, Any]]) -> object:
        return by_hand(copy.deepcopy(said))

    took = best_of(
        rounds,
        loads=Rival(fresh),
        twin=Rival(by_hand, fresh),
        held=Rival(lambda _: held(messages), forget),
        rows=Rival(rows, fresh),
        copied=Rival(lambda: copied(kept)),
    )
    one, twin, loads = took["held"], took["twin"], took["loads"]
    return [
        Figure("`json.loads` of the corpus, the floor", loads, " ms"),
        Figure("the twin, in place", twin, " ms"),
        Figure("default pipeline and encode, held", one, " ms"),
        Figure("held / twin in place", one / twin, "×", 1.0),
        Figure("held / `json.loads`", one / loads, "×", 0.9),
        Figure("rows / twin in place", took["rows"] / twin, "×", 1.8 if paused else 2.5),
        Figure("rows / `json.loads`", took["rows"] / loads, "×", 1.8 if paused else 2.4),
        Figure("deepcopy and twin / held", took["copied"] / one, "×", 3.0, at_least=True),
        Figure("deepcopy and twin / rows", took["copied"] / took["rows"], "×", 1.2, at_least=True),
    ]


def codec_figures(size: int, rounds: int) -> list[Figure]:
    """Compare decode and encode, object to object, with what the standard library takes."""
    said = corpus(size)
    text = json.dumps(said)
    messages = CHAT.decode(said).messages
    took = best_of(
        rounds,
        loads=Rival(lambda: json.loads(text)),
        dumps=Rival(lambda: json.dumps(said)),
        decode=Rival(lambda: CHAT.decode(said)),
        encode=Rival(lambda: encoded(messages)),
    )
    both = took["decode"] + took["encode"]
    return [
        Figure("decode", took["decode"], " ms"),
        Figure("encode", took["encode"], " ms"),
        Figure(
            "decode + encode / `json.loads` + `json.dumps`",
            both / (took["loads"] + took["dumps"]),
            "×",
            0.7,
        ),
    ]
