"""Replace what no text in UTF-8 can hold."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, TypeVar

from ctxfn.context import Note
from ctxfn.messages import (
    NOWHERE,
    Assistant,
    Call,
    Node,
    System,
    Text,
    ToolResult,
    User,
    are_whole,
    is_whole,
    whole_text,
)
from ctxfn.pipeline import Told, each_message
from ctxfn.processors.legalize.every_text import map_every_text, map_value, texts_to_mend

__all__ = ["broken_fields", "maybe_broken", "mend_unicode", "whole_characters"]

V = TypeVar("V")

#: Fields of a result that only some have.
_NONE: Final = (None, None, None, None)
_SAID: Final = frozenset((System, User))


@each_message
def mend_unicode(
    message: System | User | Assistant | ToolResult, /
) -> System | User | Assistant | ToolResult | Told:
    """Put U+FFFD where a lone surrogate stands, in whatever field.

    Contract:
        Words, arguments, reasoning, names, ids, addresses and kept JSON alike, so a call and
        its result go on sharing an id. Nothing else changes. A message that does is noted, with
        the fields concerned; one without surrogates is the same object. Twice is once.

    Complexity: O(characters).

    Source: catalogue rule ``invalid-unicode``; JSON in UTF-8 cannot carry them.

    Examples:
        >>> from ctxfn.messages import chat, text_of, user
        >>> text_of(mend_unicode(chat(user("cut \\ud83d")))[0]) == "cut \\ufffd"
        True
    """
    broken = broken_fields(message)
    if not broken:
        return message
    mended = map_every_text(whole_text, message)
    ids = () if mended.id is None else (mended.id,)
    text = f"halves of characters were replaced in {', '.join(broken)}"
    return Told((mended,), (Note("mend_unicode", "unicode-mended", text, ids),))


def broken_fields(message: System | User | Assistant | ToolResult) -> tuple[str, ...]:
    """Name the fields of *message* that hold a lone surrogate; nearly always none.

    Contract:
        In the order of the fields; every text at any depth is looked at.

    Complexity: O(characters).

    Source: catalogue rule ``invalid-unicode``.

    Examples:
        >>> from ctxfn.messages import user
        >>> broken_fields(user("fine", name="cut \\ud83d"))
        ('name',)
    """
    return texts_to_mend(is_whole, message)


def whole_characters(value: V) -> V:
    """Put U+FFFD where a lone surrogate stands in what is beside messages: JSON, declarations.

    Contract:
        The same object if none does.

    Complexity: O(characters).

    Source: catalogue rule ``invalid-unicode``.

    Examples:
        >>> from ctxfn.messages import freeze
        >>> whole_characters(freeze({"user": "cut \\ud83d"})).thaw() == {"user": "cut \\ufffd"}
        True
    """
    return map_value(whole_text, value)


@mend_unicode.looks
def maybe_broken(nodes: Sequence[Node], /) -> list[int]:
    """Find the places of messages that may hold a lone surrogate; nearly always none.

    Contract:
        No other message holds one.

    Complexity: O(nodes + characters). Messages of words, ids and calls alone, as nearly all
    are, are tried as one text; a walk over the fields of each takes twenty times as long.

    Source: ours.

    Examples:
        >>> from ctxfn.messages import user
        >>> maybe_broken([user("fine")]), maybe_broken([user("cut \\ud83d")])
        ([], [0])
    """
    texts: list[str] = []
    # What is most often there is told in one expression, which calls nothing of ours.
    unusual = [
        place
        for place, node in enumerate(nodes)
        if not (
            (
                not (parts := node.parts)
                or (
                    len(parts) == 1
                    and type(only := parts[0]) is Text
                    and not only.extras
                    and only.signature is None
                )
            )
            and node.id is None
            and not (node.extras or node.marks or node.blocks)
            and node.origin is NOWHERE
            and (
                node.name is None
                if type(node) is User
                else node.tool is None
                and node.error is None
                and node.state is None
                and node.synthetic is None
                and node.kind == "function"
                and node.call_id.isascii()
                if type(node) is ToolResult
                else type(node) is Assistant
                and not node.reasoning
                and node.usage is None
                and node.name is None
                and (not node.calls or _are_usual(node.calls, texts))
            )
        )
        and not _is_usual(node, texts)
    ]
    texts += [part.text for node in nodes for part in node.parts if type(part) is Text]
    if are_whole(texts):
        return unusual
    return [place for place, node in enumerate(nodes) if not _is_fine(node)]


def _is_fine(message: Node) -> bool:
    """Say whether *message* surely holds no lone surrogate."""
    texts: list[str] = []
    return _is_usual(message, texts) and is_whole("".join(texts))


def _is_usual(message: Node, texts: list[str]) -> bool:
    """Say whether *message* has words, ids and calls alone, and add those to *texts*."""
    if message.extras or message.marks or message.blocks or message.origin is not NOWHERE:
        return False
    if message.id is not None:
        texts.append(message.id)
    for part in message.parts:
        if type(part) is not Text or part.extras or part.signature is not None:
            return False
        texts.append(part.text)
    if type(message) is Assistant:
        if message.reasoning or message.usage is not None or message.name is not None:
            return False
        return not message.calls or _are_usual(message.calls, texts)
    if type(message) is ToolResult:
        if (message.tool, message.error, message.state, message.synthetic) != _NONE:
            return False
        texts += (message.call_id, message.kind)
        return True
    return type(message) in _SAID and getattr(message, "name", None) is None


def _are_usual(calls: tuple[Call, ...], texts: list[str]) -> bool:
    """Add the texts of *calls* to *texts*, if they are in no other fields than those of most."""
    for call in calls:
        if type(call.tool) is not str or call.extras or call.signature is not None:
            return False
        texts += (call.id, call.tool, call.arguments, call.kind)
    return True
