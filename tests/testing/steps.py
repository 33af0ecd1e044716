"""Steps that keep the laws, and for each law steps that do not, deliberately."""

from __future__ import annotations

import time
from collections.abc import Callable
from itertools import count
from typing import Annotated

from annotated_types import Ge
from attrs import evolve
from pyrsistent import pvector

from ctxfn.context import Context, Note
from ctxfn.messages import (
    Assistant,
    Messages,
    Node,
    Place,
    Text,
    ToolResult,
    User,
    assistant,
    atoms_of,
    has_content,
    map_text,
    nested_in,
    pair,
    reuse,
    spans_of,
    user,
)
from ctxfn.pipeline import Changed, each_message, processor

_COUNTER = count()


@processor
def drop_silent(messages: Messages, /) -> Messages:
    """Drop what says nothing; keeps every law."""
    return reuse(messages, [node for node in messages if has_content(node)])


@each_message
def shout(message: User, /) -> User:
    """Write users in capitals; keeps every law."""
    return map_text(str.upper, message)


@processor
def keep_last(messages: Messages, /, *, atoms: Annotated[int, Ge(0)]) -> Messages:
    """Keep the last atoms; keeps every law."""
    spans = spans_of(messages)
    kept = sorted(index for span in spans[max(len(spans) - atoms, 0) :] for index in span)
    return reuse(messages, [messages[index] for index in kept])


@processor
def pair_results(messages: Messages, /) -> Changed:
    """Put each result behind its call, one a call, and say what is dropped; keeps every law."""
    answers = pair(messages).answers
    made: list[Node] = []
    used: set[int] = set()
    for place, node in enumerate(messages):
        if not isinstance(node, Assistant):
            made += [] if isinstance(node, ToolResult) else [node]
            continue
        once = {call.id: number for number, call in reversed(list(enumerate(node.calls)))}
        calls = tuple(call for n, call in enumerate(node.calls) if once[call.id] == n)
        made.append(node if len(calls) == len(node.calls) else evolve(node, calls=calls))
        for number in sorted(once.values()):
            found = answers[Place(place, number)][:1]
            used.update(found)
            made += [messages[i] for i in found] or [_made_up(node.calls[number].id)]
    left = [i for i, node in enumerate(messages) if isinstance(node, ToolResult) and i not in used]
    doubled = _doubled(messages)
    places = tuple(sorted({*left, *doubled}))
    notes = (Note("pair_results", "dropped", "results or calls", (), places),) if places else ()
    return Changed(reuse(messages, made), notes)


def _made_up(name: str) -> ToolResult:
    return ToolResult(call_id=name, synthetic="open")


def _doubled(messages: Messages) -> list[int]:
    ids = [
        [call.id for call in node.calls] if isinstance(node, Assistant) else [] for node in messages
    ]
    return [place for place, some in enumerate(ids) if len(set(some)) < len(some)]


def leave_alone(context: Context) -> Context:
    """Do nothing, on a context."""
    return context


def leave_messages_alone(messages: Messages) -> Messages:
    """Do nothing, on messages."""
    return messages


def copy_vector(messages: Messages) -> Messages:
    """Change nothing and return an equal vector."""
    return pvector(messages)


def copy_context(context: Context) -> Context:
    """Change nothing and return an equal context."""
    return evolve(context)


@processor
def copy_messages(messages: Messages, /) -> Messages:
    """Drop the first message and copy the others."""
    return pvector([evolve(node) for node in messages[1:]]) if messages else messages


@processor
def lose_result(messages: Messages, /) -> Messages:
    """Lose the first result of several messages without a word, adding one so nobody counts."""
    places = [i for i, node in enumerate(messages) if isinstance(node, ToolResult)]
    return messages.set(places[0], user("gone")) if places else messages


@processor
def lose_call(messages: Messages, /) -> Messages:
    """Lose the calls of the first message that has some."""
    for place, node in enumerate(messages):
        if isinstance(node, Assistant) and node.calls:
            return messages.set(place, evolve(node, calls=()))
    return messages


@processor
def turn_around(messages: Messages, /) -> Messages:
    """Lose nothing, but the order."""
    after = list(reversed(messages))
    return messages if after == list(messages) else reuse(messages, after)


@processor
def say_twice(messages: Messages, /) -> Messages:
    """Repeat what was said first."""
    return messages.append(messages[0]) if messages else messages


def look_at_identity(messages: Messages) -> Messages:
    """Drop a message if it is the same object as its neighbour."""
    kept = [node for i, node in enumerate(messages) if i == 0 or node is not messages[i - 1]]
    return reuse(messages, kept)


def remember_addresses(messages: Messages, _seen: dict[int, Node] = {}) -> Messages:  # noqa: B006
    """Append what depends on having met the very object before."""
    if not messages or id(messages[0]) in _seen:
        return messages
    _seen[id(messages[0])] = messages[0]
    return messages.append(user("new here"))


def read_clock(messages: Messages) -> Messages:
    """Say what time it is."""
    return messages.append(user(str(time.perf_counter_ns())))


def count_runs(messages: Messages) -> Messages:
    """Say how often it ran."""
    return messages.append(user(str(next(_COUNTER))))


def write_into(messages: Messages) -> Messages:
    """Change a message in place, around its being frozen."""
    for node in messages:
        object.__setattr__(node, "id", "changed")
    return messages


@processor
def add_once_more(messages: Messages, /) -> Messages:
    """Append at every run."""
    return messages.append(assistant("and so on"))


@processor
def cut_inside(messages: Messages, /, *, nodes: int) -> Messages:
    """Keep the last messages, whatever belongs together."""
    return messages[-nodes:] if len(messages) > nodes else messages


@processor
def keep_first(messages: Messages, /, *, atoms: int) -> Messages:
    """Keep the first atoms instead of the last."""
    kept = [node for atom in atoms_of(messages)[:atoms] for node in atom]
    return reuse(messages, kept)


def crash(messages: Messages) -> Messages:
    """Expect a part in every message."""
    return reuse(messages, [node for node in messages if node.parts[0] is not None])


def return_nothing(context: Context) -> Context:
    """Forget to return."""
    return None  # type: ignore[return-value]


def recurse(messages: Messages) -> Messages:
    """Walk into cards, a dozen frames a level."""

    def depth(node: Node, frames: int = 12) -> int:
        if frames:
            return depth(node, frames - 1)
        return 1 + max(map(depth, nested_in(node)), default=0)

    return messages if max(map(depth, messages), default=1) else messages[:0]


def a_closure() -> Callable[[Context], Context]:
    """Make a step that cannot be pickled."""
    return lambda context: context


class Configured:
    """A step whose copy does not know that it is one."""

    def __call__(self, context: Context) -> Context:
        return context


@processor
def invent(messages: Messages, /) -> Messages:
    """Answer every call with a result made up, the real ones dropped."""
    made: list[Node] = []
    for node in messages:
        if not isinstance(node, ToolResult):
            made.append(node)
        if isinstance(node, Assistant):
            made += [
                ToolResult((Text("failed"),), call_id=call.id, synthetic="lost")
                for call in node.calls
            ]
    return reuse(messages, made)
