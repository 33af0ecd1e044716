"""The traced words of a conversation, read back wherever they went."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final, Literal, TypeAlias, get_args

from ctxfn.messages import (
    Assistant,
    AssistantGroup,
    Audio,
    Call,
    File,
    Image,
    Node,
    Opaque,
    Part,
    Reasoning,
    Refusal,
    Supervisor,
    Task,
    Text,
    ToolResult,
    Video,
)
from ctxfn.testing.contents import calls_on, every_node

__all__ = [
    "KINDS",
    "Kind",
    "bare_on",
    "bare_word",
    "kind_of",
    "media_words",
    "number_of",
    "text_of_thought",
    "texts_of_part",
    "thoughts_on",
    "words_in",
    "words_of",
    "words_on",
]

#: What is said, by kinds; `files` are the texts that were read out of files.
Kind: TypeAlias = Literal[
    "texts",
    "calls",
    "results",
    "refusals",
    "reasoning",
    "media",
    "files",
    "opaque",
    "blocks",
    "errors",
]
KINDS: Final[tuple[Kind, ...]] = get_args(Kind)

_PREFIXES: Final[dict[str, Kind]] = {f"x{kind}": kind for kind in KINDS}
_WORD: Final = re.compile(rf"(?:{'|'.join(_PREFIXES)})\d+[me]?x")


def words_in(text: str) -> list[str]:
    """Return the traced words in *text*, in order."""
    return _WORD.findall(text) if "x" in text else []


def kind_of(word: str) -> Kind:
    """Return what a traced *word* stands for."""
    return _PREFIXES[word[:-1].rstrip("me").rstrip("0123456789")]


def number_of(word: str) -> str:
    """Return *word* without its place: the same for the words of one text."""
    return word[:-1].rstrip("me")


def thoughts_on(node: Node) -> tuple[Reasoning, ...]:
    """Return what the model thought on *node* itself, be it a message or a card."""
    if isinstance(node, Assistant | AssistantGroup | Supervisor | Task):
        return node.reasoning
    return ()


def texts_of_part(part: Part) -> tuple[str, ...]:
    """Return what of *part* may hold words."""
    match part:
        case Text() | Refusal():
            return (part.text,)
        case Image() | Video() | Audio() | File():
            text = part.text if isinstance(part, File) else None
            return (part.name or "", part.url or "", text or "")
        case Opaque():
            return (part.value.text,)


def text_of_thought(thought: Reasoning) -> str:
    """Return what of *thought* may hold words."""
    return f"{thought.text} {thought.sealed or ''} {thought.signature or ''}"


def words_on(node: Node) -> tuple[str, ...]:
    """Return the traced words on *node* itself, in order; media that it names twice, once."""
    texts = [text for part in node.parts for text in texts_of_part(part)]
    texts += [block.text for block in node.blocks]
    texts += [call.arguments for call in calls_on(node)]
    texts += [text_of_thought(one) for one in thoughts_on(node)]
    if isinstance(node, ToolResult) and node.error is not None:
        texts.append(node.error.message)
    found = [word for text in texts if "x" in text for word in _WORD.findall(text)]
    media = {word for word in found if word.startswith("xmedia")}
    if not media:
        return tuple(found)
    return (*(word for word in found if word not in media), *_once(found, media))


def _once(words: Iterable[str], among: set[str]) -> Iterator[str]:
    return (word for word in dict.fromkeys(words) if word in among)


def bare_word(call: Call) -> str:
    """Name a call whose arguments have no room for a word: by its id and its tool."""
    return f"the call {call.id!r} of {call.tool!r}"


def bare_on(node: Node) -> tuple[str, ...]:
    """Name the calls on *node* itself in whose arguments no word stands."""
    return tuple(bare_word(call) for call in calls_on(node) if not words_in(call.arguments))


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
        for word in dict.fromkeys(words_in(f"{part.name} {part.url}"))
    )
