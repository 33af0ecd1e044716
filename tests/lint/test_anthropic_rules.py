"""Each rule of Anthropic's format: an example with a finding, one without, and the exact place."""

from __future__ import annotations

import base64
from typing import Any

import pytest
from attrs import frozen

from ctxfn.lint import Path, Severity, check_conversation, rule_named
from ctxfn.wire import codec_named, profile

__all__ = ["EXAMPLES"]


@frozen
class Example:
    """A request with one finding of a rule, and where; and one that has none."""

    code: str
    bad: Any
    found: tuple[int | None, Path]
    good: Any
    target: str = "anthropic"
    severity: Severity = "error"


def said(role: str, *blocks: Any) -> dict[str, Any]:
    return {"role": role, "content": [text(one) if isinstance(one, str) else one for one in blocks]}


def text(words: str, **more: Any) -> dict[str, Any]:
    return {"type": "text", "text": words, **more}


def marked(words: str, **more: Any) -> dict[str, Any]:
    return text(words, cache_control={"type": "ephemeral", **more})


USER = said("user", "hi")
CALL = {"type": "tool_use", "id": "t1", "name": "now", "input": {}}
THOUGHT = {"type": "thinking", "thinking": "So.", "signature": "c2ln"}
UNSIGNED = {"type": "thinking", "thinking": "So."}
RESULT = {"type": "tool_result", "tool_use_id": "t1", "content": "12:00"}
SEARCH = {"type": "server_tool_use", "id": "s1", "name": "web_search", "input": {}}
HITS = {"type": "web_search_tool_result", "tool_use_id": "s1", "content": []}
THINKING = {"type": "enabled", "budget_tokens": 1024}


def thinking(*blocks: Any) -> dict[str, Any]:
    rows = [USER, said("assistant", *blocks), said("user", RESULT)]
    return {"thinking": THINKING, "messages": rows}


def png(width: int, kind: str = "image/png") -> dict[str, Any]:
    header = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" + width.to_bytes(4) + (7).to_bytes(4)
    data = base64.b64encode(header).decode()
    return {"type": "image", "source": {"type": "base64", "media_type": kind, "data": data}}


#: Rules that concern every target; their examples are easier to write in this format.
EVERYWHERE = ("T115", "T116", "M506")

EXAMPLES = (
    Example(
        "T110",
        [USER, said("assistant", HITS, "None.")],
        (1, ("content", 0)),
        [USER, said("assistant", SEARCH, HITS, "None.")],
    ),
    Example(
        "T115",
        [USER, said("assistant", CALL), said("user", {**RESULT, "tool_use_id": "x"})],
        (2, ("tool_call_id",)),
        [USER, said("assistant", CALL), said("user", RESULT)],
    ),
    Example(
        "T116",
        [USER, said("assistant", CALL), said("user", RESULT, {"type": "tool_approval_response"})],
        (3, ("content", 0)),
        [USER, said("assistant", CALL), said("user", RESULT)],
    ),
    Example(
        "T120",
        [USER, said("assistant", CALL), said("user", "note", RESULT)],
        (3, ("tool_call_id",)),
        [USER, said("assistant", CALL), said("user", RESULT, "note")],
    ),
    Example("R202", {"system": "Rhyme.", "messages": []}, (None, ()), [USER]),
    Example(
        "R204",
        [USER, said("assistant", "La,")],
        (1, ("role",)),
        [USER, said("assistant", "La,"), USER],
        "anthropic/recent",
    ),
    Example(
        "C310",
        [said("user", "hi", "")],
        (0, ("content", 1)),
        [USER],
    ),
    Example(
        "C311",
        [USER, said("assistant", "Once ")],
        (1, ("content", 0)),
        [USER, said("assistant", "Once "), USER],
    ),
    Example("M504", [said("user", png(9_000))], (0, ("content", 0)), [said("user", png(8_000))]),
    Example(
        "M505",
        [said("user", *[png(9)] * 20, png(2_001))],
        (0, ("content", 20)),
        [said("user", *[png(9)] * 19, png(2_001))],
    ),
    Example(
        "M506",
        [said("user", png(9, "image/jpeg"))],
        (0, ("content", 0)),
        [said("user", png(9))],
        severity="warning",
    ),
    Example(
        "N701",
        [USER, said("assistant", UNSIGNED, "Hi.")],
        (1, ("reasoning", 0)),
        [USER, said("assistant", THOUGHT, "Hi.")],
    ),
    Example("N702", thinking(CALL), (1, ("content",)), thinking(THOUGHT, CALL)),
    Example(
        "N712",
        {"messages": [USER, said("assistant", THOUGHT, "Once")]},
        (1, ("reasoning", 0)),
        {"thinking": {"type": "adaptive"}, "messages": [USER, said("assistant", THOUGHT, "Once")]},
    ),
    Example(
        "X901",
        [said("user", *map(marked, "abcde"))],
        (0, ("content", 0, "cache_control")),
        [said("user", *map(marked, "abcd"))],
    ),
    Example(
        "X902",
        [said("user", marked("a"), marked("b", ttl="1h"))],
        (0, ("content", 1, "cache_control")),
        [said("user", marked("a", ttl="1h"), marked("b"))],
    ),
)


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda one: one.code)
class TestExamples:
    """Where a rule is broken, and where it is not."""

    def test_it_finds_the_one_place(self, example: Example) -> None:
        rule = rule_named(example.code)
        assert rule is not None
        read = codec_named("anthropic").decode(example.bad)

        (finding,) = check_conversation(read, profile(example.target), rules=(rule,))

        assert (finding.index, finding.path) == example.found
        assert (finding.code, finding.severity) == (rule.code, example.severity)

    def test_it_finds_nothing_where_nothing_is(self, example: Example) -> None:
        rule = rule_named(example.code)
        assert rule is not None
        read = codec_named("anthropic").decode(example.good)

        assert check_conversation(read, profile(example.target), rules=(rule,)) == ()

    def test_openai_is_asked_what_concerns_everybody(self, example: Example) -> None:
        rule = rule_named(example.code)
        assert rule is not None
        read = codec_named("anthropic").decode(example.bad)

        found = check_conversation(read, profile("openai"), rules=(rule,))
        assert bool(found) is (example.code in EVERYWHERE)


def test_white_space_alone_is_less_bad_than_nothing() -> None:
    rule = rule_named("C310")
    assert rule is not None
    read = codec_named("anthropic").decode([said("user", "hi", " ")])

    (finding,) = check_conversation(read, profile("anthropic"), rules=(rule,))

    assert finding.severity == "warning"
