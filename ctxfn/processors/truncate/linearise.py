"""Make one line of a stored tree: one branch, each message once, the last try of each."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from ctxfn.context import Note
from ctxfn.messages import NOWHERE, Messages, Node, reuse
from ctxfn.pipeline import Changed, processor, separable
from ctxfn.processors.truncate.branch import Branch, branch_of, forks_of
from ctxfn.processors.truncate.retries import last_tries
from ctxfn.processors.truncate.said_again import once_each

#: Messages, each with the place where it came.
Rows: TypeAlias = "Sequence[tuple[int, Node]]"

__all__ = ["linearise"]


def _follows_a_head(_: Messages, /, *, head: str | None = None) -> bool:
    """Say whether the way up from a head decides, which leads through everything."""
    return head is not None


@processor
@separable(unless=_follows_a_head)
def linearise(messages: Messages, /, *, head: str | None = None) -> Messages | Changed:
    """Return the line of *messages* that leads to *head*, or all of them if there is none.

    A store keeps every branch of a conversation; sent together, the model reads answers that
    nobody chose.

    Contract:
        Of messages with one id, said by one side, the first place and the latest content win:
        a result is no question, and two results are one only if they answer one call. A
        parent is the nearest earlier message of its id, else the last. From *head* the
        line goes up by parent; results, the members of its councils and sibling tasks belong
        to it though only one of them is above the head, and so do system messages without a
        parent, which stand first. A message marked as a retry takes the place of what it
        retries, wherever it stands itself; of several the last stays, and results go with the
        calls they answer. What is above *head*, and *head*, was chosen: it stays behind its
        parent, and other tries of it go. Without *head* nothing is cut and the order stays.
        A missing parent ends the line, a circle too, and an unknown *head* cuts nothing: each
        is a note that names ids (``broken-parent-chain``, ``parent-circle``, ``unknown-head``,
        and ``branches`` where a head would have been needed). What goes is named in notes
        (``duplicate``, ``retried``, ``other-branch``). With nothing to do, the same vector.

    Complexity: O(nodes).

    Source: ours; failures reported of stores that branch.

    Examples:
        >>> from attrs import evolve
        >>> from ctxfn.messages import Origin, assistant, chat, text_of, user
        >>> below = Origin(parent="q")
        >>> one, other = (evolve(assistant(bird, id=bird), origin=below) for bird in ("owl", "wren"))
        >>> tree = chat(user("name a bird", id="q"), one, other)
        >>> [text_of(message) for message in linearise(tree, head="owl")]
        ['name a bird', 'owl']
    """
    if head is None and _is_line(messages):
        return messages
    notes: list[Note] = []
    rows = _merged(messages, notes)
    nodes = [node for _, node in rows]
    if head is not None:
        line = _branch(rows, head, notes)
    else:
        if forks := forks_of(nodes):
            text = f"{len(forks)} messages have several children and no head says which to follow"
            notes.append(Note("linearise", "branches", text, forks))
        line = _without_retried(rows, nodes, frozenset(), notes)
    after = reuse(messages, line)
    return Changed(after, tuple(notes)) if notes else after


def _branch(rows: Rows, head: str, notes: list[Note]) -> Sequence[Node]:
    """Follow the way up from *head*, once more without the tries that gave way: others may hang there.

    A second look finds no further tries, so there is no third that changes anything.
    """
    left = rows
    while True:
        branch = branch_of([node for _, node in left], head)
        notes += [one for one in _told(left, head, branch) if one not in notes]
        nodes = [node for _, node in left] if branch.line is None else branch.line
        line = _without_retried(left, nodes, branch.path, notes)
        if branch.line is None or len(line) == len(nodes):
            return line
        places = {id(node): place for place, node in left}
        left = [(places[id(node)], node) for node in line]


def _is_line(messages: Messages) -> bool:
    """Say whether *messages* came without a tree: no id twice, no parent, nothing marked."""
    known = [
        node for node in messages if node.id is not None or node.marks or node.origin is not NOWHERE
    ]
    if not known:
        return True
    if any(node.marks or node.origin.parent is not None for node in known):
        return False
    ids = [node.id for node in known if node.id is not None]
    return len(set(ids)) == len(ids)


def _merged(messages: Messages, notes: list[Note]) -> Rows:
    """Return what is left, each with its place, once each message is said once."""
    rows = tuple(enumerate(messages))
    once = once_each(messages)
    if once is None:
        return rows
    said = "1 message says" if len(once.gone) == 1 else f"{len(once.gone)} messages say"
    text = f"{said} again what an id already said"
    notes.append(Note("linearise", "duplicate", text, once.ids, tuple(once.gone)))
    return [rows[index] for index in once.places]


def _told(rows: Rows, head: str, branch: Branch) -> list[Note]:
    """Say what the way up from *head* met, and what it leaves out."""
    if branch.line is None:
        text = f"no message has the id {head!r}; nothing is cut"
        return [Note("linearise", "unknown-head", text, (head,))]
    notes = []
    if branch.missing is not None:
        child, parent = branch.missing
        text = f"message {child!r} names the parent {parent!r}, which is not there"
        notes.append(Note("linearise", "broken-parent-chain", text, (child, parent)))
    if branch.circle is not None:
        text = f"the parents of {branch.circle!r} lead back to it"
        notes.append(Note("linearise", "parent-circle", text, (branch.circle,)))
    kept = set(map(id, branch.line))
    gone = [node for _, node in rows if id(node) not in kept]
    if gone:
        named = tuple(node.id for node in gone if node.id is not None)
        text = f"{len(gone)} messages do not lead to {head!r}"
        notes.append(Note("linearise", "other-branch", text, named, _places(rows, gone)))
    return notes


def _places(rows: Rows, gone: Sequence[Node]) -> tuple[int, ...]:
    """Find where *gone* stood as they came: a card's id does not name what is inside it."""
    wanted = set(map(id, gone))
    return tuple(sorted(place for place, node in rows if id(node) in wanted))


def _without_retried(
    rows: Rows, nodes: Sequence[Node], above: frozenset[int], notes: list[Note]
) -> Sequence[Node]:
    line, gone = last_tries(nodes, above)
    if gone:
        named = tuple(node.id for node in gone if node.id is not None)
        text = f"{len(gone)} messages (with the results of their calls) gave their place to a retry"
        notes.append(Note("linearise", "retried", text, named, _places(rows, gone)))
    return line
