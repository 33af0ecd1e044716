"""Counters: how many tokens a text is, exactly or by estimate."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Final

from attrs import field, frozen

from ctxfn.arguments import blames_arguments

from . import vocabulary
from .encodings import ENCODING_NAMES, EncodingName, encoding_for
from .errors import MissingVocabulary, UnknownEncoding
from .estimate import estimate_text
from .stretches import LONGEST, stretches

__all__ = ["Counter", "counter_for", "counters_by_name", "estimate", "exact"]

#: Names and ids are no longer.
_SHORT: Final = 32


@frozen
class Counter:
    """A way to count text: a name, a promise, and a function.

    `exact` promises that `text` gives what the model's own tokenizer gives for
    ordinary text; `because` says why, or why not. Make one of your own function
    (of module level, so that the record pickles) for any other tokenizer.
    """

    name: str
    exact: bool
    text: Callable[[str], int] = field(repr=False)
    because: str = ""


def exact(encoding: EncodingName) -> Counter:
    """Return the counter of tiktoken's *encoding*.

    Contract:
        The count equals ``len(encode_ordinary(text))`` for every text in which
        each stretch of 4,096 characters holds a place where that encoding
        certainly starts a new word (see `stretches`): prose of any language,
        code, JSON, base64. Other texts (a megabyte of one letter) are cut into
        stretches of that length, and each such cut adds a token at most in all
        that was measured; tiktoken itself gives up on some of them.
        Special tokens in the text count as the ordinary text they look like.

    Complexity: O(characters); the vocabulary is read at this call.

    Source: openai/tiktoken, `encode_ordinary`.

    Raises:
        UnknownEncoding: for a name not in `ENCODING_NAMES`.
        MissingVocabulary: if the vocabulary is not on this machine.

    Examples:
        >>> exact("o200k_base").text("hello world")
        2
        >>> exact("cl100k_base").text("<|endoftext|>")
        7
        >>> exact("o200k_base")
        Counter(name='o200k_base', exact=True, because='counted with the encoding itself')
    """
    if encoding not in ENCODING_NAMES:
        raise UnknownEncoding(encoding, ENCODING_NAMES)
    vocabulary.encoding(encoding)
    return _exact(encoding)


def _exact(encoding: EncodingName) -> Counter:
    return Counter(encoding, True, _FUNCTIONS[encoding], "counted with the encoding itself")


def estimate(encoding: EncodingName = "o200k_base", *, because: str = "asked for") -> Counter:
    """Return the counter that needs no vocabulary.

    Contract:
        Never exact; *because* says why it was chosen. Its error: `estimate_text`.

    Complexity: O(1).

    Source: ours.

    Raises:
        UnknownEncoding: for a name not in `ENCODING_NAMES`.

    Examples:
        >>> estimate()
        Counter(name='estimate of o200k_base', exact=False, because='asked for')
        >>> estimate().text("hello world")
        3
    """
    if encoding not in ENCODING_NAMES:
        raise UnknownEncoding(encoding, ENCODING_NAMES)
    return Counter(f"estimate of {encoding}", False, _ESTIMATES[encoding], because)


def counters_by_name() -> dict[str, Counter]:
    """Return every counter there is by a name for it, for configurations.

    Contract:
        Each encoding's exact counter by the encoding's name, its estimate by that and
        ``estimate_`` before it. Nothing is read: a missing vocabulary is `MissingVocabulary`
        at the first count.

    Complexity: O(1).

    Source: ours.

    Examples:
        >>> sorted(counters_by_name())
        ['cl100k_base', 'estimate_cl100k_base', 'estimate_o200k_base', 'o200k_base']
    """
    return {
        **{name: _exact(name) for name in ENCODING_NAMES},
        **{f"estimate_{name}": estimate(name) for name in ENCODING_NAMES},
    }


@blames_arguments
def counter_for(model: str) -> Counter:
    """Return the best counter for *model* on this machine, which says what it is.

    Contract:
        Exact if the model's encoding is known and its vocabulary is here. An
        unknown model is counted with o200k_base, not exact. Without a vocabulary
        it is the estimate, not exact. Never raises.

    Complexity: as `exact`.

    Source: ours.

    Examples:
        >>> counter_for("gpt-4o").exact
        True
        >>> counter_for("claude-opus-4-8")
        Counter(name='o200k_base', exact=False, because="assumed: no public encoding is known for 'claude-opus-4-8'")
    """
    choice = encoding_for(model)
    try:
        counter = exact(choice.encoding)
    except MissingVocabulary as missing:
        return estimate(choice.encoding, because=str(missing))
    return Counter(counter.name, choice.exact, counter.text, choice.because)


def _count(encoding: EncodingName, text: str) -> int:
    if len(text) <= _SHORT:
        return _count_short(encoding, text)
    encode = vocabulary.encoding(encoding).encode_ordinary
    if len(text) <= LONGEST:
        return len(encode(text))
    return sum(len(encode(stretch)) for stretch in stretches(text))


@functools.lru_cache(maxsize=128)
def _count_short(encoding: EncodingName, text: str) -> int:
    """Remember a few short texts: a call's id comes back with its result, tools' names often."""
    return len(vocabulary.encoding(encoding).encode_ordinary(text))


def _o200k_base(text: str) -> int:
    return _count("o200k_base", text)


def _cl100k_base(text: str) -> int:
    return _count("cl100k_base", text)


def _estimated_cl100k_base(text: str) -> int:
    return estimate_text(text, encoding="cl100k_base")


# Functions of module level rather than partials: these pickle and compare.
_FUNCTIONS: Final[dict[EncodingName, Callable[[str], int]]] = {
    "o200k_base": _o200k_base,
    "cl100k_base": _cl100k_base,
}

_ESTIMATES: Final[dict[EncodingName, Callable[[str], int]]] = {
    "o200k_base": estimate_text,
    "cl100k_base": _estimated_cl100k_base,
}
