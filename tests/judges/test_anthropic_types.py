"""The client library's own types take what we write, as they take what was accepted."""

from __future__ import annotations

from typing import Any

import pytest

from ctxfn import convert, repair
from tests.front.histories import accepted as accepted_chats
from tests.front.spoiled_bodies import spoiled
from tests.judges.anthropic_types import complaints
from tests.wire.anthropic.suite import accepted

#: Blocks of the beta interface, which has types of its own.
BETA = ("tool_addition", "mcp_tool_use", "mcp_tool_result")


def is_plain(body: dict[str, Any]) -> bool:
    contents = (row["content"] for row in body["messages"])
    blocks = (block for one in contents if isinstance(one, list) for block in one)
    return not any(block["type"] in BETA for block in blocks)


@pytest.mark.parametrize("body", [one for one in accepted() if is_plain(one)])
def test_what_was_accepted_has_its_types(body: dict[str, Any]) -> None:
    assert complaints(body) == []


@pytest.mark.parametrize("start", [0, 50])
def test_what_was_repaired_has_its_types(start: int) -> None:
    for seed in range(start, start + 50):
        output: Any = repair(spoiled(seed), to="anthropic", format="openai_chat")
        body = output if isinstance(output, dict) else {"messages": output}

        assert complaints(body) == [], seed


@pytest.mark.parametrize("body", accepted_chats()[::4])
def test_what_was_converted_has_its_types(body: Any) -> None:
    assert complaints(convert(body, to="anthropic").body) == []


@pytest.mark.parametrize(
    "row",
    [
        {"role": "tool", "content": "42"},
        {"role": "user", "content": 5},
        {"role": "user", "content": [{"type": "text"}]},
        {"role": "user", "content": [{"type": "image", "source": {}}]},
    ],
)
def test_what_has_no_type_is_told(row: Any) -> None:
    assert complaints({"messages": [row]}) != []
