"""Each format's decode and encode, and conversions between: ``python -m benchmarks.formats``."""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from typing import Any, Final

from benchmarks.corpus import corpus
from benchmarks.figures import Figure, shown
from benchmarks.machine import machine
from benchmarks.measuring import Rival, best_of, collector
from ctxfn.front import convert
from ctxfn.wire import Conversation, codec_named, profile

__all__ = ["TARGETS", "conversion_figures", "format_figures", "main", "request"]

#: Each format, and the target that stands for it; rows of the UI are for none in particular.
TARGETS: Final = {
    "openai_chat": "openai/chat",
    "openai_responses": "openai/responses",
    "anthropic": "anthropic",
    "gemini": "gemini/3",
    "mistral": "mistral",
    "deepseek": "deepseek/thinking",
    "bedrock": "bedrock/claude",
    "uichat": "uichat",
}
#: What may be asked of these; the others are told, not judged.
_CODEC_TARGETS: Final = {"openai_chat": 0.7}
_CONVERSION_TARGETS: Final = {("anthropic", 1_000): 4.0}


def request(size: int, written: str) -> Any:
    """Return the made-up history of *size* messages as a request of the format *written*."""
    chat = {"model": "gpt-4o", "messages": corpus(size)}
    if written == "openai_chat":
        return chat
    return convert(chat, to=TARGETS[written], format="openai_chat").body


def format_figures(size: int, rounds: int) -> list[Figure]:
    """Compare decode and encode of each format with what the standard library takes."""
    return [figure for written in TARGETS for figure in _of_format(written, size, rounds)]


def _of_format(written: str, size: int, rounds: int) -> list[Figure]:
    codec = codec_named(written)
    wanted = profile("openai" if written == "uichat" else TARGETS[written])
    body = request(size, written)
    text = json.dumps(body)

    def read() -> Conversation:
        return codec.decode(body)

    took = best_of(
        rounds,
        loads=Rival(lambda: json.loads(text)),
        dumps=Rival(lambda: json.dumps(body)),
        decode=Rival(read),
        encode=Rival(lambda said: codec.encode(said, wanted), read),
    )
    floor = took["loads"] + took["dumps"]
    ratio = (took["decode"] + took["encode"]) / floor
    return [
        Figure(f"{written}: `json.loads` + `json.dumps`", floor, " ms"),
        Figure(f"{written}: decode", took["decode"], " ms"),
        Figure(f"{written}: encode", took["encode"], " ms"),
        Figure(f"{written}: decode + encode / JSON", ratio, "×", _CODEC_TARGETS.get(written)),
    ]


def conversion_figures(size: int, rounds: int) -> list[Figure]:
    """Time conversions of a chat request to every other format, dicts to dicts, made acceptable."""
    body = request(size, "openai_chat")
    rivals = {
        written: Rival(lambda to=to: convert(body, to=to, format="openai_chat"))
        for written, to in TARGETS.items()
        if written != "openai_chat"
    }
    took = best_of(rounds, **rivals)
    return [
        Figure(f"openai_chat to {written}", time, " ms", _CONVERSION_TARGETS.get((written, size)))
        for written, time in took.items()
    ]


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure with the collector on and paused, and print a table."""
    reader = argparse.ArgumentParser(prog="benchmarks.formats", description=__doc__)
    reader.add_argument("--size", type=int, default=1_000, help="messages of the history")
    reader.add_argument("--rounds", type=int, default=9, help="of which the best counts")
    asked = reader.parse_args(arguments)
    columns = []
    for paused in (False, True):
        with collector(paused=paused):
            columns.append(
                format_figures(asked.size, asked.rounds)
                + conversion_figures(asked.size, asked.rounds)
            )
    print(f"{asked.size:,} messages; the best of {asked.rounds} rounds; {machine()}.\n")
    print("| what | target | on | paused |\n|---|---|--:|--:|")
    for on, paused_one in zip(*columns, strict=True):
        print(f"| {on.what} | {on.hoped} | {shown(on)} | {shown(paused_one)} |")


if __name__ == "__main__":
    main()
