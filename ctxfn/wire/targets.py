"""Targets: the names of what can be spoken to, and the profiles behind them."""

from __future__ import annotations

from itertools import chain
from types import MappingProxyType
from typing import Final

from attrs import frozen

from ctxfn.errors import check_argument
from ctxfn.wire.anthropic_profiles import ANTHROPIC_MODELS, ANTHROPIC_PROFILES
from ctxfn.wire.bedrock_profiles import BEDROCK_MODELS, BEDROCK_PROFILES
from ctxfn.wire.deepseek_profiles import DEEPSEEK_MODELS, DEEPSEEK_PROFILES
from ctxfn.wire.errors import UnknownTarget
from ctxfn.wire.gemini_profiles import GEMINI_MODELS, GEMINI_PROFILES
from ctxfn.wire.mistral_profiles import MISTRAL_MODELS, MISTRAL_PROFILES
from ctxfn.wire.openai_profiles import OPENAI_MODELS, OPENAI_PROFILES
from ctxfn.wire.profiles import Profile
from ctxfn.wire.responses_profiles import RESPONSES_PROFILES

__all__ = ["Target", "profile", "target", "target_names"]

_PROFILES: Final = MappingProxyType(
    {
        one.name: one
        for one in (
            *OPENAI_PROFILES,
            *RESPONSES_PROFILES,
            *ANTHROPIC_PROFILES,
            *GEMINI_PROFILES,
            *BEDROCK_PROFILES,
            *MISTRAL_PROFILES,
            *DEEPSEEK_PROFILES,
        )
    }
)

#: The version of a provider if neither the name nor the model says one.
_DEFAULT_VERSION: Final = MappingProxyType(
    {
        "openai": "chat",
        "anthropic": "messages",
        "gemini": "3",
        "bedrock": "other",
        "mistral": "hosted",
        "deepseek": "chat",
    }
)

_MODELS: Final = MappingProxyType(
    {
        "openai": OPENAI_MODELS,
        "anthropic": ANTHROPIC_MODELS,
        "gemini": GEMINI_MODELS,
        "bedrock": BEDROCK_MODELS,
        "mistral": MISTRAL_MODELS,
        "deepseek": DEEPSEEK_MODELS,
    }
)

#: Other names of targets. ``any``: no provider in particular, run with the most usual one.
_ALIASES: Final = MappingProxyType(
    {
        "openai-chat": "openai",
        "openai-responses": "openai/responses",
        "mistral-legacy": "mistral/legacy",
        "deepseek-r1": "deepseek/r1",
        "any": "openai",
    }
)


@frozen
class Target:
    """Whom a request is for: a provider, and which generation of it."""

    provider: str
    version: str

    def __str__(self) -> str:
        return f"{self.provider}/{self.version}"


def target(name: str, *, model: str | None = None) -> Target:
    """Read *name*, ``provider`` or ``provider/version``; *model* picks a version if it has none.

    Contract:
        Letter case and white space around it do not count. A version that is written wins
        over the model. A model that no table lists gets the provider's default version. What
        stands before the last slash of a model's name (a host, a publisher) is not looked at.

    Complexity: O(targets + models listed).

    Source: the providers' lists of models; the names of targets are ours.

    Raises:
        UnknownTarget: no such target; the error lists those there are.

    Examples:
        >>> str(target("openai"))
        'openai/chat'
        >>> str(target("openai", model="o3-mini")), str(target("any", model="Qwen/Qwen3-8B"))
        ('openai/reasoning', 'openai/compatible')
    """
    check_argument("the target", name, str, "a target's name")
    check_argument("the model", model, str | None, "a model's name, or None")
    written = name.strip().lower()
    provider, slash, version = _ALIASES.get(written, written).partition("/")
    provider = _ALIASES.get(provider, provider)
    if not slash:
        version = _version_of(provider, model)
    if f"{provider}/{version}" not in _PROFILES:
        raise UnknownTarget(name, target_names())
    return Target(provider, version)


def profile(to: Target | str, *, model: str | None = None) -> Profile:
    """Return what *to* accepts; *model* picks the version as in `target`.

    Contract:
        The same record every time. A profile of your own needs no name here: hand it on.

    Complexity: O(targets + models listed).

    Source: each field of a profile names its own.

    Raises:
        UnknownTarget: no such target; the error lists those there are.

    Examples:
        >>> profile("openai/strict").single_system_first
        True
    """
    named = to if isinstance(to, Target) else target(to, model=model)
    found = _PROFILES.get(str(named))
    if found is None:
        raise UnknownTarget(str(named), target_names())
    return found


def target_names() -> tuple[str, ...]:
    """List each provider with its targets, then the other names they go by.

    Contract:
        Each can be given to `target`; always in the same order.

    Complexity: O(targets).

    Source: ours.

    Examples:
        >>> target_names()[:2]
        ('openai', 'openai/chat')
    """
    named = (
        (provider, *(name for name, one in _PROFILES.items() if one.provider == provider))
        for provider in _DEFAULT_VERSION
    )
    return (*chain.from_iterable(named), *_ALIASES)


def _version_of(provider: str, model: str | None) -> str:
    version = _DEFAULT_VERSION.get(provider, "")
    bare = (model or "").strip().lower().rpartition("/")[2]
    for start, of_model in _MODELS.get(provider, ()):
        if bare.startswith(start):
            return of_model
    return version
