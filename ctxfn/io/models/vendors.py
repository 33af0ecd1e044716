"""Clients of the protocols of OpenAI and Anthropic, on the vendors' own SDKs."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from functools import partial
from typing import Any, Final
from urllib.parse import urlsplit

from ctxfn.errors import InvalidArgument, MissingExtra, check_argument, shown
from ctxfn.io.models.asking import World
from ctxfn.io.models.options import ClientOptions
from ctxfn.io.models.sdk_client import SdkClient
from ctxfn.io.models.short_errors import shorten_error
from ctxfn.io.models.speech import CHAT, MESSAGES, RESPONSES, Speech
from ctxfn.io.models.writing import Style
from ctxfn.wire import Profile, profile

__all__ = ["anthropic_client", "openai_client", "openai_responses_client"]

#: What a server gets that asks for no key, since SDKs do not do without.
_NO_KEY: Final = "no-key"

#: What a header can carry, and how a variable of the environment is called.
_KEY: Final = re.compile(r"[!-~]+")
_VARIABLE: Final = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")


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
        ``openai`` for OpenAI's own address and ``openai/compatible`` for any other, be it said here
        or by the environment's ``OPENAI_BASE_URL``. The key is *key*, or what the environment has
        under *key_env*; ``OPENAI_API_KEY`` goes to no *base_url*. An *sdk* of yours
        (``AsyncAzureOpenAI``) is used as it is, and yours to close.

    Complexity: O(1), and the import of the SDK.

    Source: OpenAI's API reference, and what servers of its format make of it.

    Raises:
        MissingExtra: the SDK is not installed.
        InvalidArgument: there is no key, or *to* is no target of this protocol.
        UnknownTarget: there is no such target.
    """
    if to is None:
        own = base_url is None and not os.environ.get("OPENAI_BASE_URL")
        to = "openai" if own else "openai/compatible"
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
        to no *base_url*. An *sdk* of yours (``AsyncAnthropicBedrock``) is used as it is, and yours
        to close. Thoughts come back in `Response.reasoning` with their signatures.

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
        from anthropic import AsyncAnthropic, DefaultAsyncHttpxClient
    except ImportError:
        raise MissingExtra("anthropic", "agent") from None
    word = _key(where, base_url, key, key_env, "ANTHROPIC_API_KEY")

    def make() -> AsyncAnthropic:
        http = DefaultAsyncHttpxClient(event_hooks={"response": [shorten_error]})
        return AsyncAnthropic(api_key=word, base_url=base_url, max_retries=0, http_client=http)

    return _made(where, base_url, make), True, (word,)


def _openai(
    where: str, base_url: str | None, key: str | None, key_env: str | None, sdk: object
) -> tuple[Any, bool, tuple[str, ...]]:
    if sdk is not None:
        return sdk, False, _key_of(sdk)
    try:
        from openai import AsyncOpenAI, DefaultAsyncHttpxClient
    except ImportError:
        raise MissingExtra("openai", "agent") from None
    word = _key(where, base_url, key, key_env, "OPENAI_API_KEY")

    def make() -> AsyncOpenAI:
        http = DefaultAsyncHttpxClient(event_hooks={"response": [shorten_error]})
        return AsyncOpenAI(api_key=word, base_url=base_url, max_retries=0, http_client=http)

    made = _made(where, base_url, make)
    if base_url is not None:  # who one is there is as little of others' business as the key
        made.organization = made.project = None
    return made, True, (word,)


def _made(where: str, base_url: str | None, make: Callable[[], Any]) -> Any:
    """Make an SDK; what it cannot read is the address, which is not shown: it may hold a password."""
    try:
        parts = urlsplit("https://host" if base_url is None else base_url)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise ValueError("no host")
        return make()
    except Exception:  # SDKs bring errors of their own for it
        found = "an address that cannot be read"
        raise InvalidArgument(f"{where}, base_url", found, "https://host/path") from None


def _key(where: str, base_url: str | None, key: str | None, key_env: str | None, usual: str) -> str:
    """Return the key to send; what is one vendor's own is sent to no other address.

    What may be a key in the wrong place is not shown.
    """
    check_argument(f"{where}, base_url", base_url, str | None, "a text, or None")
    if key is not None and not isinstance(key, str):
        raise InvalidArgument(f"{where}, key", f"a {type(key).__name__}", "a text, or None")
    named = key_env if key_env is not None else usual if base_url is None else None
    if named is not None and not (isinstance(named, str) and _VARIABLE.fullmatch(named)):
        raise InvalidArgument(f"{where}, key_env", "no name", "that of a variable, or None")
    if key is None and named is not None:
        key = os.environ.get(named)
        if not key:
            found = f"none, and no ${named}" if named == usual or named.isupper() else "none there"
            raise InvalidArgument(f"{where}, key", found, "key=..., or key_env=...")
    if key and not _KEY.fullmatch(key):
        raise InvalidArgument(
            f"{where}, key", "signs that no key has", "printable ASCII, no blanks"
        )
    return key or _NO_KEY


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
    options = ClientOptions() if given is None else given
    check_argument("the options of a client", options, ClientOptions, "ClientOptions")
    made, ours, secrets = sdk
    try:
        once = made if ours else made.with_options(max_retries=0)
        create = speech.find(once)  # here, since SDKs import half of themselves at the first look
    except AttributeError:
        expected = "an asynchronous client of the vendor's SDK"
        raise InvalidArgument("sdk", f"a {type(made).__name__}", expected) from None
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
