"""Keys inside blocks that the API would call extraneous."""

from __future__ import annotations

from typing import Any

import pytest

from ctxfn import repair
from ctxfn.wire import block_surplus, codec_named, without_block_surplus
from tests.judges.bedrock import judge
from tests.judges.bedrock_model import complaints

CODEC = codec_named("bedrock")
PLAN = {"name": "plan", "format": "txt", "source": {"bytes": "QQ=="}}


@pytest.mark.parametrize(
    ("role", "block", "gone"),
    [
        ("user", {"type": "text", "text": "hi"}, ("type",)),
        ("user", {"document": {**PLAN, "size": 5, "context": "old"}}, ("document.size",)),
        (
            "user",
            {"image": {"format": "png", "source": {"bytes": "QQ=="}, "alt": "a"}},
            ("image.alt",),
        ),
        (
            "assistant",
            {"toolUse": {"toolUseId": "t", "name": "n", "input": {}, "index": 0}},
            ("toolUse",),
        ),
        (
            "user",
            {"toolResult": {"toolUseId": "t", "content": [], "x": 1, "type": "y"}},
            ("toolResult.x",),
        ),
        ("user", {"guardContent": {"text": {"text": "Safe?"}}}, ()),
        ("user", {"document": {**PLAN, "citations": {"enabled": True}}}, ()),
    ],
)
def test_what_is_known_stays(role: str, block: Any, gone: tuple[str, ...]) -> None:
    (node,) = CODEC.decode([{"role": role, "content": [block]}]).messages
    bare = without_block_surplus(node)

    assert block_surplus(node) == gone
    assert block_surplus(bare) == ()
    assert (bare is node) is (gone == ())
    assert bare.written == node.written


def test_repair_leaves_them_out_and_says_so() -> None:
    rows = [
        {"role": "user", "content": [{"text": "a", "x": 1}, {"document": {**PLAN, "y": 2}}], "z": 3}
    ]
    report = repair.report(rows, to="bedrock")
    output: Any = report.output

    assert judge(output) == []
    assert complaints(output) == ""
    assert output == [{"role": "user", "content": [{"text": "a"}, {"document": PLAN}]}]
    assert [getattr(note, "kind", "") for note in report.notes] == [
        "block-key",
        "block-key",
        "message-key",
    ]
