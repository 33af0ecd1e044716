"""Fill a template with values: names, defaults, conditions. It computes nothing else.

The language is that of `ctxfn.processors.template.read_template`.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from attrs import frozen

from ctxfn.processors.template.read_template import Token, read_template

__all__ = ["MAX_DEPTH", "MAX_FILLED", "Filled", "fill_pieces", "fill_text"]

MAX_DEPTH: Final = 8
"""How often values may be read as templates; a value that names itself grows each time."""

MAX_FILLED: Final = 2_000_000
"""So many characters may be put into one text; values that name each other grow with a power."""

_NO_VALUES: Final[Mapping[str, str]] = MappingProxyType({})


@frozen
class Filled:
    """A filled template, in pieces around its slots, and the names nothing was known of.

    `overgrown` are names whose value was not put in any more: there was too much already.
    """

    pieces: tuple[str, ...]
    unresolved: tuple[str, ...] = ()
    overgrown: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        """The text, if the template has no slot."""
        return "".join(self.pieces)


def fill_text(text: str, values: Mapping[str, str], *, depth: int = 1) -> Filled:
    """Fill the expressions of the template *text* with *values*.

    Contract:
        Values are put in as they are. With a *depth* above one the expressions inside a value
        are filled as well, that many levels less one; a value never completes an expression
        begun outside it. An expression without a value stays as it is written, and its name is
        told; so does a condition that is not closed, and whatever would put in more than
        `MAX_FILLED` characters. A value is looked up only if its name counts. No expression:
        the same text.

    Complexity: O(characters of text and of values put in).

    Source: ours. LobeHub context-engine has the names alone, and reads the whole text again.

    Examples:
        >>> fill_text("Hi {{ name | friend }}, it is {{day}}.", {"day": "Monday"}).text
        'Hi friend, it is Monday.'
        >>> fill_text("{{#if day}}On {{day}}{{else}}Some day{{/if}}", {}).text
        'Some day'
        >>> fill_text("{{who}}", {"who": "{{day}}", "day": "Monday"}).text
        '{{day}}'
        >>> fill_text("{{day}}", {})
        Filled(pieces=('{{day}}',), unresolved=('day',), overgrown=())
    """
    return fill_pieces(text, values, depth=depth)


def fill_pieces(
    text: str,
    values: Mapping[str, str],
    *,
    depth: int = 1,
    slot: str | None = None,
    said: bool = True,
    otherwise: Mapping[str, str] = _NO_VALUES,
) -> Filled:
    """Fill the template *text*, and cut it where it names the *slot*.

    *said*: what will go into the slot says something; conditions and defaults may ask.

    Contract:
        As `fill_text`; one piece more than there are slots. A value can't hold a slot. If
        nothing is *said*, a slot with a default is that default. *otherwise* is what stands for
        a name without a value where the template has no words of its own for it; such a name
        is not true, and not told.

    Complexity: O(characters of text and of values put in).

    Source: ours.

    Examples:
        >>> fill_pieces("{{day}}: {{text}}!", {"day": "Monday"}, slot="text").pieces
        ('Monday: ', '!')
        >>> fill_pieces("{{#if text}}Q: {{/if}}{{text | -}}", {}, slot="text", said=False).pieces
        ('-',)
    """
    return _Filling(values, slot, said, otherwise).fill(text, depth)


class _Filling:
    """One filling: what is known, and what values came to, by name and depth."""

    def __init__(
        self, values: Mapping[str, str], slot: str | None, said: bool, otherwise: Mapping[str, str]
    ) -> None:
        self.values = values
        self.otherwise = otherwise
        self.slot = slot
        self.said = said
        self.inner: dict[tuple[str, int], Filled] = {}

    def fill(self, text: str, depth: int, *, within: bool = False) -> Filled:
        """Fill *text*; *within* a value nothing is a slot."""
        if depth < 1 or not ("{" in text and "{{" in text):
            return Filled((text,))
        slot = None if within else self.slot
        pieces: list[list[str]] = [[]]
        shown = [True]
        filled = _Gathered()
        for token in read_template(text, self.values, slot):
            if token.kind == "if":
                shown.append(shown[-1] and self._is_true(token, slot))
            elif token.kind == "else":
                shown[-1] = shown[-2] and not self._is_true(token, slot)
            elif token.kind == "end":
                shown.pop()
            elif shown[-1] and self._is_slot(token, slot):
                pieces.append([])
            elif shown[-1]:
                pieces[-1].append(self._written(token, depth, filled))
        texts = tuple("".join(piece) for piece in pieces)
        return Filled(texts, tuple(filled.unresolved), tuple(filled.overgrown))

    def _is_slot(self, token: Token, slot: str | None) -> bool:
        named = slot is not None and token.kind == "name" and token.name == slot
        return named and (self.said or token.default is None)

    def _is_true(self, token: Token, slot: str | None) -> bool:
        if slot is not None and token.name == slot:
            return self.said is not token.negated
        return bool(self.values.get(token.name, "").strip()) is not token.negated

    def _written(self, token: Token, depth: int, filled: _Gathered) -> str:
        if token.kind == "text":
            if token.name:
                filled.unresolved[token.name] = None
            return token.raw
        value = self.values.get(token.name)
        if value is None:
            if token.default is not None:
                return token.default
            if token.name in self.otherwise:
                return self.otherwise[token.name]
            filled.unresolved[token.name] = None
            return token.raw
        inner = self._inside(token.name, value, depth - 1)
        text = inner.text
        if filled.length + len(text) > MAX_FILLED:
            filled.overgrown[token.name] = None
            return token.raw
        filled.length += len(text)
        filled.unresolved.update(dict.fromkeys(inner.unresolved))
        filled.overgrown.update(dict.fromkeys(inner.overgrown))
        return text

    def _inside(self, name: str, value: str, depth: int) -> Filled:
        there = self.inner.get((name, depth))
        if there is None:
            there = self.inner[name, depth] = self.fill(value, depth, within=True)
        return there


class _Gathered:
    """What one text came to so far, besides its words."""

    __slots__ = ("length", "overgrown", "unresolved")

    def __init__(self) -> None:
        self.length = 0
        self.unresolved: dict[str, None] = {}
        self.overgrown: dict[str, None] = {}
