"""Merge neighbours of one role, for targets that want turns to alternate."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import compress
from operator import is_
from typing import Final, Literal, TypeVar

from ctxfn.context import Note
from ctxfn.messages import (
    AGENT_TAGS,
    Assistant,
    Attributed,
    Messages,
    Node,
    User,
    marks_of,
    neutralise_tags,
    reuse,
)
from ctxfn.pipeline import Changed, processor
from ctxfn.processors.clean.render_blocks import neutralise_words
from ctxfn.processors.legalize.join_messages import join_messages
from ctxfn.processors.legalize.say_name import say_name

__all__ = ["merge_runs"]

S = TypeVar("S", User, Assistant)

#: What a person without a name is called, where another agent spoke just before.
_SOMEBODY: Final = "User"


@processor
def merge_runs(
    messages: Messages,
    /,
    *,
    thoughts: Literal["join", "apart"] = "join",
    of: Literal["all", "calls"] = "all",
) -> Messages | Changed:
    """Make one message of user messages in a row, and one of assistant messages in a row.

    Contract:
        As `join_messages`: nothing of either is lost. Where names differ, each stretch begins
        with its speaker's name, and so does what a person says behind another agent; beside one, nobody
        else can write the tags of its words. What is
        in part a person's is a person's. An assistant message
        with calls ends its run: its results come next. With *thoughts* ``apart`` so does one in
        front of an answer that begins with thoughts, whose place may not change. *of* ``calls``:
        only answers that lead up to one that calls, that one included. Each merge is a note; nothing in a row:
        the same object. Twice is once.

    Complexity: O(messages).

    Source: catalogue rule ``consecutive-same-role``.

    Examples:
        >>> from ctxfn.messages import assistant, chat, text_of, user
        >>> text_of(merge_runs(chat(user("one"), user("two"), assistant("ok")))[0])
        'one\\n\\ntwo'
    """
    kinds = list(map(type, messages))
    alike = list(compress(kinds, map(is_, kinds, kinds[1:])))
    if User not in alike and Assistant not in alike:
        return messages
    runs: list[list[Node]] = []
    notes: list[Note] = []
    wanted = _before_calls(messages) if of == "calls" else None
    for place, node in enumerate(messages):
        meant = wanted is None or place in wanted
        if not runs or not meant or not _continues(runs[-1][-1], node, thoughts):
            runs.append([node])
            continue
        runs[-1].append(node)
        ids = () if node.id is None else (node.id,)
        text = f"a {node.role} message merged into the one before it"
        notes.append(Note("merge_runs", "merged", text, ids, (place,)))
    if not notes:
        return messages
    return Changed(reuse(messages, [_joined(run) for run in runs]), tuple(notes))


def _before_calls(messages: Messages) -> frozenset[int]:
    """Return the places of answers that call, and of those that only answers part from one."""
    found: set[int] = set()
    leads = False
    for place in range(len(messages) - 1, -1, -1):
        node = messages[place]
        leads = isinstance(node, Assistant) and (bool(node.calls) or leads)
        if leads:
            found.add(place)
    return frozenset(found)


def _continues(before: Node, node: Node, thoughts: str) -> bool:
    """Say whether *node* goes on saying what *before* says."""
    match before, node:
        case User(), User():
            return True
        case Assistant(calls=()), Assistant():
            return thoughts == "join" or not node.reasoning
        case _:
            return False


def _joined(run: list[Node]) -> Node:
    if len(run) == 1:
        return run[0]
    if isinstance(run[0], User):
        return join_messages(*_speaking([node for node in run if isinstance(node, User)]))
    return join_messages(*_speaking([node for node in run if isinstance(node, Assistant)]))


def _speaking(run: list[S]) -> list[S]:
    """Let the words say who speaks, where one name can't say it for all."""
    if not any(marks_of(Attributed, message) for message in run):
        if len({message.name for message in run}) == 1:
            return run
        befores = (None, *(message.name for message in run))
        return [
            say_name(message, message.name if message.name != before else None)
            for message, before in zip(run, befores, strict=False)
        ]
    return [_between_agents(place, run) for place in range(len(run))]


def _between_agents(place: int, run: list[S]) -> S:
    """Name a person who speaks behind an agent: the agent's words would go on otherwise.

    Beside an agent's words the tags of its calls have a meaning, and nobody else may write them.
    """
    message = run[place]
    if isinstance(message, User) and not marks_of(Attributed, message):
        message = neutralise_words(message, _not_as_an_agent)
    if marks_of(Attributed, message) or not place or not marks_of(Attributed, run[place - 1]):
        return say_name(message, None if marks_of(Attributed, message) else message.name)
    return say_name(message, message.name or _SOMEBODY)


def _not_as_an_agent(texts: Sequence[str]) -> tuple[str, ...]:
    return neutralise_tags(texts, AGENT_TAGS)
