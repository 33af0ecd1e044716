"""Conversations in which every text, call and result can be recognised wherever it goes."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from typing import Final, TypeVar

from attrs import evolve
from pyrsistent import pvector

from ctxfn.messages import (
    Call,
    Messages,
    Node,
    Text,
    ToolResult,
    is_blank,
    nested_in,
    with_parts,
)
from ctxfn.testing.contents import calls_on, every_node, remade

__all__ = ["KINDS", "traced", "words_of", "words_on"]

N = TypeVar("N", bound=Node)

#: What a traced word stands for, by its first letters.
KINDS: Final = {"xtext": "texts", "xcall": "calls", "xresult": "results"}

_WORD: Final = re.compile(r"(?:xtext|xcall|xresult)\d+x")


def traced(messages: Iterable[Node]) -> Messages:
    """Return *messages* with a word of its own in every text, call and result.

    Contract:
        A blank text stays blank, since steps may take it for nothing; a result without words
        gets some. Arguments that are no JSON object stay as they are.

    Complexity: O(characters), at any depth.
    """
    numbers = iter(range(10**9))
    return pvector([_rebuilt(node, numbers) for node in messages])


def _rebuilt(outermost: Node, numbers: Iterator[int]) -> Node:
    """Rebuild from the inside out, without recursion: children stand behind their parent."""
    found = [node for _, node in every_node((outermost,))]
    marked = [_marked(node, numbers) for node in found]
    ready: list[Node] = []
    for node in reversed(marked):
        count = len(nested_in(node))
        inner = [ready.pop() for _ in range(count)]
        ready.append(remade(node, inner) if count else node)
    return ready[0]


def _marked(node: N, numbers: Iterator[int]) -> N:
    kind = "xresult" if isinstance(node, ToolResult) else "xtext"
    parts = tuple(
        Text(f"{part.text} {kind}{next(numbers)}x", part.signature, part.extras)
        if isinstance(part, Text) and not is_blank(part.text)
        else part
        for part in node.parts
    )
    if kind == "xresult" and not any(
        _WORD.search(getattr(part, "text", None) or "") for part in parts
    ):
        parts = (*parts, Text(f"{kind}{next(numbers)}x"))
    marked = with_parts(node, parts if parts != node.parts else node.parts)
    calls = tuple(_traced_call(call, numbers) for call in calls_on(marked))
    if not calls:
        return marked
    return evolve(marked, calls=calls)  # type: ignore[arg-type]  # what has calls takes them


def _traced_call(call: Call, numbers: Iterator[int]) -> Call:
    try:
        found = json.loads(call.arguments)
    except ValueError:
        return call
    if not isinstance(found, dict):
        return call
    return evolve(call, arguments=json.dumps({**found, "trace": f"xcall{next(numbers)}x"}))


def words_on(node: Node) -> tuple[str, ...]:
    """Return the traced words on *node* itself, in order: content, blocks, calls, error."""
    texts = [getattr(part, "text", None) or "" for part in node.parts]
    texts += [block.text for block in node.blocks]
    texts += [call.arguments for call in calls_on(node)]
    if isinstance(node, ToolResult) and node.error is not None:
        texts.append(node.error.message)
    return tuple(word for text in texts for word in _WORD.findall(text))


def words_of(messages: Iterable[Node]) -> tuple[str, ...]:
    """Return every traced word in *messages*, in order, cards included."""
    return tuple(word for _, node in every_node(messages) for word in words_on(node))
