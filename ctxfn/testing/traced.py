"""Conversations in which all that is said can be recognised wherever it goes."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import TypeVar

from attrs import evolve
from pyrsistent import pvector

from ctxfn.messages import (
    Audio,
    Block,
    Call,
    File,
    Image,
    Messages,
    Node,
    Opaque,
    Part,
    Reasoning,
    Refusal,
    Text,
    ToolResult,
    Verbatim,
    Video,
    freeze,
    is_blank,
    nested_in,
    with_parts,
)
from ctxfn.testing.contents import calls_on, every_node, remade
from ctxfn.testing.words import Kind, thoughts_on

__all__ = ["traced"]

N = TypeVar("N", bound=Node)


def traced(messages: Iterable[Node]) -> Messages:
    """Return *messages* with words of its own in all that is said.

    Contract:
        Each text, refusal, thought, result, error of a result, block and text of a file stands
        there twice, with a word at the start, in the middle and at the end. One word stands in
        a call, in the name of a picture or other media (and in its address, if it is one), in an opaque
        part, and in a thought without text. A blank text stays blank, since steps may take it for nothing; a
        result without words gets some. Arguments that are blank, a number, true, false or
        null stay as they are; broken ones stay broken.

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
    kind: Kind = "results" if isinstance(node, ToolResult) else "texts"
    parts = tuple(_traced_part(part, kind, numbers) for part in node.parts)
    if kind == "results" and not any(
        isinstance(part, Text) and not is_blank(part.text) for part in parts
    ):
        parts = (*parts, Text(_word(kind, numbers)))
    marked = with_parts(node, parts if parts != node.parts else node.parts)
    changed: dict[str, object] = {}
    if calls_on(node):
        changed["calls"] = tuple(_traced_call(call, numbers) for call in calls_on(node))
    if thoughts_on(node):
        changed["reasoning"] = tuple(_traced_thought(one, numbers) for one in thoughts_on(node))
    if node.blocks:
        changed["blocks"] = tuple(_traced_block(block, numbers) for block in node.blocks)
    if isinstance(node, ToolResult) and node.error is not None:
        message = _worded(node.error.message, "errors", numbers)
        changed["error"] = evolve(node.error, message=message)
    if not changed:
        return marked
    return evolve(marked, **changed)  # type: ignore[arg-type]  # what has such a field takes it


def _word(kind: Kind, numbers: Iterator[int]) -> str:
    return f"x{kind}{next(numbers)}x"


def _worded(text: str, kind: Kind, numbers: Iterator[int]) -> str:
    """Write *text* twice, so that the word in the middle cuts nothing that it holds."""
    if is_blank(text):
        return text
    word = _word(kind, numbers)[:-1]
    return f"{word}x {text} {word}mx {text} {word}ex"


def _traced_part(part: Part, kind: Kind, numbers: Iterator[int]) -> Part:
    match part:
        case Text():
            return evolve(part, text=_worded(part.text, kind, numbers))
        case Refusal():
            return evolve(part, text=_worded(part.text, "refusals", numbers))
        case Image() | Video() | Audio() | File():
            word = _word("media", numbers)
            name = word if part.name is None else f"{part.name} {word}"
            url = part.url
            is_address = url is not None and not url.startswith("data:")
            named = evolve(part, name=name, url=f"{url}#{word}" if is_address else url)
            if isinstance(named, File) and named.text is not None:
                return evolve(named, text=_worded(named.text, "files", numbers))
            return named
        case Opaque():
            return evolve(part, value=_traced_value(part.value, _word("opaque", numbers)))


def _traced_value(value: Verbatim, word: str) -> Verbatim:
    found = value.thaw()
    return freeze({**found, "trace": word} if isinstance(found, dict) else [found, word])


def _traced_thought(thought: Reasoning, numbers: Iterator[int]) -> Reasoning:
    if not is_blank(thought.text):
        return evolve(thought, text=_worded(thought.text, "reasoning", numbers))
    if thought.sealed is not None:
        return evolve(thought, sealed=f"{thought.sealed} {_word('reasoning', numbers)}")
    if thought.signature is not None:
        return evolve(thought, signature=f"{thought.signature} {_word('reasoning', numbers)}")
    return thought


def _traced_block(block: Block, numbers: Iterator[int]) -> Block:
    return evolve(block, text=_worded(block.text, "blocks", numbers))


def _traced_call(call: Call, numbers: Iterator[int]) -> Call:
    try:
        found = json.loads(call.arguments)
    except (ValueError, RecursionError):
        return evolve(call, arguments=_traced_broken(call.arguments, numbers))
    if isinstance(found, dict):
        found = {**found, "trace": _word("calls", numbers)}
    elif isinstance(found, list):
        found = [*found, _word("calls", numbers)]
    elif isinstance(found, str):
        found = f"{found} {_word('calls', numbers)}"
    else:
        return call
    return evolve(call, arguments=json.dumps(found))


def _traced_broken(arguments: str, numbers: Iterator[int]) -> str:
    """Put a word in front, so that what was cut off stays cut off."""
    if is_blank(arguments):
        return arguments
    if arguments.startswith("{"):
        return f'{{"trace": "{_word("calls", numbers)}", {arguments[1:]}'
    return f"{_word('calls', numbers)} {arguments}"
