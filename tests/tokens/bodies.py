"""Bodies of requests as bytes may come: any JSON in the right places, and small ones of all kinds."""

from __future__ import annotations

from itertools import product
from typing import Any

from hypothesis import strategies as st

from ctxfn.tokens import Counter

__all__ = ["LENGTH", "TEXTS", "any_bodies", "bodies", "small_bodies"]


def by_characters(text: str) -> int:
    return len(text)


LENGTH = Counter("characters", True, by_characters)

#: Texts that share bytes without sharing characters, and some that JSON escapes.
TEXTS = st.one_of(st.sampled_from(("", "a", "ab", "é", "è", "好", "奼", '"', "\n")), st.text())

_VALUES = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), TEXTS),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3), st.dictionaries(st.text(max_size=3), inner, max_size=3)
    ),
    max_leaves=6,
)
_PARTS = st.one_of(
    st.builds(lambda text: {"type": "text", "text": text}, TEXTS),
    st.builds(lambda value: {"type": "tool_use", "input": {"x": value}}, _VALUES),
    st.builds(lambda text: {"type": "thinking", "thinking": text}, TEXTS),
    _VALUES,
)
_MESSAGES = st.one_of(
    st.fixed_dictionaries(
        {
            "role": st.sampled_from(("user", "assistant", "system", "tool")),
            "content": st.one_of(TEXTS, st.none(), st.lists(_PARTS, max_size=3)),
        }
    ),
    _VALUES,
)


@st.composite
def any_bodies(draw: st.DrawFn) -> Any:
    """Draw a body or a list of messages, its parts of any JSON."""
    messages = draw(st.lists(_MESSAGES, max_size=5))
    if draw(st.booleans()):
        return messages
    optional = {"tools": st.lists(_VALUES, max_size=2), "system": st.one_of(TEXTS, _VALUES)}
    head = draw(st.fixed_dictionaries({}, optional=optional))
    return {**head, "messages": messages}


@st.composite
def bodies(draw: st.DrawFn) -> tuple[Any, Any]:
    """Draw two bodies that begin alike, more or less."""
    before = draw(any_bodies())
    if not isinstance(before, dict) or draw(st.booleans()):
        return before, draw(any_bodies())
    said = before["messages"]
    at = draw(st.integers(0, len(said)))
    cut = draw(st.integers(at, len(said)))
    come = draw(st.lists(_MESSAGES, max_size=2))
    return before, {**before, "messages": [*said[:at], *come, *said[cut:]]}


def small_bodies() -> list[dict[str, Any]]:
    """Return all bodies of at most three messages of two kinds, with and without a head."""
    kinds = ({"role": "user", "content": "a"}, {"role": "assistant", "content": "b"})
    said = [list(one) for length in range(4) for one in product(kinds, repeat=length)]
    heads: tuple[dict[str, Any], ...] = (
        {},
        {"system": "s"},
        {"tools": [{"name": "t"}]},
        {"tools": [{"name": "u"}], "system": "s"},
    )
    return [{**head, "messages": messages} for head in heads for messages in said]
