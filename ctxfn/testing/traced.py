"""Conversations in which all that is said can be recognised wherever it goes."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from typing import Final, Literal, TypeAlias, TypeVar, get_args

from attrs import evolve
from pyrsistent import pvector

from ctxfn.messages import (
    Assistant,
    AssistantGroup,
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
    Supervisor,
    Task,
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

__all__ = ["KINDS", "Kind", "kind_of", "media_words", "traced", "words_of", "words_on"]

N = TypeVar("N", bound=Node)

#: What is said, by kinds.
Kind: TypeAlias = Literal[
    "texts", "calls", "results", "refusals", "reasoning", "media", "opaque", "blocks", "errors"
]
KINDS: Final[tuple[Kind, ...]] = get_args(Kind)

_PREFIXES: Final[dict[str, Kind]] = {f"x{kind}": kind for kind in KINDS}
_WORD: Final = re.compile(rf"(?:{'|'.join(_PREFIXES)})\d+x")


def traced(messages: Iterable[Node]) -> Messages:
    """Return *messages* with a word of its own in all that is said.

    Contract:
        That is each text, refusal, thought, call, result, error of a result, picture or other
        media (its name, and its address if that is one), opaque part and block. A blank text
        stays blank, since steps may take it for nothing; a result without words gets some.
        Arguments that are blank, or JSON but no object, stay as they are; broken ones stay broken.

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
    if _thoughts(node):
        changed["reasoning"] = tuple(_traced_thought(one, numbers) for one in _thoughts(node))
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
    return text if is_blank(text) else f"{text} {_word(kind, numbers)}"


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
            return evolve(part, name=name, url=f"{url}#{word}" if is_address else url)
        case Opaque():
            return evolve(part, value=_traced_value(part.value, _word("opaque", numbers)))


def _traced_value(value: Verbatim, word: str) -> Verbatim:
    found = value.thaw()
    return freeze({**found, "trace": word} if isinstance(found, dict) else [found, word])


def _thoughts(node: Node) -> tuple[Reasoning, ...]:
    if isinstance(node, Assistant | AssistantGroup | Supervisor | Task):
        return node.reasoning
    return ()


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
    if not isinstance(found, dict):
        return call
    return evolve(call, arguments=json.dumps({**found, "trace": _word("calls", numbers)}))


def _traced_broken(arguments: str, numbers: Iterator[int]) -> str:
    """Put a word in front, so that what was cut off stays cut off."""
    if not arguments.startswith("{"):
        return arguments
    return f'{{"trace": "{_word("calls", numbers)}", {arguments[1:]}'


def kind_of(word: str) -> Kind:
    """Return what a traced *word* stands for."""
    return _PREFIXES[word[:-1].rstrip("0123456789")]


def words_on(node: Node) -> tuple[str, ...]:
    """Return the traced words on *node* itself, in order; media that it names twice, once."""
    texts = [text for part in node.parts for text in _texts_of(part)]
    texts += [block.text for block in node.blocks]
    texts += [call.arguments for call in calls_on(node)]
    texts += [f"{one.text} {one.sealed or ''} {one.signature or ''}" for one in _thoughts(node)]
    if isinstance(node, ToolResult) and node.error is not None:
        texts.append(node.error.message)
    found = [word for text in texts if "x" in text for word in _WORD.findall(text)]
    media = {word for word in found if kind_of(word) == "media"}
    if not media:
        return tuple(found)
    return (*(word for word in found if word not in media), *_once(found, media))


def _once(words: Iterable[str], among: set[str]) -> Iterator[str]:
    return (word for word in dict.fromkeys(words) if word in among)


def _texts_of(part: Part) -> tuple[str, ...]:
    match part:
        case Text() | Refusal():
            return (part.text,)
        case Image() | Video() | Audio() | File():
            text = part.text if isinstance(part, File) else None
            return (part.name or "", part.url or "", text or "")
        case Opaque():
            return (part.value.text,)


def words_of(messages: Iterable[Node]) -> tuple[str, ...]:
    """Return every traced word in *messages*, in order, cards included."""
    return tuple(word for _, node in every_node(messages) for word in words_on(node))


def media_words(messages: Iterable[Node]) -> tuple[str, ...]:
    """Return the traced words of the media that are there themselves, not only named."""
    return tuple(
        word
        for _, node in every_node(messages)
        for part in node.parts
        if isinstance(part, Image | Video | Audio | File)
        for word in dict.fromkeys(_WORD.findall(f"{part.name} {part.url}"))
    )
