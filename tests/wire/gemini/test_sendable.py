"""Which parts no request to Gemini can hold; and what its targets say of themselves."""

from __future__ import annotations

import re

import pytest

from ctxfn.messages import (
    Assistant,
    Audio,
    File,
    Image,
    Node,
    Opaque,
    Refusal,
    System,
    Text,
    ToolName,
    ToolResult,
    User,
    freeze,
)
from ctxfn.tools import wire_name
from ctxfn.wire import is_text_pattern, profile, unsendable_parts

SHOT = Image("https://a.example/x.png")
CODE = Opaque("gemini", freeze({"executableCode": {"code": "1"}}))


class TestParts:
    """One message after the other; the first part can always be sent."""

    @pytest.mark.parametrize(
        ("node", "left"),
        [
            (User((Text("hi"), SHOT)), ()),
            (User((Text("hi"), Image(file_id="f1"))), (1,)),
            (User((Text("hi"), Image("data:image/png;base64,iVBO"))), ()),
            (User((Text("hi"), Audio(data="UklG"))), (1,)),
            (User((Text("hi"), File("gs://a/b"))), ()),
            (User((Text("hi"), Refusal("no"))), (1,)),
            (User((Text("hi"), Opaque("openai_chat", freeze({})))), (1,)),
            (User((Text("hi"), Opaque("gemini", freeze({"text": "hi"})))), (1,)),
            (User((Text("hi"), Opaque("gemini", freeze({})))), (1,)),
            (Assistant((Text("hi"), CODE, Refusal("no"))), ()),
            (System((Text("hi"), SHOT)), (1,)),
            (ToolResult((Text("hi"), SHOT), call_id="c"), ()),
            (User((Text("hi"), Opaque("gemini", freeze({"mood": "calm"})))), (1,)),
            (User((Text("hi"), Opaque("gemini", freeze({"videoMetadata": {"fps": 1}})))), ()),
        ],
    )
    def test_cannot_be_sent(self, node: Node, left: tuple[int, ...]) -> None:
        assert unsendable_parts(node, profile("gemini/2")) == left

    def test_results_hold_media_from_gemini_3_on(self) -> None:
        result = ToolResult((Text("hi"), SHOT), call_id="c")

        assert unsendable_parts(result, profile("gemini/3")) == ()


class TestTargets:
    """What rules and repairs look at."""

    def test_user_turns_in_a_row_are_accepted(self) -> None:
        assert not profile("gemini").alternation

    def test_names_of_ours_are_names_there(self) -> None:
        pattern = profile("gemini").tool_name_pattern
        assert pattern is not None
        assert is_text_pattern(pattern)

        assert re.fullmatch(pattern, wire_name(ToolName("weather-mcp", "forecast", "mcp")))
