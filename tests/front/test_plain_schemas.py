"""Gemini's schema words in those that every other format reads."""

from __future__ import annotations

from typing import Any

import pytest

from ctxfn import check, convert
from ctxfn.wire import codec_named, profile

SAID: Any = {
    "type": "OBJECT",
    "properties": {
        "city": {"type": "STRING", "nullable": True, "enum": ["Lyon", "Oslo"]},
        "days": {"type": "ARRAY", "items": {"type": "INTEGER"}, "minItems": "1"},
        "either": {"anyOf": [{"type": "NUMBER"}, {"type": "BOOLEAN"}], "nullable": True},
        "nullable": {"type": "STRING"},
    },
    "propertyOrdering": ["city", "days"],
    "required": ["days"],
}
PLAIN: Any = {
    "type": "object",
    "properties": {
        "city": {"type": ["string", "null"], "enum": ["Lyon", "Oslo", None]},
        "days": {"type": "array", "items": {"type": "integer"}, "minItems": 1},
        "either": {"anyOf": [{"type": "number"}, {"type": "boolean"}, {"type": "null"}]},
        "nullable": {"type": "string"},
    },
    "required": ["days"],
}


@pytest.mark.parametrize("to", ["openai", "anthropic", "mistral", "deepseek", "bedrock"])
def test_a_converted_request_declares_plain_schemas(to: str) -> None:
    body = {
        "contents": [{"role": "user", "parts": [{"text": "Where?"}]}],
        "tools": [{"functionDeclarations": [{"name": "f", "parameters": SAID}]}],
    }
    sent = convert(body, to=to)
    declared = codec_named(profile(to).codec).decode(sent.body).tools

    assert declared is not None
    assert declared[0].parameters is not None
    assert declared[0].parameters.thaw() == PLAIN
    assert [one for one in check(sent.body, to) if one.severity == "error"] == []
