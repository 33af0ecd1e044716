"""Strategies for conversations: as they should be, and as stores really hold them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Final

from attrs import evolve
from hypothesis import event
from hypothesis import strategies as st
from pyrsistent import pvector

from ctxfn.messages import (
    MAX_CARD_DEPTH,
    NOWHERE,
    Assistant,
    AssistantGroup,
    Call,
    Council,
    Message,
    Messages,
    Node,
    Origin,
    Part,
    Reasoning,
    Refusal,
    System,
    Tasks,
    Text,
    ToolResult,
    Turn,
    User,
)
from ctxfn.testing.cards import nodes
from ctxfn.testing.damaged import DAMAGES, damaged
from ctxfn.testing.nodes import messages as single_messages
from ctxfn.testing.pieces import arguments, parts
from ctxfn.testing.plans import Beat, plans
from ctxfn.testing.sparse import as_one
from ctxfn.testing.texts import texts

__all__ = ["conversations"]

_KINDS: Final = st.sampled_from(
    (DAMAGES, tuple(kind for kind in DAMAGES if "result" in kind or "id" in kind))
)

_HALF: Final = st.booleans()
_ONE_IN_FOUR: Final = st.sampled_from((False, False, False, True))

#: What an assistant asks: a tool, and the text of its arguments.
_ASKED: Final = st.tuples(st.sampled_from(("search", "read")), arguments(well_formed=True))


def conversations(
    *,
    well_formed: bool = False,
    cards: bool = False,
    surrogates: bool = False,
    turns: int = 4,
    depth: int = MAX_CARD_DEPTH,
) -> st.SearchStrategy[Messages]:
    """Generate conversations; by default well-formed, damaged and wild ones alike.

    Contract:
        `well_formed`: every call has its result right behind its message, in order; ids are
        unique; nothing is empty but the words beside a call. `cards`: some nodes are cards,
        up to *depth* inside each other. `surrogates`: texts may hold lone halves of pairs.
        `turns` is the most questions asked.

    Complexity: about a millisecond each.
    """
    good = _well_formed(cards, surrogates, turns)
    if well_formed:
        return good
    wild, broken = _wild(cards, surrogates, depth), _broken(good)
    return as_one(st.one_of(wild, broken, good))


@st.composite
def _broken(draw: st.DrawFn, good: st.SearchStrategy[Messages]) -> Messages:
    """Break *good* in any way, or just as often where most code breaks: calls and results."""
    return draw(damaged(draw(good), kinds=draw(_KINDS)))[0]


@cache
def _wild(cards: bool, surrogates: bool, depth: int) -> st.SearchStrategy[Messages]:
    plain: st.SearchStrategy[Node] = single_messages(surrogates=surrogates)
    one = nodes(depth=depth) if cards else plain
    return st.lists(one, max_size=6 if cards else 8).map(pvector)


@cache
def _well_formed(cards: bool, surrogates: bool, turns: int) -> st.SearchStrategy[Messages]:
    return _acted_out(plans(turns=turns), cards, surrogates)


@st.composite
def _acted_out(
    draw: st.DrawFn,
    plan: st.SearchStrategy[tuple[Beat, ...]],
    cards: bool,
    surrogates: bool,
) -> Messages:
    words = texts(blank=False, surrogates=surrogates)
    made: list[Message] = [_said(beat, draw, words) for beat in draw(plan)]
    if draw(st.booleans()):
        made = _stored(made)
    whole: Sequence[Node] = made
    if cards and draw(st.booleans()):
        event("conversation: with cards")
        whole = _folded(made, draw(st.sampled_from(("group", "council", "tasks"))))
    return pvector(whole)


def _said(beat: Beat, draw: st.DrawFn, words: st.SearchStrategy[str]) -> Message:
    """Say what the plan wants said; drawn at one level, since each level costs."""
    match beat.who:
        case "system":
            return System((Text(draw(words)),))
        case "user":
            said = (Text(draw(words)),)
            return User((*said, draw(_beside())) if draw(_ONE_IN_FOUR) else said)
        case "result":
            return ToolResult((Text(draw(words)),), call_id=beat.answers)
        case "assistant":
            speaks = not beat.calls or draw(_HALF)
            parts = (Text(draw(words)),) if speaks else ()
            calls = tuple(Call(asked, *draw(_ASKED)) for asked in beat.calls)
            thought = (Reasoning(draw(words)),) if draw(_ONE_IN_FOUR) else ()
            return Assistant(parts, None, calls, thought)


@cache
def _beside() -> st.SearchStrategy[Part]:
    return parts().filter(lambda part: not isinstance(part, Text | Refusal))


def _stored(made: list[Message]) -> list[Message]:
    """Give the messages the ids and parents a store would: results hang on their call."""
    rows: list[Message] = []
    parent: str | None = None
    asked: str | None = None
    for place, message in enumerate(made):
        row_id = f"m{place + 1}"
        above = asked if isinstance(message, ToolResult) else parent
        origin = NOWHERE if above is None else Origin(parent=above)
        rows.append(evolve(message, id=row_id, origin=origin))
        parent = row_id
        asked = row_id if isinstance(message, Assistant) else asked
    return rows


def _folded(made: list[Message], kind: str) -> list[Node]:
    """Put what agents said between two questions into a card."""
    whole: list[Node] = []
    turns: list[Turn] = []
    for message in [*made, None]:
        if isinstance(message, Assistant):
            turns.append(Turn(message))
        elif isinstance(message, ToolResult) and turns:
            turns[-1] = Turn(turns[-1].said, (*turns[-1].results, message))
        else:
            if turns:
                whole.append(_card(tuple(turns), kind, len(whole)))
                turns = []
            whole += [message] if message is not None else []
    return whole


def _card(turns: tuple[Turn, ...], kind: str, place: int) -> Node:
    group = AssistantGroup(turns, id=f"g{place}")
    if kind == "council":
        return Council((group, Assistant((Text("I differ."),))), id=f"k{place}")
    return Tasks((group,), id=f"t{place}") if kind == "tasks" else group
