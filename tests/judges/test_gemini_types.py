"""The client library's own types take what we write, as they take what was accepted."""

from __future__ import annotations

from typing import Any

import pytest

from ctxfn import convert
from tests.front.histories import accepted as accepted_chats
from tests.judges.gemini_types import complaints
from tests.wire.anthropic.suite import accepted as accepted_messages
from tests.wire.gemini.suite import ACCEPTED


@pytest.mark.parametrize(("body", "model"), ACCEPTED)
def test_what_was_accepted_has_its_types(body: Any, model: str) -> None:
    assert complaints(body) == [], model


@pytest.mark.parametrize("body", [*accepted_chats()[::4], *accepted_messages()[::2]])
def test_what_was_converted_has_its_types(body: Any) -> None:
    assert complaints(convert(body, to="gemini/3").body) == []


@pytest.mark.parametrize(
    "row",
    [
        {"role": "user", "parts": 5},
        {"role": "user", "parts": [{"words": "hi"}]},
        {"role": "user", "parts": [{"text": "hi"}], "name": "ann"},
        {"role": "model", "parts": [{"functionCall": {"name": "f", "args": "{}"}}]},
        {"role": "user", "parts": [{"functionResponse": {"name": "f", "response": ["a"]}}]},
    ],
)
def test_what_has_no_type_is_told(row: Any) -> None:
    assert complaints([row]) != []


@pytest.mark.parametrize(
    "more",
    [
        {"tools": [{"functionDeclarations": [{"name": "f", "parameters": {"const": 1}}]}]},
        {"toolConfig": {"functionCallingConfig": "auto"}},
        {"generationConfig": {"max_tokens": 5}},
        {"systemInstruction": {"parts": [5]}},
    ],
)
def test_nor_what_stands_beside_the_contents(more: Any) -> None:
    assert complaints({"contents": [], **more}) != []
