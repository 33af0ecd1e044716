"""The body of a request, by the codec of whom it is for."""

from __future__ import annotations

from collections import Counter
from typing import Final, cast

from attrs import frozen
from pyrsistent import pvector

from ctxfn.front import convert, repair
from ctxfn.io.models.thinking import ThinkingWords, thinking_settings, thinking_words
from ctxfn.messages import Verbatim
from ctxfn.tokens import Lifetime, Place, choose_breakpoints, mark_breakpoints
from ctxfn.turns.exchange import CallModel, LineTold
from ctxfn.wire import Profile, profile

__all__ = ["Style", "write_request"]

_Body = dict[str, object]

#: Which field limits the answer, by target, else by codec; ``max_tokens`` for all others.
_LIMITS: Final = {
    "openai/chat": "max_completion_tokens",
    "openai/reasoning": "max_completion_tokens",
    "openai_responses": "max_output_tokens",
}


@frozen(kw_only=True)
class Style:
    """How requests are written: for whom, whether the answer streams, and what is added.

    Of `to` without a version the model of a request picks one.
    `limit_key` is the field that limits the answer, if another than the target's. `extra` is put
    into every body, over all else. `places` are marked for the cache, where the target has marks.
    """

    to: str | Profile
    stream: bool = True
    limit_key: str | None = None
    thinking: ThinkingWords | None = None
    places: tuple[Place, ...] = ()
    head_lifetime: Lifetime = "5m"
    message_lifetime: Lifetime = "5m"
    extra: Verbatim | None = None

    def profile_for(self, model: str) -> Profile:
        """Return what is accepted where *model* is asked for."""
        return self.to if isinstance(self.to, Profile) else profile(self.to, model=model)


def write_request(request: CallModel, style: Style, /) -> tuple[_Body, tuple[LineTold, ...]]:
    """Write *request* as its target takes it, and tell what was done for that.

    Contract:
        Messages and tools are mended as `convert` does, so that nothing is sent that the target
        refuses. Equal requests make equal bodies, keys in the same order.

    Complexity: O(messages).

    Source: ours; the fields are the providers'.
    """
    model, told = request.model, pvector(request.messages)
    target = style.profile_for(model)
    done = convert(told, to=target, tools=request.tools or None, model=model)
    lines = _told("mended", [getattr(one, "kind", "dropped") for one in done.notes], "info")
    lines += _told("not said", [one.path for one in done.losses if "].model" not in one.path])
    lines += _told("may be refused", [one.code for one in done.left])
    key = style.limit_key or _LIMITS.get(target.name) or _LIMITS.get(target.codec, "max_tokens")
    body = {**done.body, key: request.max_output}
    asked, why = _asked(request, style, target)
    lines += _told("thinking is left off", [why] if why else [])
    if asked:
        body, more = _settled(body | asked, target)
        lines += more
    if style.stream:
        body["stream"] = True
    if style.extra is not None:
        body |= cast("_Body", style.extra.thaw())
    return _marked(body, style, target), tuple(lines)


def _asked(request: CallModel, style: Style, target: Profile) -> tuple[_Body, str]:
    """Return the settings that bear on what messages may hold, and why one is left off."""
    asked: _Body = {}
    why = ""
    if request.thinking is not None:
        words = style.thinking or thinking_words(target, request.model)
        asked, why = thinking_settings(words, request.thinking, request.max_output)
    if target.codec == "openai_responses":
        # What the server does not store has to come back whole with the next request.
        asked = {**asked, "store": False, "include": ["reasoning.encrypted_content"]}
    return asked, why


def _settled(body: _Body, target: Profile) -> tuple[_Body, list[LineTold]]:
    """Look once more at *body*, where the target reads messages by its settings.

    An answer without its thoughts forbids to think on, and what is not stored has no id.
    """
    if target.reasoning != "signed" and target.codec != "openai_responses":
        return body, []
    done = repair.report(body, to=target)
    kinds = [getattr(one, "kind", "dropped") for one in done.notes]
    return cast("_Body", done.output), _told("mended", kinds, "info")


def _marked(body: _Body, style: Style, target: Profile) -> _Body:
    limit = target.cache_breakpoints
    if not style.places or limit is None:
        return body
    chosen = choose_breakpoints(
        body,
        limit=limit,
        places=style.places,
        head_lifetime=style.head_lifetime,
        lifetime=style.message_lifetime,
    )
    return mark_breakpoints(body, chosen)


def _told(about: str, items: list[str], level: str = "warning") -> list[LineTold]:
    """Tell of *items*, each once with how often; never the words of anybody."""
    if not items:
        return []
    counted = (f"{item} ×{count}" if count > 1 else item for item, count in Counter(items).items())
    detail = ", ".join(counted)
    return [LineTold(about, detail, "info" if level == "info" else "warning")]
