"""Blocks for Anthropic hold the keys that its closed schema names, and no others."""

from __future__ import annotations

from typing import Any

import pytest

from ctxfn import repair
from tests.judges.anthropic import judge

PICTURE = {"type": "image", "source": {"type": "url", "url": "https://a.example/x.png"}}
PLAN = {
    "type": "document",
    "source": {"type": "text", "media_type": "text/plain", "data": "Go."},
    "title": "plan",
    "context": "ours",
    "citations": {"enabled": True},
}
THOUGHT = {"type": "thinking", "thinking": "Hm.", "signature": "c2lnbmVk"}
CALL = {"type": "tool_use", "id": "t1", "name": "now", "input": {}, "caller": {"type": "direct"}}
RESULT = {"type": "tool_result", "tool_use_id": "t1", "content": "12:00", "is_error": False}
MARKED = {"type": "text", "text": "So?", "cache_control": {"type": "ephemeral"}}


def body(**spare: Any) -> Any:
    """Return a request whose blocks have the keys *spare* as well."""
    turns: Any = [
        ("user", [PICTURE, PLAN]),
        ("assistant", [THOUGHT, CALL]),
        ("user", [RESULT, MARKED]),
    ]
    return {
        "model": "claude-sonnet-4-5",
        "max_tokens": 9,
        "tools": [{"name": "now", "input_schema": {"type": "object", "properties": {}}}],
        "messages": [
            {"role": role, "content": [{**block, **spare} for block in blocks]}
            for role, blocks in turns
        ],
    }


def test_keys_that_the_api_names_stay() -> None:
    assert judge(body()) == []
    assert repair(body(), "anthropic") == body()
    assert repair.report(body(), "anthropic").notes == ()


@pytest.mark.parametrize("spare", [{"mood": "calm"}, {"index": 0, "parsed": None}])
def test_other_keys_go_and_are_told(spare: dict[str, Any]) -> None:
    done = repair.report(body(**spare), "anthropic")

    assert done.output == body()
    assert {(getattr(note, "kind", ""), getattr(note, "places", ())) for note in done.notes} == {
        ("block-key", (place,)) for place in (0, 1, 2, 3)
    }
    assert len(done.notes) == 4 * len(spare)
