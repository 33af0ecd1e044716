"""Say the settings of one format in the words of another."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Final, cast

from ctxfn.messages import Verbatim, own
from ctxfn.wire.codec import Loss
from ctxfn.wire.settings.anthropic import ANTHROPIC
from ctxfn.wire.settings.bedrock import BEDROCK
from ctxfn.wire.settings.deepseek import DEEPSEEK
from ctxfn.wire.settings.gemini import GEMINI
from ctxfn.wire.settings.mistral import MISTRAL
from ctxfn.wire.settings.openai_chat import OPENAI_CHAT
from ctxfn.wire.settings.openai_responses import OPENAI_RESPONSES
from ctxfn.wire.settings.terms import Term, Words

__all__ = ["setting_in", "settings_for", "with_setting"]

#: The formats whose settings we have words for.
_WORDS: Final[Mapping[str, Words]] = MappingProxyType(
    {
        "anthropic": ANTHROPIC,
        "bedrock": BEDROCK,
        "deepseek": DEEPSEEK,
        "gemini": GEMINI,
        "mistral": MISTRAL,
        "openai_chat": OPENAI_CHAT,
        "openai_responses": OPENAI_RESPONSES,
    }
)


def settings_for(
    settings: Verbatim | None, read: str, write: str
) -> tuple[Verbatim | None, tuple[Loss, ...]]:
    """Say *settings* of the format *read* in the words of the format *write*.

    Contract:
        What the other has no word for is a loss. A format without a table, that of a store, is
        read as the usual one, and is written as it was: the same object. ``None`` is none.

    Complexity: O(settings).

    Source: the providers' API references.

    Examples:
        >>> from ctxfn.messages import freeze
        >>> said, losses = settings_for(freeze({"stop": "END", "n": 2}), "openai_chat", "anthropic")
        >>> said.thaw(), losses[0].path
        ({'stop_sequences': ['END']}, 'n')
    """
    value = None if settings is None else settings.thaw()
    if read == write or write not in _WORDS or not isinstance(value, dict):
        return settings, ()
    words = _words_of(read)
    value = words.spell(value)
    heard = _heard(value, words)
    said, untold = _said(heard, _WORDS[write])
    taken = {path for term, (_, paths) in heard.items() if term not in untold for path in paths}
    reason = f"a setting of {read} that {write} has no word for"
    return own(said), tuple(Loss(None, path, reason) for path in _left(value, taken))


def setting_in(settings: Verbatim | None, format: str, term: Term) -> object:
    """Return what *settings* in the words of *format* say of *term*, or ``None``.

    Contract:
        A format that no table is for is read as the usual one.

    Complexity: O(settings).

    Source: the providers' API references.

    Examples:
        >>> from ctxfn.messages import freeze
        >>> setting_in(freeze({"stop_sequences": ["END"]}), "anthropic", "stop")
        ['END']
    """
    value = None if settings is None else settings.thaw()
    words = _words_of(format)
    value = words.spell(value) if isinstance(value, dict) else value
    heard = (one.hear(_at(value, one.path)) for one in words.places if one.term == term)
    return next((meant for meant in heard if meant is not None), None)


def with_setting(
    settings: Verbatim | None, format: str, term: Term, value: object
) -> Verbatim | None:
    """Return *settings* with *term* said in the words of *format*, if it has any for it.

    Contract:
        What was said of the term before is replaced where it stood. ``None`` is none before.

    Complexity: O(settings).

    Source: the providers' API references.

    Examples:
        >>> with_setting(None, "openai_chat", "model", "gpt-4o").thaw()
        {'model': 'gpt-4o'}
    """
    before = None if settings is None else settings.thaw()
    said = before if isinstance(before, dict) else {}
    places = [one for one in _words_of(format).places if one.term == term]
    there = [one for one in places if _at(said, one.path) is not None]
    for place in (*there, *places):
        spoken = place.say(value)
        if spoken is not None:
            _drop(said, place.path)
            _put(said, place.path, spoken)
            return own(said)
    return settings


def _words_of(format: str) -> Words:
    return _WORDS.get(format, OPENAI_CHAT)


def _heard(value: dict[str, object], words: Words) -> dict[Term, tuple[object, list[str]]]:
    """Hear each term once, and from which places."""
    heard: dict[Term, tuple[object, list[str]]] = {}
    for place in words.places:
        meant = place.hear(_at(value, place.path))
        if meant is None:
            continue
        if place.term in heard:
            heard[place.term][1].append(place.path)
        else:
            heard[place.term] = (meant, [place.path])
    return heard


def _said(
    heard: dict[Term, tuple[object, list[str]]], words: Words
) -> tuple[dict[str, object], set[Term]]:
    """Say each term where the format has a place for it, and tell for which it has none."""
    said: dict[str, object] = {}
    untold = set(heard)
    for place in words.places:
        if place.term not in untold:
            continue
        spoken = place.say(heard[place.term][0])
        if spoken is not None and _put(said, place.path, spoken):
            untold.discard(place.term)
    words.finish(said)
    return said, untold


def _at(value: object, path: str) -> object:
    for key in path.split("."):
        if not isinstance(value, dict):
            return None
        value = value.get(key)
    return value


def _drop(said: object, path: str) -> None:
    *above, last = path.split(".")
    for key in above:
        said = said.get(key) if isinstance(said, dict) else None
    if isinstance(said, dict):
        said.pop(last, None)


def _put(said: dict[str, object], path: str, value: object) -> bool:
    """Put *value* in its place, beside what stands there; a place that is taken stays as it is."""
    *above, last = path.split(".")
    for key in above:
        inside = said.setdefault(key, {})
        if not isinstance(inside, dict):
            return False
        said = cast("dict[str, object]", inside)
    if last in said:
        return False
    said[last] = value
    return True


def _left(value: dict[str, object], taken: set[str], above: str = "") -> Iterator[str]:
    """Tell the paths of what nobody took, as far down as something beside it was taken.

    What is ``None`` asks for nothing.
    """
    for key, one in value.items():
        path = f"{above}{key}"
        if path in taken or one is None:
            continue
        if isinstance(one, dict) and any(other.startswith(f"{path}.") for other in taken):
            yield from _left(one, taken, f"{path}.")
        else:
            yield path
