"""The codec record of DeepSeek's format, and its three functions: a dialect of chat completions."""

from __future__ import annotations

from typing import Final

from ctxfn.messages import freeze
from ctxfn.wire.codec import Codec, Conversation, Encoded
from ctxfn.wire.deepseek.dialect import CODEC, DIALECT
from ctxfn.wire.openai_chat.decode import read_bytes, read_conversation
from ctxfn.wire.openai_chat.encode import write_conversation
from ctxfn.wire.profiles import Profile

__all__ = ["DEEPSEEK", "decode", "decode_bytes", "encode"]


def decode(body: object) -> Conversation:
    """Read *body*, a request or a list of messages.

    Contract:
        As the codec ``openai_chat`` reads, in this dialect.

    Complexity: O(size of *body*).

    Source: DeepSeek's API reference, "Create chat completion"; recorded requests.

    Raises:
        InvalidMessages, InvalidJson, TooDeep: as there.

    Examples:
        >>> said = decode([{"role": "assistant", "content": "Hi", "reasoning_content": "Hm."}])
        >>> said.messages[0].reasoning[0].text
        'Hm.'
    """
    return read_conversation(body, freeze, DIALECT)


def decode_bytes(data: bytes) -> Conversation:
    """Parse *data* and read it as `decode` does, without copying what only we hold.

    Complexity: O(bytes).

    Source: as `decode`.

    Raises:
        InvalidMessages, InvalidJson, TooDeep: as `decode`.

    Examples:
        >>> decode_bytes(b'[{"role": "user", "content": "hi"}]').messages[0].role
        'user'
    """
    return read_bytes(data, DIALECT)


def encode(conversation: Conversation, profile: Profile) -> Encoded:
    """Write *conversation* for the target of *profile*.

    Contract:
        As the codec ``openai_chat`` writes, in this dialect.

    Complexity: O(size of *conversation*).

    Source: as `decode`.

    Examples:
        >>> from ctxfn.messages import chat, user
        >>> from ctxfn.wire import profile
        >>> encode(Conversation(chat(user("hi"))), profile("deepseek")).body
        [{'role': 'user', 'content': 'hi'}]
    """
    return write_conversation(conversation, profile, DIALECT)


#: Bodies and bare lists of DeepSeek's chat completions.
DEEPSEEK: Final = Codec(CODEC, encode, decode, decode_bytes)
