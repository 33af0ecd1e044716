"""The protocols that clients speak: what is sent through which door of an SDK, and who listens."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from typing import Any, Final, TypeAlias, cast

from attrs import frozen

from ctxfn.io.models.asking import RawAnswer
from ctxfn.io.models.chat_hearing import ChatHearing
from ctxfn.io.models.hearing import Hearing
from ctxfn.io.models.messages_hearing import MessagesHearing
from ctxfn.io.models.responses_hearing import ResponsesHearing

__all__ = ["CHAT", "MESSAGES", "RESPONSES", "Create", "Speech"]

_Body: TypeAlias = dict[str, object]
_Sent: TypeAlias = AbstractAsyncContextManager[RawAnswer]

#: The function of an SDK that makes a request and hands out its answer unread.
Create: TypeAlias = Callable[..., _Sent]


@frozen
class Speech:
    """One protocol. `codecs` write for it; `find` takes the function of an SDK that `send` calls."""

    codecs: tuple[str, ...]
    find: Callable[[Any], Create]
    send: Callable[[Create, float | None, _Body], _Sent]
    listen: Callable[[str, str], Hearing]


def _find_chat(sdk: Any) -> Create:
    return cast("Create", sdk.chat.completions.with_streaming_response.create)


def _send_chat(create: Create, connect: float | None, body: _Body) -> _Sent:
    from openai import Timeout

    return create(
        model=body["model"],
        messages=body["messages"],
        extra_body={key: one for key, one in body.items() if key not in ("messages", "model")},
        timeout=Timeout(None, connect=connect),
    )


def _find_responses(sdk: Any) -> Create:
    return cast("Create", sdk.responses.with_streaming_response.create)


def _send_responses(create: Create, connect: float | None, body: _Body) -> _Sent:
    from openai import Timeout

    return create(
        model=body["model"],
        input=body["input"],
        extra_body={key: one for key, one in body.items() if key not in ("input", "model")},
        timeout=Timeout(None, connect=connect),
    )


def _find_messages(sdk: Any) -> Create:
    return cast("Create", sdk.messages.with_streaming_response.create)


def _send_messages(create: Create, connect: float | None, body: _Body) -> _Sent:
    from anthropic import Timeout

    taken = ("max_tokens", "messages", "model")
    return create(
        max_tokens=body["max_tokens"],
        messages=body["messages"],
        model=body["model"],
        extra_body={key: one for key, one in body.items() if key not in taken},
        timeout=Timeout(None, connect=connect),
    )


CHAT: Final = Speech(("openai_chat", "deepseek", "mistral"), _find_chat, _send_chat, ChatHearing)
RESPONSES: Final = Speech(("openai_responses",), _find_responses, _send_responses, ResponsesHearing)
MESSAGES: Final = Speech(("anthropic",), _find_messages, _send_messages, MessagesHearing)
