"""Clients of the protocols of OpenAI and Anthropic, on the vendors' own SDKs."""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from functools import partial
from typing import Any, Final, TypeAlias, cast

from ctxfn.errors import InvalidArgument, MissingExtra, check_argument, shown
from ctxfn.io.models.asking import RawAnswer, World
from ctxfn.io.models.chat_hearing import ChatHearing
from ctxfn.io.models.hearing import Hearing
from ctxfn.io.models.messages_hearing import MessagesHearing
from ctxfn.io.models.options import ClientOptions
from ctxfn.io.models.responses_hearing import ResponsesHearing
from ctxfn.io.models.sdk_client import SdkClient
from ctxfn.io.models.writing import Style
from ctxfn.wire import Profile, profile

__all__ = ["anthropic_client", "openai_client", "openai_responses_client"]

_Body: TypeAlias = dict[str, object]
_Create: TypeAlias = Callable[..., AbstractAsyncContextManager[RawAnswer]]
_Listen: TypeAlias = Callable[[str, str], Hearing]

#: The formats that are spoken over Chat Completions.
_CHAT_CODECS: Final = ("openai_chat", "deepseek", "mistral")

#: What a server gets that asks for no key, since SDKs do not do without.
_NO_KEY: Final = "no-key"


def openai_client(
    *,
    base_url: str | None = None,
    key: str | None = None,
    key_env: str | None = None,
    to: str | Profile | None = None,
    sdk: object = None,
    options: ClientOptions | None = None,
) -> SdkClient:
    """Return a client of Chat Completions: OpenAI's, or any endpoint that speaks it.

    Contract:
        *to* says for whom requests are written: ``openai``, ``openai/compatible``,
        ``openai/strict``, ``deepseek``, ``mistral``, or a profile of your own; of a name without a
        version the model of a request picks one. Without it, it is
        ``openai`` for OpenAI's own address and ``openai/compatible`` for any other. The key is
        *key*, or what the environment has under *key_env*; ``OPENAI_API_KEY`` goes to OpenAI's
        address alone. An *sdk* of yours (``AsyncAzureOpenAI``) is used as it is, and yours to close.

    Complexity: O(1), and the import of the SDK.

    Source: OpenAI's API reference, and what servers of its format make of it.

    Raises:
        MissingExtra: the SDK is not installed.
        InvalidArgument: there is no key, or *to* is no target of this protocol.
        UnknownTarget: there is no such target.
    """
    to = to or ("openai" if base_url is None else "openai/compatible")
    found = _target("openai_client", to, _CHAT_CODECS)
    made, secrets = _openai("openai_client", base_url, key, key_env, sdk)
    return _client(
        found, to, options, made, sdk is None, secrets, _find_chat, _send_chat, ChatHearing
    )


def openai_responses_client(
    *,
    base_url: str | None = None,
    key: str | None = None,
    key_env: str | None = None,
    to: str | Profile = "openai/responses",
    sdk: object = None,
    options: ClientOptions | None = None,
) -> SdkClient:
    """Return a client of OpenAI's Responses, with nothing stored on the server.

    Contract:
        As `openai_client`. Sealed thoughts come back with each request.

    Complexity: O(1), and the import of the SDK.

    Source: OpenAI's API reference.

    Raises:
        MissingExtra: the SDK is not installed.
        InvalidArgument: there is no key, or *to* is no target of this protocol.
        UnknownTarget: there is no such target.
    """
    found = _target("openai_responses_client", to, ("openai_responses",))
    made, secrets = _openai("openai_responses_client", base_url, key, key_env, sdk)
    return _client(
        found,
        options,
        made,
        sdk is None,
        secrets,
        _find_responses,
        _send_responses,
        ResponsesHearing,
    )


def anthropic_client(
    *,
    base_url: str | None = None,
    key: str | None = None,
    key_env: str | None = None,
    to: str | Profile = "anthropic",
    sdk: object = None,
    options: ClientOptions | None = None,
) -> SdkClient:
    """Return a client of Anthropic's Messages.

    Contract:
        The key is *key*, or what the environment has under *key_env*; ``ANTHROPIC_API_KEY`` goes
        to Anthropic's address alone. An *sdk* of yours (``AsyncAnthropicBedrock``) is used as it
        is, and yours to close. Thoughts come back in `Response.reasoning` with their signatures.

    Complexity: O(1), and the import of the SDK.

    Source: Anthropic's API reference.

    Raises:
        MissingExtra: the SDK is not installed.
        InvalidArgument: there is no key, or *to* is no target of this protocol.
        UnknownTarget: there is no such target.
    """
    found = _target("anthropic_client", to, ("anthropic",))
    if options is not None and options.limit_key not in (None, "max_tokens"):
        where = "anthropic_client, options.limit_key"
        raise InvalidArgument(where, shown(options.limit_key), "None: the API has one field alone")
    if sdk is not None:
        made, secrets = sdk, _key_of(sdk)
    else:
        try:
            from anthropic import AsyncAnthropic
        except ImportError:
            raise MissingExtra("anthropic", "agent") from None
        word = _key("anthropic_client", base_url, key, key_env, "ANTHROPIC_API_KEY")
        made, secrets = AsyncAnthropic(api_key=word, base_url=base_url, max_retries=0), (word,)
    return _client(
        found, options, made, sdk is None, secrets, _find_messages, _send_messages, MessagesHearing
    )


def _openai(
    where: str, base_url: str | None, key: str | None, key_env: str | None, sdk: object
) -> tuple[object, tuple[str, ...]]:
    if sdk is not None:
        return sdk, _key_of(sdk)
    try:
        from openai import AsyncOpenAI
    except ImportError:
        raise MissingExtra("openai", "agent") from None
    word = _key(where, base_url, key, key_env, "OPENAI_API_KEY")
    return AsyncOpenAI(api_key=word, base_url=base_url, max_retries=0), (word,)


def _key(where: str, base_url: str | None, key: str | None, key_env: str | None, usual: str) -> str:
    """Return the key to send; what is one vendor's own is sent to no other address."""
    for name, value in (("base_url", base_url), ("key", key), ("key_env", key_env)):
        check_argument(f"{where}, {name}", value, str | None, "a text, or None")
    if key is not None:
        return key or _NO_KEY
    named = key_env if key_env is not None else usual if base_url is None else None
    if named is None:
        return _NO_KEY
    found = os.environ.get(named)
    if not found:
        raise InvalidArgument(f"{where}, key", f"none, and no ${named}", "key=..., or key_env=...")
    return found


def _key_of(sdk: object) -> tuple[str, ...]:
    found = getattr(sdk, "api_key", None)
    return (found,) if isinstance(found, str) else ()


def _target(where: str, to: object, codecs: tuple[str, ...]) -> Profile:
    if not isinstance(to, str | Profile):
        raise InvalidArgument(f"{where}, to", shown(to), "the name of a target, or a Profile")
    found = to if isinstance(to, Profile) else profile(to)
    if found.codec not in codecs:
        raise InvalidArgument(f"{where}, to", found.name, f"a target of {' or '.join(codecs)}")
    return found


def _client(
    found: Profile,
    to: str | Profile,
    given: ClientOptions | None,
    sdk: Any,
    own: bool,
    secrets: tuple[str, ...],
    find: Callable[[Any], _Create],
    send: Callable[[_Create, float | None, _Body], AbstractAsyncContextManager[RawAnswer]],
    listen: _Listen,
) -> SdkClient:
    options = given or ClientOptions()
    check_argument("the options of a client", options, ClientOptions, "ClientOptions")
    try:
        once = sdk if own else sdk.with_options(max_retries=0)
        create = find(once)  # here, since SDKs import half of themselves at the first look
    except AttributeError:
        expected = "an asynchronous client of the vendor's SDK"
        raise InvalidArgument("sdk", shown(sdk), expected) from None
    style = Style(
        to=to,
        stream=options.stream,
        limit_key=options.limit_key,
        thinking=options.thinking,
        places=options.breakpoints,
        head_lifetime=options.head_lifetime,
        message_lifetime=options.message_lifetime,
        extra=options.extra,
    )
    world = World(
        provider=found.provider,
        send=partial(send, create, options.patience.connect),
        listen=partial(listen, found.provider, found.codec),
        patience=options.patience,
        retries=options.retries,
        on_line=options.on_line,
        dice=options.dice,
        sleep=options.sleep,
        clock=options.clock,
        secrets=tuple(one for one in secrets if one != _NO_KEY),
    )
    usage = options.ask_usage and listen is ChatHearing and found.codec != "mistral"
    return SdkClient(once if own else None, style, world, ask_usage=usage)


def _find_chat(sdk: Any) -> _Create:
    return cast("_Create", sdk.chat.completions.with_streaming_response.create)


def _send_chat(
    create: _Create, connect: float | None, body: _Body
) -> AbstractAsyncContextManager[RawAnswer]:
    from openai import Timeout

    rest = {key: value for key, value in body.items() if key not in ("messages", "model")}
    return create(
        model=body["model"],
        messages=body["messages"],
        extra_body=rest,
        timeout=Timeout(None, connect=connect),
    )


def _find_responses(sdk: Any) -> _Create:
    return cast("_Create", sdk.responses.with_streaming_response.create)


def _send_responses(
    create: _Create, connect: float | None, body: _Body
) -> AbstractAsyncContextManager[RawAnswer]:
    from openai import Timeout

    return create(extra_body=body, timeout=Timeout(None, connect=connect))


def _find_messages(sdk: Any) -> _Create:
    return cast("_Create", sdk.messages.with_streaming_response.create)


def _send_messages(
    create: _Create, connect: float | None, body: _Body
) -> AbstractAsyncContextManager[RawAnswer]:
    from anthropic import Timeout

    taken = ("max_tokens", "messages", "model")
    return create(
        max_tokens=body["max_tokens"],
        messages=body["messages"],
        model=body["model"],
        extra_body={key: value for key, value in body.items() if key not in taken},
        timeout=Timeout(None, connect=connect),
    )
