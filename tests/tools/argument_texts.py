"""Arguments as models write them, whole and broken, and what must hold of any reading."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

from hypothesis import strategies as st

from ctxfn.testing import json_values

KEYS = ("q", "title", "body", "grüße", 'a"b', "n\\")
WORDS = (
    "",
    "rivers",
    'say "hi"',
    "a\nb",
    "\U0001f600é",
    "C:\\new",
    "\ud800",
    '", "body": "x"}',
    "{",
    "12",
)

LEAVES = (
    st.sampled_from(WORDS)
    | st.text(max_size=4)
    | st.integers(-(10**20), 10**20)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.booleans()
    | st.none()
)
VALUES = st.recursive(
    LEAVES,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(KEYS), inner),
    max_leaves=8,
)
OBJECTS = st.dictionaries(st.sampled_from(KEYS) | st.text(max_size=3), VALUES, max_size=4)

TYPES = ("string", "number", "integer", "boolean", "array", "object", "null", ["string", "null"])
SCHEMAS = st.fixed_dictionaries(
    {"type": st.just("object")},
    optional={
        "properties": st.dictionaries(
            st.sampled_from(KEYS), st.fixed_dictionaries({"type": st.sampled_from(TYPES)})
        ),
        "required": st.lists(st.sampled_from(KEYS), max_size=2),
    },
)


@st.composite
def written(draw: st.DrawFn, values: st.SearchStrategy[Any] = OBJECTS) -> str:
    """Write a value in one of the ways there are."""
    style: dict[str, Any] = draw(
        st.sampled_from(
            ({}, {"indent": 1}, {"separators": (",", ":")}, {"separators": (" ,", " : ")})
        )
    )
    return json.dumps(draw(values), ensure_ascii=draw(st.booleans()), **style)


@st.composite
def swallowed(draw: st.DrawFn) -> tuple[str, dict[str, Any]]:
    """Write an object whose last text has swallowed what follows, and the object that was meant."""
    plain = st.sampled_from(("", "rivers", "a\nb", "é", "C:\\new", 'say "hi" now'))
    meant: dict[str, Any] = {"title": draw(plain), "body": draw(plain), "n": draw(LEAVES)}
    follows = json.dumps(
        {key: meant[key] for key in ("body", "n")}, ensure_ascii=draw(st.booleans())
    )
    quote = '"'
    if draw(st.booleans()):
        quote, follows = '\\"', json.dumps(follows, ensure_ascii=False)[1:-1].replace("{", "{", 1)
    blank = draw(st.sampled_from(("", " ", "\n")))
    text = f"{meant['title']}{quote}{blank},{blank}{follows[1:]}"
    return json.dumps({"title": text}), meant


@st.composite
def broken(draw: st.DrawFn) -> str:
    """Write arguments and damage them: cut, a character more or less, escapes added or removed."""
    text = draw(written() | written(json_values(nan=True)) | swallowed().map(lambda pair: pair[0]))
    place = draw(st.integers(0, len(text)))
    match draw(st.sampled_from(("cut", "lose", "gain", "escape", "unescape", "follow"))):
        case "cut":
            return text[:place]
        case "lose":
            return text[:place] + text[place + 1 :]
        case "gain":
            return text[:place] + draw(st.sampled_from('"\\{}[],:\n\x00 1a')) + text[place:]
        case "escape":
            return text.replace('"', '\\"')
        case "unescape":
            return text.replace("\\n", "\n")
        case _:
            return text + draw(st.sampled_from(("}", " and so on", text, "\x0b")))


ANY = st.text() | st.text('{}[]":,\\ \n1-e.tfnu', max_size=20) | broken()


def is_beginning(read: Any, real: Any) -> bool:
    """Say whether *read* is *real* up to some place: what is there is so, in the same order."""
    if isinstance(read, dict) and isinstance(real, dict):
        first = list(real)[: len(read)]
        return list(read) == first and all(is_beginning(read[key], real[key]) for key in first)
    if isinstance(read, list) and isinstance(real, list):
        pairs = zip(read, real, strict=False)
        return len(read) <= len(real) and all(is_beginning(one, other) for one, other in pairs)
    if isinstance(read, str) and isinstance(real, str):
        return real.startswith(read)
    return type(read) is type(real) and bool(read == real)


def leaves_of(value: Any) -> Iterator[Any]:
    """Yield what *value* says: its keys, and what is no container."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield key
            yield from leaves_of(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from leaves_of(inner)
    else:
        yield value


def occurs(leaf: Any, text: str) -> bool:
    """Say whether *text* says *leaf*, at one of the levels of escaping that a fault may add."""
    if leaf is None or isinstance(leaf, bool):
        return json.dumps(leaf) in text
    if isinstance(leaf, str):
        return any(_joined(leaf) in _joined(one) for one in _levels(text))
    return any(_number(digits) == leaf for digits in re.findall(r"[-+.0-9eE]+", text))


def _number(digits: str) -> object:
    try:
        return json.loads(digits)
    except ValueError:
        return None


def _levels(text: str) -> Iterator[str]:
    for _ in range(4):
        yield text
        text = re.sub(r"\\(u[0-9a-fA-F]{4}|.)", _unescaped, text, flags=re.DOTALL)


def _unescaped(found: re.Match[str]) -> str:
    escape = found[1]
    if len(escape) == 5:
        return chr(int(escape[1:], 16))
    return {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f"}.get(escape, escape)


def _joined(text: str) -> str:
    """Make one character of two halves: they may have been written apart."""
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "surrogatepass")
