"""Recorded requests, message by message: exact counts are tiktoken's own."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from ctxfn.tokens import ENCODING_NAMES, EncodingName, Tariff, exact, measured
from ctxfn.tokens.vocabulary import encoding
from ctxfn.wire import codec_named
from tests.front.histories import accepted

CODEC = codec_named("openai_chat")
BARE = Tariff(message=0, name=0, call=0, request=0)


def texts_of(row: dict[str, Any]) -> Iterator[str]:
    """The words of a message as it stands on the wire, call names and arguments included."""
    content = row.get("content")
    if isinstance(content, str):
        yield content
    for part in content if isinstance(content, list) else ():
        yield part.get("text") or part.get("refusal") or ""
    yield row.get("refusal") or ""
    yield row.get("reasoning_content") or row.get("reasoning") or ""
    for call in row.get("tool_calls") or ():
        yield from call["function"].values() if "function" in call else call["custom"].values()
    called = row.get("function_call")
    yield from called.values() if isinstance(called, dict) else ()


@pytest.mark.parametrize("name", ENCODING_NAMES)
def test_every_recorded_message_counts_as_tiktoken_counts_its_texts(name: EncodingName) -> None:
    counter, true = exact(name), encoding(name)
    seen = 0
    for body in accepted():
        rows = body if isinstance(body, list) else body["messages"]
        for row, node in zip(rows, CODEC.decode(rows).messages, strict=True):
            told = measured(node, counter, tariff=BARE)
            said = told.text + told.calls + told.reasoning + told.signatures
            expected = sum(len(true.encode_ordinary(text)) for text in texts_of(row))
            assert said == expected, row
            seen += 1

    assert seen > 100
