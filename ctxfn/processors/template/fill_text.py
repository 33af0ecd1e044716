"""The small language of templates: names, defaults, conditions. It computes nothing else.

A template is text with expressions in double braces, white space inside them aside::

    {{name}}                                a value; without one it stays as it is written
    {{name | words}}                        a value, or else these words
    {{#if name}}...{{else}}...{{/if}}       one stretch or the other; `else` may be left out
    {{#if not name}}...{{/if}}              the other way round

An expression ends at the next closing pair. What is between the braces is looked up as a name
as it is before anything else is read into it. A name is true if its value is not blank.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Final, Literal, NamedTuple, TypeAlias

from attrs import frozen

__all__ = ["MAX_DEPTH", "Filled", "fill_pieces", "fill_text"]

MAX_DEPTH: Final = 8
"""How often values may be read as templates; a value that names itself grows each time."""

_NO_VALUES: Final[Mapping[str, str]] = MappingProxyType({})

_Kind: TypeAlias = Literal["text", "name", "if", "else", "end"]


class _Token(NamedTuple):
    kind: _Kind
    raw: str
    name: str = ""
    default: str | None = None
    negated: bool = False


@frozen
class Filled:
    """A filled template, in pieces around its slots, and the names nothing was known of."""

    pieces: tuple[str, ...]
    unresolved: tuple[str, ...] = ()

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
        told; so does a condition that is not closed. No expression: the same text.

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
        Filled(pieces=('{{day}}',), unresolved=('day',))
    """
    return fill_pieces(text, values, depth=depth)


def fill_pieces(
    text: str,
    values: Mapping[str, str],
    *,
    depth: int = 1,
    slot: str | None = None,
    otherwise: Mapping[str, str] = _NO_VALUES,
) -> Filled:
    """Fill the template *text*, and cut it where it names the *slot*.

    Contract:
        As `fill_text`; one piece more than there are slots. A value can't hold a slot.
        *otherwise* is what stands for a name without a value where the template has no words
        of its own for it; such a name is not true, and not told.

    Complexity: O(characters of text and of values put in).

    Source: ours.

    Examples:
        >>> fill_pieces("{{day}}: {{text}}!", {"day": "Monday"}, slot="text").pieces
        ('Monday: ', '!')
    """
    if depth < 1 or not ("{" in text and "{{" in text):
        return Filled((text,))
    tokens = _matched(list(_tokens(text, values, slot)))
    pieces: list[list[str]] = [[]]
    missing: dict[str, None] = {}
    shown = [True]
    for token in tokens:
        if token.kind == "if":
            shown.append(shown[-1] and _is_true(token, values))
        elif token.kind == "else":
            shown[-1] = shown[-2] and not _is_true(token, values)
        elif token.kind == "end":
            shown.pop()
        elif shown[-1] and token.kind == "name" and token.name == slot:
            pieces.append([])
        elif shown[-1]:
            pieces[-1].append(_written(token, values, depth, otherwise, missing))
    return Filled(tuple("".join(piece) for piece in pieces), tuple(missing))


def _written(
    token: _Token,
    values: Mapping[str, str],
    depth: int,
    otherwise: Mapping[str, str],
    missing: dict[str, None],
) -> str:
    if token.kind == "text":
        if token.name:
            missing[token.name] = None
        return token.raw
    value = values.get(token.name)
    if value is None:
        if token.default is not None:
            return token.default
        if token.name in otherwise:
            return otherwise[token.name]
        missing[token.name] = None
        return token.raw
    if depth == 1:
        return value
    inner = fill_pieces(value, values, depth=depth - 1)
    missing.update(dict.fromkeys(inner.unresolved))
    return inner.text


def _is_true(token: _Token, values: Mapping[str, str]) -> bool:
    return bool(values.get(token.name, "").strip()) is not token.negated


def _tokens(text: str, values: Mapping[str, str], slot: str | None) -> Iterator[_Token]:
    end = 0
    while True:
        start = text.find("{{", end)
        stop = text.find("}}", start + 2)
        if start < 0 or stop < 0:
            yield _Token("text", text[end:])
            return
        yield _Token("text", text[end:start])
        end = stop + 2
        yield _expression(text[start:end], values, slot)


def _expression(raw: str, values: Mapping[str, str], slot: str | None) -> _Token:
    inside = raw[2:-2].strip()
    if inside == slot or inside in values:
        return _Token("name", raw, inside)
    if inside.startswith("#if") and inside[3:4].isspace():
        asked = inside[3:].strip()
        negated = asked.startswith("not") and asked[3:4].isspace()
        return _Token("if", raw, asked[3:].strip() if negated else asked, negated=negated)
    if inside == "else":
        return _Token("else", raw)
    if inside == "/if":
        return _Token("end", raw)
    name, bar, default = inside.partition("|")
    return _Token("name", raw, name.strip(), default.strip() if bar else None)


def _matched(tokens: list[_Token]) -> list[_Token]:
    """Give each `else` the name of its condition; leave what has no partner as it is written."""
    open_at: list[list[int]] = []
    for place, token in enumerate(tokens):
        if token.kind == "if":
            open_at.append([place])
        elif token.kind == "else" and open_at and len(open_at[-1]) == 1:
            asked = tokens[open_at[-1][0]]
            tokens[place] = token._replace(name=asked.name, negated=asked.negated)
            open_at[-1].append(place)
        elif token.kind == "end" and open_at:
            open_at.pop()
        elif token.kind in ("else", "end"):
            tokens[place] = _as_text(token)
    for places in open_at:
        for place in places:
            tokens[place] = _as_text(tokens[place])
    return tokens


def _as_text(token: _Token) -> _Token:
    return _Token("text", token.raw, token.raw[2:-2].strip())
