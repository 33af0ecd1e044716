"""Take batches of delegated tasks apart."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import evolve

from ctxfn.context import Note
from ctxfn.messages import (
    MANY_NODES,
    Assistant,
    AssistantGroup,
    Instruction,
    Mark,
    Node,
    Origin,
    Supervisor,
    Task,
    Tasks,
    Unknown,
    User,
    check_size,
    has_content,
    marks_of,
)
from ctxfn.pipeline import Told, each_message
from ctxfn.processors.reshape import calls_left_out, said_by, unfold

__all__ = ["flatten_tasks"]


@each_message
def flatten_tasks(card: Tasks, /) -> tuple[Node, ...] | Told | None:
    """Put the tasks of the batch *card* in its place, be they one agent's or several agents'.

    Contract:
        Words of the batch's own come first, as an assistant message under its id. A batch
        inside a batch is taken apart where it stands. Each entry keeps its own fields, its
        agent too; parent, thread, group and topic it has from the batch if it has none.
        What has an `Instruction` or no role that is known is a task; other messages are what
        they are. A group of turns becomes its messages (`ctxfn.processors.reshape.unfold`),
        the first of them the task; other cards are left for their own steps.
        Marks and extras of a batch without words go to its first entry. A batch that holds
        nothing is dropped, and noted. Tasks are rendered by `render_tasks`.

    Complexity: O(nodes inside).

    Source: LobeHub context-engine, task flattening; it drops the batch's own words, buries
    the tasks of inner batches, and makes a task of whatever stands in the list.

    Raises:
        TooManyNodes: the same batches stand inside each other so often that no end is near.

    Examples:
        >>> from ctxfn.messages import Text, chat
        >>> batch = Tasks((Task((Text("3 papers"),)),), origin=Origin(thread="t1"))
        >>> [(one.role, one.origin.thread) for one in flatten_tasks(chat(batch))]
        [('task', 't1')]
    """
    notes: list[Note] = []
    nodes = tuple(_all_in(card, notes))
    return Told(nodes, tuple(notes)) if notes else nodes or None


def _all_in(outermost: Tasks, notes: list[Note]) -> Iterator[Node]:
    """Yield what a batch holds, in order; by a stack, since batches may be deep."""
    waiting: list[Node] = [outermost]
    opened = 0
    while waiting:
        node = waiting.pop()
        opened += 1
        if opened == MANY_NODES:
            check_size(outermost)
        if not isinstance(node, Tasks):
            yield node
            continue
        entries = [entry for one in node.tasks for entry in _entry(one, node.origin)]
        for one in node.tasks:
            if isinstance(one, AssistantGroup | Supervisor):
                notes += calls_left_out(one, "flatten_tasks")
        own = _own_words(node)
        if has_content(own):
            yield own
        elif entries:
            entries[0] = _with_rest(node, entries[0])
        waiting += reversed(entries)


def _entry(node: Node, batch: Origin) -> tuple[Node, ...]:
    """Return what an entry of a batch is: a task as a rule."""
    placed = _placed(node, batch)
    match placed:
        case AssistantGroup() | Supervisor():
            first, *rest = unfold(placed) or (said_by(placed),)
            return (_as_task(first), *rest)
        case Assistant() | User() | Unknown():
            return (_as_task(placed),)
        case _:
            return (placed,)


def _as_task(node: Node) -> Node:
    """Return *node* as a task if it is one; its name on the wire is that of the agent."""
    if not isinstance(node, Assistant | User | Unknown):
        return node
    if not (isinstance(node, Unknown) or marks_of(Instruction, node)):
        return node
    origin = node.origin
    if not isinstance(node, Unknown) and node.name is not None and origin.agent_name is None:
        origin = evolve(origin, agent_name=node.name)
    task = Task(node.parts, node.id, blocks=node.blocks, marks=node.marks, origin=origin)
    if isinstance(node, Assistant):
        task = evolve(task, calls=node.calls, reasoning=node.reasoning, usage=node.usage)
    return evolve(task, extras=node.extras)


def _placed(node: Node, batch: Origin) -> Node:
    """Fill from the *batch* where *node* belongs."""
    # Records are written out here: `evolve` took three quarters of the step's time.
    own = node.origin
    parent, thread = own.parent or batch.parent, own.thread or batch.thread
    group, topic = own.group or batch.group, own.topic or batch.topic
    if (parent, thread, group, topic) == (own.parent, own.thread, own.group, own.topic):
        return node
    origin = Origin(
        parent,
        own.agent,
        own.agent_name,
        own.avatar,
        thread,
        topic,
        group,
        own.target,
        own.created_ms,
        own.updated_ms,
        own.model,
        own.provider,
        own.ours,
    )
    if isinstance(node, Task):
        return Task(
            node.parts,
            node.id,
            node.calls,
            node.reasoning,
            node.usage,
            node.blocks,
            node.marks,
            origin,
            node.extras,
        )
    changed: Node = evolve(node, origin=origin, written=None)
    return changed


def _own_words(batch: Tasks) -> Assistant:
    return Assistant(
        batch.parts,
        batch.id,
        (),
        (),
        None,
        None,
        batch.blocks,
        batch.marks,
        batch.origin,
        batch.extras,
    )


def _with_rest(batch: Tasks, first: Node) -> Node:
    """Give *first* the batch's marks and extras that it has none of."""
    has = frozenset(first.marks) if batch.marks else frozenset()
    marks: tuple[Mark, ...] = tuple(mark for mark in batch.marks if mark not in has)
    codecs = {codec for codec, _ in first.extras}
    extras = tuple(pair for pair in batch.extras if pair[0] not in codecs)
    if not marks and not extras:
        return first
    changed: Node = evolve(
        first, marks=(*first.marks, *marks), extras=(*first.extras, *extras), written=None
    )
    return changed
