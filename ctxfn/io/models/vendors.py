"""Clients of the protocols of OpenAI and Anthropic, on the vendors' own SDKs."""

from __future__ import annotations

import os
from functools import partial
from typing import Any, Final

from ctxfn.errors import InvalidArgument, MissingExtra, check_argument, shown
from ctxfn.io.models.asking import World
from ctxfn.io.models.options import ClientOptions
from ctxfn.io.models.sdk_client import SdkClient
from ctxfn.io.models.speech import CHAT, MESSAGES, RESPONSES, Speech
from ctxfn.io.models.writing import Style
from ctxfn.wire import Profile, profile

__all__ = ["anthropic_client", "openai_client", "openai_responses_client"]

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
    found = _target("openai_client", to, CHAT)
    made = _openai("openai_client", base_url, key, key_env, sdk)
    return _client(CHAT, to, found, made, options)


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
    found = _target("openai_responses_client", to, RESPONSES)
    made = _openai("openai_responses_client", base_url, key, key_env, sdk)
    return _client(RESPONSES, to, found, made, options)


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
    found = _target("anthropic_client", to, MESSAGES)
    if isinstance(options, ClientOptions) and options.limit_key not in (None, "max_tokens"):
        where = "anthropic_client, options.limit_key"
        raise InvalidArgument(where, shown(options.limit_key), "None: the API has one field alone")
    made = _anthropic("anthropic_client", base_url, key, key_env, sdk)
    return _client(MESSAGES, to, found, made, options)


def _anthropic(
    where: str, base_url: str | None, key: str | None, key_env: str | None, sdk: object
) -> tuple[Any, bool, tuple[str, ...]]:
    if sdk is not None:
        return sdk, False, _key_of(sdk)
    try:
        from anthropic import AsyncAnthropic
    except ImportError:
        raise MissingExtra("anthropic", "agent") from None
    word = _key(where, base_url, key, key_env, "ANTHROPIC_API_KEY")
    return AsyncAnthropic(api_key=word, base_url=base_url, max_retries=0), True, (word,)


def _openai(
    where: str, base_url: str | None, key: str | None, key_env: str | None, sdk: object
) -> tuple[Any, bool, tuple[str, ...]]:
    if sdk is not None:
        return sdk, False, _key_of(sdk)
    try:
        from openai import AsyncOpenAI
    except ImportError:
        raise MissingExtra("openai", "agent") from None
    word = _key(where, base_url, key, key_env, "OPENAI_API_KEY")
    return AsyncOpenAI(api_key=word, base_url=base_url, max_retries=0), True, (word,)


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


def _target(where: str, to: object, speech: Speech) -> Profile:
    if not isinstance(to, str | Profile):
        raise InvalidArgument(f"{where}, to", shown(to), "the name of a target, or a Profile")
    found = to if isinstance(to, Profile) else profile(to)
    if found.codec not in speech.codecs:
        raise InvalidArgument(
            f"{where}, to", found.name, f"a target of {' or '.join(speech.codecs)}"
        )
    return found


def _client(
    speech: Speech,
    to: str | Profile,
    found: Profile,
    sdk: tuple[Any, bool, tuple[str, ...]],
    given: ClientOptions | None,
) -> SdkClient:
    """Make a client of what speaks, whom it is for, an SDK (ours or not) and its secrets."""
    options = given or ClientOptions()
    check_argument("the options of a client", options, ClientOptions, "ClientOptions")
    made, ours, secrets = sdk
    try:
        once = made if ours else made.with_options(max_retries=0)
        create = speech.find(once)  # here, since SDKs import half of themselves at the first look
    except AttributeError:
        expected = "an asynchronous client of the vendor's SDK"
        raise InvalidArgument("sdk", shown(made), expected) from None
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
        send=partial(speech.send, create, options.patience.connect),
        listen=partial(speech.listen, found.provider, found.codec),
        patience=options.patience,
        retries=options.retries,
        on_line=options.on_line,
        dice=options.dice,
        sleep=options.sleep,
        clock=options.clock,
        secrets=tuple(one for one in secrets if one != _NO_KEY),
    )
    usage = options.ask_usage and speech is CHAT and found.codec != "mistral"
    return SdkClient(once if ours else None, style, world, ask_usage=usage)
