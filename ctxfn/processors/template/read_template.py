"""Read a template into tokens: the small language of names, defaults and conditions.

A template is text with expressions in double braces, white space inside them aside::

    {{name}}                                a value; without one it stays as it is written
    {{name | words}}                        a value, or else these words
    {{#if name}}...{{else}}...{{/if}}       one stretch or the other; `else` may be left out
    {{#if not name}}...{{/if}}              the other way round

An expression ends at the next closing pair. What is between the braces is looked up as a name
as it is before anything else is read into it. A name is true if its value is not blank.
"""

from __future__ import annotations

from collections.abc import Container, Iterator
from typing import Literal, NamedTuple, TypeAlias

__all__ = ["Token", "read_template"]

_Kind: TypeAlias = Literal["text", "name", "if", "else", "end"]


class Token(NamedTuple):
    """A stretch of a template: words, or an expression with what was read in it."""

    kind: _Kind
    raw: str
    name: str = ""
    default: str | None = None
    negated: bool = False


def read_template(text: str, names: Container[str], slot: str | None = None) -> list[Token]:
    """Read *text*; *names* are those that have a value, *slot* is one filled later.

    Contract:
        The raw texts of the tokens, joined, are *text*. Conditions are matched: what has no
        partner is words, with its name, so that it can be told of.

    Complexity: O(characters).

    Source: ours.

    Examples:
        >>> [token.kind for token in read_template("Hi {{name}}{{#if x}}!{{/if}}", ())]
        ['text', 'name', 'text', 'if', 'text', 'end', 'text']
    """
    return _matched(list(_tokens(text, names, slot)))


def _tokens(text: str, names: Container[str], slot: str | None) -> Iterator[Token]:
    end = 0
    while True:
        start = text.find("{{", end)
        stop = text.find("}}", start + 2)
        if start < 0 or stop < 0:
            yield Token("text", text[end:])
            return
        yield Token("text", text[end:start])
        end = stop + 2
        yield _expression(text[start:end], names, slot)


def _expression(raw: str, names: Container[str], slot: str | None) -> Token:
    inside = raw[2:-2].strip()
    if inside == slot or inside in names:
        return Token("name", raw, inside)
    if inside.startswith("#if") and inside[3:4].isspace():
        asked = inside[3:].strip()
        negated = asked.startswith("not") and asked[3:4].isspace()
        return Token("if", raw, asked[3:].strip() if negated else asked, negated=negated)
    if inside == "else":
        return Token("else", raw)
    if inside == "/if":
        return Token("end", raw)
    name, bar, default = inside.partition("|")
    return Token("name", raw, name.strip(), default.strip() if bar else None)


def _matched(tokens: list[Token]) -> list[Token]:
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


def _as_text(token: Token) -> Token:
    return Token("text", token.raw, token.raw[2:-2].strip())
