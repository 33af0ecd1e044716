"""stand_in_parts: words where a part stood that no request can hold, whoever has it."""

from __future__ import annotations

import pytest

from ctxfn.context import Context
from ctxfn.messages import (
    Node,
    Opaque,
    Refusal,
    System,
    Text,
    ToolResult,
    Unknown,
    User,
    chat,
    freeze,
)
from ctxfn.processors import stand_in_parts
from ctxfn.wire import profile, unsendable_parts

OPENAI = profile("openai")
AMISS = (Refusal("no"), Opaque("gemini", freeze({"text": "words"})))


@pytest.mark.parametrize(
    "node",
    [System(AMISS), User(AMISS), ToolResult(AMISS, call_id="c1"), Unknown("critic", AMISS)],
    ids=lambda node: node.role,
)
def test_what_cannot_be_sent_is_said_under_every_role(node: Node) -> None:
    assert unsendable_parts(node, OPENAI) == (0, 1)

    after = stand_in_parts(Context.of(chat(node), OPENAI))

    assert after.messages[0].parts == (Text("no"), Text("words"))
    assert [(note.step, note.places) for note in after.notes] == [("stand_in_parts", (0,))]
    assert stand_in_parts(after) is after
