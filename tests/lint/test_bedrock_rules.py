"""Each rule that Bedrock's families gave rise to: an example with a finding, one without, the place."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve, frozen

from ctxfn.lint import Path, check_conversation, fix_conversation, rule_named
from ctxfn.wire import codec_named, document_name, profile

CODEC = codec_named("bedrock")


@frozen
class Example:
    """A request with findings of one rule, the places of those, and one that has none."""

    code: str
    bad: Any
    found: tuple[tuple[int, Path], ...]
    good: Any
    target: str = "bedrock/claude"


def said(role: str, *blocks: Any) -> dict[str, Any]:
    return {
        "role": role,
        "content": [{"text": one} if isinstance(one, str) else one for one in blocks],
    }


def plan(name: Any = "plan") -> dict[str, Any]:
    return {"document": {"name": name, "format": "txt", "source": {"bytes": "QQ=="}}}


def result(id: str = "t1", *content: Any, **more: Any) -> dict[str, Any]:
    return {"toolResult": {"toolUseId": id, "content": list(content), **more}}


HI = said("user", "hi")
OK = said("assistant", "ok")
PICTURE = {"image": {"format": "png", "source": {"bytes": "iVBO"}}}
ASKED = said("assistant", {"toolUse": {"toolUseId": "t1", "name": "now", "input": {}}})
TWICE = said(
    "assistant",
    *({"toolUse": {"toolUseId": one, "name": "now", "input": {}}} for one in ("t1", "t2")),
)
TOOLS = {"tools": [{"toolSpec": {"name": "now", "inputSchema": {"json": {"type": "object"}}}}]}
NOON = {"text": "noon"}

EXAMPLES = (
    Example(
        "T117",
        [HI, ASKED, said("user", result("t1", NOON), "So?")],
        ((3, ("role",)),),
        [HI, ASKED, said("user", result("t1", NOON)), OK, HI],
        "bedrock/llama",
    ),
    Example(
        "T117",
        [HI, ASKED, said("user", result("t1", NOON), PICTURE, "So?")],
        ((3, ("role",)),),
        [HI, ASKED, said("user", result("t1", NOON), PICTURE)],
        "bedrock/nova",
    ),
    Example(
        "T118",
        {"messages": [HI, ASKED, said("user", result("t1", NOON))]},
        ((1, ("content",)),),
        {"messages": [HI, ASKED, said("user", result("t1", NOON))], "toolConfig": TOOLS},
    ),
    Example(
        "T119",
        [HI, TWICE, said("user", result("t1", NOON)), said("user", result("t2", NOON)), HI],
        ((3, ("role",)), (4, ("role",))),
        [HI, TWICE, said("user", result("t1", NOON), result("t2", NOON), "hi")],
    ),
    Example(
        "C315",
        [HI, ASKED, said("user", result(status="error"))],
        ((2, ("content",)),),
        [HI, ASKED, said("user", result("t1", NOON, status="error"))],
    ),
    Example(
        "M507",
        [said("user", "a", *[PICTURE] * 22)],
        ((0, ("content", 1)), (0, ("content", 2))),
        [said("user", "a", *[PICTURE] * 20), OK, said("user", PICTURE)],
    ),
    Example(
        "M508",
        [said("user", "a", *(plan(f"a{n}") for n in range(5))), OK, said("user", "b", plan("b"))],
        ((0, ("content", 1)),),
        [said("user", "a", *(plan(f"a{n}") for n in range(5)))],
    ),
    Example(
        "M509",
        [said("user", "a", plan()), OK, said("user", "b", plan("PLAN"))],
        ((2, ("content", 1)),),
        [said("user", "a", plan()), OK, said("user", "b", plan("PLAN-2"))],
    ),
    Example(
        "M510",
        [said("user", "a", plan("plan.pdf"), plan("a  b"), plan(""), plan("x" * 201))],
        tuple((0, ("content", number)) for number in range(1, 5)),
        [said("user", "a", plan("x" * 200), plan("a b (1) [2]"))],
    ),
    Example("M511", [said("user", plan())], ((0, ("content",)),), [said("user", "a", plan())]),
    Example(
        "X901",
        [
            said(
                "user",
                *(one for _ in range(5) for one in ("a", {"cachePoint": {"type": "default"}})),
            )
        ],
        ((0, ("content", 0, "cachePoint")),),
        [said("user", "a", {"cachePoint": {"type": "default"}})],
    ),
)


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda one: one.code)
class TestExamples:
    def test_it_is_found_where_it_is(self, example: Example) -> None:
        rule = rule_named(example.code)
        assert rule is not None
        found = check_conversation(
            CODEC.decode(example.bad), profile(example.target), rules=(rule,)
        )

        assert [(one.index, one.path) for one in found] == list(example.found)
        assert {one.severity for one in found} == {"error"}

    def test_what_is_right_has_no_finding(self, example: Example) -> None:
        rule = rule_named(example.code)
        assert rule is not None
        read = CODEC.decode(example.good)

        assert check_conversation(read, profile(example.target), rules=(rule,)) == ()

    def test_its_fix_leaves_nothing_to_find(self, example: Example) -> None:
        rule = rule_named(example.code)
        assert rule is not None
        read = CODEC.decode(example.bad)
        fixed = fix_conversation(read, profile(example.target), rules=(rule,), lossy=True)

        assert (fixed.left == ()) is rule.has_fix

    def test_openai_is_not_asked(self, example: Example) -> None:
        rule = rule_named(example.code)
        assert rule is not None

        assert rule.severity(profile("openai")) is None


def test_a_profile_of_ones_own_has_its_own_letters() -> None:
    rule = rule_named("document-name-format")
    assert rule is not None
    own = evolve(profile("bedrock"), document_name_pattern="[a-z]+", document_name_length=9)
    read = CODEC.decode([said("user", "a", plan("Plan"))])
    fixed = fix_conversation(read, own, rules=(rule,))

    assert document_name(fixed.conversation.messages[0].parts[1]) == "lan"
