"""Try the laws of codecs: encode and decode undo each other, and nothing is lost in silence."""

from __future__ import annotations

import json
from collections.abc import Callable
from copy import deepcopy
from typing import TYPE_CHECKING, TypeVar

from attrs import evolve
from hypothesis import event
from hypothesis import strategies as st

from ctxfn.errors import CtxfnError
from ctxfn.messages import Messages, Node, ToolResult, is_ours, reuse
from ctxfn.testing.conversations import conversations as any_conversations
from ctxfn.testing.errors import LawBroken
from ctxfn.testing.openai import openai_requests
from ctxfn.testing.shown import shown
from ctxfn.testing.texts import json_values
from ctxfn.testing.trials import try_all
from ctxfn.wire import Codec, Conversation

if TYPE_CHECKING:
    from ctxfn.wire import Profile

__all__ = ["check_codec"]

T = TypeVar("T")


def check_codec(
    codec: Codec,
    profile: Profile,
    /,
    *,
    conversations: st.SearchStrategy[Messages] | st.SearchStrategy[Conversation] | None = None,
    bodies: st.SearchStrategy[object] | None = None,
    junk: st.SearchStrategy[object] | None = None,
    examples: int | None = None,
) -> None:
    """Check that *codec* keeps the laws of codecs, encoding for *profile*.

    Contract:
        *decodes what it encodes*: if nothing was lost, the same conversation comes back, whatever
        is told of how it was read.
        *encodes what it decoded*: each of *bodies*, which the format takes, comes back as it
        was, with its keys in order; left out, this law is not tried. *total*: any JSON, *junk*,
        is read or refused with one of our errors, and what was read can be written. *pure*:
        twice is the same, inputs are unchanged, what is handed out is fresh, and later changes
        of a body are not seen. *one meaning*: both doors read the same from a body.

    Raises:
        LawBroken: it names the law, the codec, and the smallest input that shows it.
    """
    chats: st.SearchStrategy[Messages | Conversation] = st.one_of(
        any_conversations() if conversations is None else conversations
    )
    try_all(lambda chat: _written(codec, profile, chat), chats, examples)
    dirty = st.one_of(openai_requests(), json_values(nan=True)) if junk is None else junk
    try_all(lambda body: _anything(codec, profile, body), dirty, examples)
    if bodies is not None:
        try_all(lambda body: _read(codec, profile, body), bodies, examples)


def _written(codec: Codec, profile: Profile, chat: Messages | Conversation) -> None:
    conversation = chat if isinstance(chat, Conversation) else Conversation(chat)
    given = shown(conversation.messages)

    def broken(law: str, found: str, expected: str) -> LawBroken:
        return LawBroken(law, f"codec {codec.name}", found, expected, given)

    before = repr(conversation)
    encoded = _total(codec, given, lambda: codec.encode(conversation, profile))
    if encoded is None:
        event("encode: refused")
        return
    text = _text(encoded.body)
    again = codec.encode(conversation, profile)
    if _text(again.body) != text or again.losses != encoded.losses:
        raise broken("pure", f"the second time {_text(again.body)}", text)
    if repr(conversation) != before:
        raise broken("pure", f"its input changed to {conversation!r}", before)
    _spoil(again.body)
    if _text(encoded.body) != text or _text(codec.encode(conversation, profile).body) != text:
        raise broken("pure", "a body that shares lists or objects with another", "a fresh one")
    event("encode: with losses" if encoded.losses else "encode: lossless")
    if encoded.losses:
        return
    back = _total(codec, given, lambda: codec.decode(encoded.body))
    if back is not None:
        # What reading says of an opaque part that is no part of the format was not lost.
        back = evolve(back, problems=conversation.problems)
    same = (before, *(repr(one) for one in _nobodys(conversation)))
    if back is None or repr(back) not in same:
        found = "a refusal" if back is None else repr(back)
        raise broken("decodes what it encodes", f"{found} from {text}", before)


def _nobodys(conversation: Conversation) -> tuple[Conversation, Conversation]:
    """Forget who of us made a message, and why: no format has a word for it, and none is wanted.

    The id that we gave it is nobody's either, unless the format has a place for ids.
    """
    made = [_not_ours(node) for node in conversation.messages]
    bare = [
        evolve(one, id=None) if is_ours(node) else one
        for node, one in zip(conversation.messages, made, strict=True)
    ]
    before = conversation.messages
    return (
        evolve(conversation, messages=reuse(before, made)),
        evolve(conversation, messages=reuse(before, bare)),
    )


def _not_ours(node: Node) -> Node:
    if isinstance(node, ToolResult) and node.synthetic is not None:
        node = evolve(node, synthetic=None)
    return node if node.origin.ours is None else evolve(node, origin=evolve(node.origin, ours=None))


def _read(codec: Codec, profile: Profile, body: object) -> None:
    text = _text(body)
    read = _total(codec, text, lambda: codec.decode(body))
    if read is None:
        found = "a refusal"
        raise LawBroken("encodes what it decoded", f"codec {codec.name}", found, text, text)
    back = _text(codec.encode(read, profile).body)
    if back != text:
        raise LawBroken("encodes what it decoded", f"codec {codec.name}", back, text, text)


def _anything(codec: Codec, profile: Profile, body: object) -> None:
    text = _text(body)

    def broken(law: str, found: str, expected: str) -> LawBroken:
        return LawBroken(law, f"codec {codec.name}", found, expected, text)

    given = deepcopy(body)
    read = _total(codec, text, lambda: codec.decode(given))
    if _text(given) != text:
        raise broken("pure", f"its input changed to {_text(given)}", "it unchanged")
    if read is None:
        event("decode: refused")
        return
    event("decode: read")
    before = repr(read)
    if repr(codec.decode(deepcopy(body))) != before:
        raise broken("pure", "another conversation from an equal body", before)
    _spoil(given)
    if repr(read) != before:
        raise broken("pure", "a conversation that changes with the body it came from", before)
    _total(codec, text, lambda: codec.encode(read, profile))
    try:
        data = json.dumps(body, allow_nan=False, ensure_ascii=False).encode()
    except ValueError:
        return
    parsed = _total(codec, text, lambda: codec.decode_bytes(data))
    if repr(parsed) != before:
        raise broken("one meaning", f"from bytes {parsed!r}", before)


def _total(codec: Codec, given: str, do: Callable[[], T]) -> T | None:
    """Return what comes of it, `None` if it is refused with an error of ours."""
    try:
        return do()
    except CtxfnError:
        return None
    except Exception as error:
        found = f"{type(error).__name__}: {str(error)[:300]}"
        expected = "an answer, or one of ctxfn's errors"
        raise LawBroken("total", f"codec {codec.name}", found, expected, given) from error


def _text(body: object) -> str:
    return json.dumps(body, ensure_ascii=False)


def _spoil(body: object) -> None:
    """Change every list and object in a body that is nobody else's."""
    waiting = [body]
    while waiting:
        value = waiting.pop()
        if isinstance(value, dict):
            waiting += value.values()
            value["spoiled"] = True
        elif isinstance(value, list):
            waiting += value
            value.append("spoiled")
