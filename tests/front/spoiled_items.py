"""Responses conversations spoiled at random, the same for the same seed."""

from __future__ import annotations

import copy
from random import Random
from typing import Any

from tests.front.spoiled_bodies import WAYS

__all__ = ["WHOLE", "spoiled_items"]

Row = dict[str, Any]

IMAGE = {"type": "input_image", "image_url": "https://a.example/x.png", "detail": "auto"}
FILE = {"type": "input_file", "file_id": "file_1"}


def _said(text: str, **more: Any) -> Row:
    part = {"type": "output_text", "text": text, "annotations": []}
    return {"type": "message", "role": "assistant", "content": [part], **more}


def _call(call_id: str, **more: Any) -> Row:
    return {"type": "function_call", "call_id": call_id, "name": "find", "arguments": "{}", **more}


def _output(call_id: str, output: Any = "42") -> Row:
    return {"type": "function_call_output", "call_id": call_id, "output": output}


WHOLE: list[Row] = [
    {"role": "system", "content": "Be brief."},
    {"role": "user", "content": [{"type": "input_text", "text": "Look:"}, IMAGE, FILE]},
    {"type": "reasoning", "id": "rs_1", "summary": [], "encrypted_content": "sealed"},
    _said("Both, then.", id="msg_1", status="completed"),
    _call("c1", id="fc_1", status="completed"),
    _call("c2", id="fc_2"),
    _output("c1"),
    _output("c2", [{"type": "input_text", "text": "43"}, IMAGE]),
    {"type": "reasoning", "id": "rs_2", "summary": [{"type": "summary_text", "text": "So."}]},
    {"type": "custom_tool_call", "id": "ctc_1", "call_id": "c3", "name": "sh", "input": "ls"},
    {"type": "custom_tool_call_output", "call_id": "c3", "output": "a.txt"},
    {
        "type": "web_search_call",
        "id": "ws_1",
        "status": "completed",
        "action": {"type": "search", "query": "x"},
    },
    _said("Found it.", id="msg_2", status="completed", phase="final_answer"),
    {"role": "user", "content": "And now?"},
    {"type": "shell_call", "id": "sh_1", "call_id": "c4", "action": {"commands": ["ls"]}},
    {"type": "shell_call_output", "call_id": "c4", "output": []},
    {"role": "assistant", "content": [{"type": "refusal", "refusal": "No more."}]},
    {"type": "message", "role": "developer", "content": "Say why."},
    {"role": "assistant", "content": "Because."},
    {"role": "user", "content": "Oh."},
]

VALUES: tuple[Any, ...] = (
    None,
    "",
    " ",
    "x",
    "\ud83d",
    "y" * 70,
    "msg_a-b",
    "rs_9",
    "fc_9",
    "c1",
    5,
    True,
    [],
    {},
    [None],
    [""],
    {"type": "input_text"},
    [{"type": "input_text", "text": None}],
    [{"type": "input_text", "text": "in"}],
    [{"type": "output_text", "text": "out"}],
    [{"type": "text", "text": "chat"}],
    [{"type": "input_image"}],
    [{"type": "odd", "odd": "\ud83d"}],
    [IMAGE],
    [FILE],
    [{"type": "refusal", "refusal": "no"}],
    "user",
    "assistant",
    "reasoning",
    "function_call",
    "custom_tool_call",
    "function_call_output",
    "custom_tool_call_output",
    "shell_call_output",
    "item_reference",
    "hologram",
    "message",
)

KEYS = (
    *("content", "role", "type", "id", "call_id", "name", "arguments", "input", "output"),
    *("status", "summary", "encrypted_content", "text", "image_url", "mood", "phase"),
)


def spoiled_items(seed: int) -> Any:
    """Return a body, or a bare list of items, with a few damages, chosen by *seed*."""
    random = Random(seed)
    start = random.randrange(len(WHOLE))
    rows: list[Any] = copy.deepcopy(WHOLE[start : start + random.randint(1, len(WHOLE))])
    for _ in range(random.randint(1, 6)):
        random.choice((*WAYS, _set, _set, _set))(rows, random)
    rows = [one for one in rows if isinstance(one, dict)]
    if random.random() < 0.3:
        return rows
    body: Row = {"model": "gpt-5", "input": rows}
    if random.random() < 0.3:
        body["store"] = False
    if random.random() < 0.2:
        body["previous_response_id"] = "resp_1"
    if random.random() < 0.3:
        body["instructions"] = random.choice([None, "", "Rhyme."])
    if random.random() < 0.4:
        body["tools"] = copy.deepcopy(random.choice(TOOLS))
    return body


TOOLS: tuple[Any, ...] = (
    [],
    [{"type": "function", "name": "find", "parameters": {"type": "object"}}],
    [{"type": "function", "name": "find it", "parameters": None, "strict": True}] * 2,
    [{"type": "function", "function": {"name": "find", "parameters": {"type": None}}}],
    [{"type": "web_search"}, {"type": "custom", "name": "sh"}, {"type": "web_search"}],
    [{"type": "function", "name": "", "description": 5}, None, 5],
)


def _set(rows: list[Any], random: Random) -> None:
    """Put a value of this format, right or wrong, where it may not belong."""
    objects = [one for one in rows if isinstance(one, dict)]
    if objects:
        one = random.choice(objects)
        one[random.choice([*one, *one, random.choice(KEYS)])] = copy.deepcopy(random.choice(VALUES))
