"""The judge accepts all that the API accepted, and refuses each fault put into it."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import pytest

from ctxfn.wire import profile
from tests.judges.bedrock import FAMILIES, judge
from tests.wire.bedrock.suite import ACCEPTED, Recorded

Body = dict[str, Any]
PLAN = {"document": {"format": "txt", "name": "plan", "source": {"bytes": "QQ=="}}}
FILM = {"video": {"format": "mp4", "source": {"bytes": "AAAA"}}}
PICTURE = {"image": {"format": "png", "source": {"bytes": "iVBO"}}}
BUCKET = {"image": {"format": "png", "source": {"s3Location": {"uri": "s3://box/a.png"}}}}

WHOLE: Body = {
    "modelId": "anthropic.claude-sonnet-4-5-20250929-v1:0",
    "system": [{"text": "Be brief."}],
    "messages": [
        {"role": "user", "content": [{"text": "What time is it, and where?"}, PLAN, PICTURE]},
        {
            "role": "assistant",
            "content": [
                {"reasoningContent": {"reasoningText": {"text": "So.", "signature": "c2ln"}}},
                {"toolUse": {"toolUseId": "t1", "name": "now", "input": {}}},
                {"toolUse": {"toolUseId": "t2", "name": "here", "input": {}}},
            ],
        },
        {
            "role": "user",
            "content": [
                {"toolResult": {"toolUseId": "t1", "content": [{"text": "12:00"}]}},
                {
                    "toolResult": {
                        "toolUseId": "t2",
                        "content": [{"text": "Oslo"}],
                        "status": "error",
                    }
                },
            ],
        },
        {"role": "assistant", "content": [{"text": "Noon, in Oslo."}]},
        {"role": "user", "content": [{"text": "Thanks."}]},
    ],
    "toolConfig": {
        "tools": [{"toolSpec": {"name": "now", "inputSchema": {"json": {"type": "object"}}}}]
    },
}


@pytest.mark.parametrize("family", FAMILIES)
def test_what_is_right_is_right(family: str) -> None:
    assert judge(WHOLE, family=family) == []


@pytest.mark.parametrize("one", ACCEPTED)
def test_what_was_accepted_is_right(one: Recorded) -> None:
    assert judge(one.body, family=profile("bedrock", model=one.model).version) == []


def blocks(body: Body, place: int) -> list[Any]:
    found = body["messages"][place]["content"]
    assert isinstance(found, list)
    return found


def named(name: str) -> Body:
    return {"document": {**PLAN["document"], "name": name}}


def spec(body: Body) -> Body:
    found = body["toolConfig"]["tools"][0]["toolSpec"]
    assert isinstance(found, dict)
    return found


FAULTS: dict[str, Callable[[Body], object]] = {
    "no messages": lambda b: b["messages"].clear(),
    "a call without a result": lambda b: blocks(b, 2).pop(0),
    "a result without a call": lambda b: blocks(b, 1).pop(2),
    "a result twice": lambda b: blocks(b, 2).append(copy.deepcopy(blocks(b, 2)[0])),
    "results in two messages": lambda b: b["messages"].insert(
        3, {"role": "user", "content": [blocks(b, 2).pop()]}
    ),
    "an answer in between": lambda b: b["messages"].insert(
        2, {"role": "assistant", "content": [{"text": "Wait."}]}
    ),
    "two of a person in a row": lambda b: b["messages"].insert(1, b["messages"][4]),
    "two answers in a row": lambda b: b["messages"].insert(4, b["messages"][3]),
    "calls at the end": lambda b: b.update(messages=b["messages"][:2]),
    "one id twice": lambda b: blocks(b, 1)[2]["toolUse"].update(toolUseId="t1"),
    "a bad id": lambda b: [
        blocks(b, 1)[1]["toolUse"].update(toolUseId="t 1"),
        blocks(b, 2)[0]["toolResult"].update(toolUseId="t 1"),
    ],
    "a long id": lambda b: [
        blocks(b, 1)[1]["toolUse"].update(toolUseId="t" * 65),
        blocks(b, 2)[0]["toolResult"].update(toolUseId="t" * 65),
    ],
    "a bad name": lambda b: blocks(b, 1)[1]["toolUse"].update(name="a b"),
    "no object": lambda b: blocks(b, 1)[1]["toolUse"].update(input="{}"),
    "empty text": lambda b: blocks(b, 0)[0].update(text=""),
    "empty text in a result": lambda b: blocks(b, 2)[0]["toolResult"]["content"][0].update(text=""),
    "a silent failure": lambda b: blocks(b, 2)[1]["toolResult"].update(content=[]),
    "a status": lambda b: blocks(b, 2)[1]["toolResult"].update(status="bad"),
    "no blocks": lambda b: blocks(b, 0).clear(),
    "a bare text": lambda b: b["messages"][0].update(content="hi"),
    "null": lambda b: b["messages"][0].update(content=None),
    "an unsigned thought": lambda b: blocks(b, 1)[0]["reasoningContent"]["reasoningText"].pop(
        "signature"
    ),
    "a thought of a person": lambda b: blocks(b, 4).append(blocks(b, 1)[0]),
    "a call of a person": lambda b: blocks(b, 4).append(blocks(b, 1)[1]),
    "a picture of a model": lambda b: blocks(b, 3).append(PICTURE),
    "a role": lambda b: b["messages"][0].update(role="tool"),
    "a key": lambda b: b["messages"][0].update(name="ann"),
    "a key of a block": lambda b: blocks(b, 1)[1]["toolUse"].update(index=0),
    "two kinds in a block": lambda b: blocks(b, 0)[0].update(cachePoint={"type": "default"}),
    "half a character": lambda b: blocks(b, 0)[0].update(text="\ud800"),
    "a document alone": lambda b: b["messages"][4].update(content=[named("other")]),
    "one name of documents": lambda b: blocks(b, 4).append(named("PLAN")),
    "a name with an ending": lambda b: blocks(b, 4).append(named("a.pdf")),
    "two blanks in a name": lambda b: blocks(b, 4).append(named("a  b")),
    "six documents": lambda b: blocks(b, 4).extend(named(f"a{n}") for n in range(5)),
    "21 pictures": lambda b: blocks(b, 4).extend([PICTURE] * 21),
    "an image of an odd type": lambda b: blocks(b, 0)[2]["image"].update(format="bmp"),
    "an image without a source": lambda b: blocks(b, 0)[2]["image"].update(source={}),
    "no tools": lambda b: b.pop("toolConfig"),
    "an empty list of tools": lambda b: b["toolConfig"]["tools"].clear(),
    "a tool twice": lambda b: b["toolConfig"]["tools"].append(b["toolConfig"]["tools"][0]),
    "a tool of a bad name": lambda b: spec(b).update(name="a b"),
    "a tool without a schema": lambda b: spec(b).pop("inputSchema"),
    "system text as a text": lambda b: b.update(system="Be brief."),
    "five points": lambda b: blocks(b, 4).extend([{"cachePoint": {"type": "default"}}] * 5),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_each_fault_is_refused(fault: str) -> None:
    body = copy.deepcopy(WHOLE)
    FAULTS[fault](body)

    assert judge(body, family="claude") != []


@pytest.mark.parametrize(
    ("family", "fault"),
    [
        ("nova", lambda b: blocks(b, 2).append({"text": "And now?"})),
        ("llama", lambda b: blocks(b, 2).append(PICTURE)),
        ("mistral", lambda b: blocks(b, 2).append({"text": "And now?"})),
        ("llama", lambda b: b["messages"].insert(0, b["messages"][3])),
        ("other", lambda b: b["messages"].insert(0, b["messages"][3])),
        # Recorded refusals.
        ("nova", lambda b: blocks(b, 2)[0]["toolResult"]["content"].append(named("a"))),
        ("claude", lambda b: blocks(b, 4).append(FILM)),
        ("claude", lambda b: blocks(b, 4).append(BUCKET)),
    ],
)
def test_a_family_refuses_what_others_take(family: str, fault: Callable[[Body], object]) -> None:
    body = copy.deepcopy(WHOLE)
    fault(body)

    assert judge(body, family=family) != []
    assert any(judge(body, family=other) == [] for other in FAMILIES)
