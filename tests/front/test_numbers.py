"""Numbers that Python has and JSON has not: refused with their place, never written."""

from __future__ import annotations

import json
import math
from typing import Any

import pytest

from ctxfn import assemble, fit, repair
from ctxfn.messages import InvalidJson, InvalidMessages, chat, own, user
from ctxfn.wire import Conversation, codec_named, profile

HI = {"role": "user", "content": "hi"}
TOOL = {"name": "find", "parameters": {"maximum": math.inf}}

#: A body, and where in it stands what nobody can write.
UNWRITABLE: list[tuple[Any, str]] = [
    ([{**HI, "mood": math.nan}], "message 0 at mood"),
    ([HI, {**HI, "name": math.inf}], "message 1 at name"),
    ([{**HI, "more": {"deep": [0, math.nan]}}], "message 0 at more.deep[1]"),
    ([{"role": "user", "content": [{"type": "odd", "x": math.nan}]}], "message 0 at content[0].x"),
    (
        [{"role": "user", "content": [{"type": "text", "text": "hi", "x": -math.inf}]}],
        "message 0 at content[0].x",
    ),
    ([{"role": "user", "content": [HI, math.nan]}], "message 0 at content[1]"),
    ([{"role": "user", "content": {"a": math.nan}}], "message 0 at a"),
    (
        [{"role": "assistant", "tool_calls": [{"id": "c", "index": math.nan}]}],
        "message 0 at tool_calls[0].index",
    ),
    ({"messages": [HI], "temperature": math.nan}, "temperature"),
    ({"messages": [HI], "tools": [{"type": "function", "function": TOOL}]}, "tools[0].maximum"),
]


class TestExamples:
    @pytest.mark.parametrize(("body", "place"), UNWRITABLE)
    @pytest.mark.parametrize("verb", [repair, assemble, lambda body: fit(body, messages=9)])
    def test_is_refused_with_its_place(self, verb: Any, body: object, place: str) -> None:
        with pytest.raises((InvalidMessages, InvalidJson)) as refused:
            verb(body)

        assert str(refused.value).startswith(f"{place}: found the float ")

    @pytest.mark.parametrize("number", [math.nan, math.inf, -math.inf])
    @pytest.mark.parametrize(
        "row",
        [
            lambda number: {"mood": number},
            lambda number: {"metadata": {"cost": number}},
            lambda number: {"createdAt": number},
            lambda number: {"imageList": [{"id": number, "url": "x"}]},
            lambda number: {"pluginState": {"a": [number]}},
        ],
    )
    def test_a_ui_row_is_refused(self, row: Any, number: float) -> None:
        with pytest.raises(InvalidJson, match=r"message 1, at .*: found the float"):
            repair([HI, {"id": "m", **HI, **row(number)}], format="uichat")

    @pytest.mark.parametrize("number", [math.nan, math.inf])
    def test_where_words_belong_its_name_is_what_was_said(self, number: float) -> None:
        said = repair([{"role": "user", "content": number}])

        assert said == [{"role": "user", "content": json.dumps(number)}]

    @pytest.mark.parametrize("codec", ["openai_chat", "uichat"])
    def test_no_codec_writes_what_a_caller_made(self, codec: str) -> None:
        made = Conversation(chat(user("hi")), None, own({"temperature": math.nan}))

        with pytest.raises(InvalidJson, match="temperature: found the float nan"):
            codec_named(codec).encode(made, profile("openai"))
