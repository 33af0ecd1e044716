"""The newest groups of a history, found from its tail."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from ctxfn.messages.cards import Node, Task
from ctxfn.messages.groups import has_anchor, linked, spans_of
from ctxfn.messages.records import Assistant, System, ToolResult, User

__all__ = ["count_groups", "head_of", "newest_atoms", "newest_groups"]

#: Nodes looked at first, per group and besides, when the plain walk meets something odd.
_FIRST_WINDOW: Final = (4, 8)


def head_of(messages: Sequence[Node]) -> int:
    """Return how many system messages, and messages of ours, *messages* begin with.

    Contract:
        What a cut leaves alone at the front: the prompt. A message with an `Anchor` is none:
        others hang on it, and it goes when they go.

    Complexity: O(answer).

    Source: ours.

    Examples:
        >>> from ctxfn.messages import chat, system, user
        >>> head_of(chat(system("Be brief."), user("hi"), system("again")))
        1
    """
    for index, node in enumerate(messages):
        if not isinstance(node, System) and node.origin.ours is None:
            return index
        if has_anchor(node):
            return index
    return len(messages)


def newest_groups(messages: Sequence[Node], groups: int, *, start: int = 0) -> Sequence[int]:
    """Return the places of the last *groups* groups among the nodes from *start* on, in order.

    Contract:
        The groups are those of `groups_of`, exactly, if no result has the id of another
        message. System messages and user messages of
        ours do not count; those among and behind the groups chosen are in the answer.

    Complexity: O(nodes chosen). Where a result has no call before it, a call not one result,
    or a parent is missing, as far back as it takes to be sure of it: up to O(nodes).

    Source: ours.

    Examples:
        >>> from ctxfn.messages import assistant, call, chat, tool_result, user
        >>> said = chat(user("hi"), assistant("", call("c1")), tool_result("c1", "42"))
        >>> newest_groups(said, 1)
        range(1, 3)
    """
    cut = _plain_cut(messages, groups, start) if groups else None
    if cut is not None:
        return range(cut, len(messages))
    reach = _FIRST_WINDOW[0] * groups + _FIRST_WINDOW[1]
    while True:
        begin = max(start, len(messages) - reach)
        chosen = _chosen(messages, groups, begin, whole=begin == start)
        if chosen is not None:
            return chosen
        reach *= 4


def count_groups(messages: Sequence[Node], *, start: int = 0) -> int:
    """Return how many groups of the nodes from *start* on count.

    Contract:
        As many as `newest_groups` could choose.

    Complexity: O(nodes).

    Source: ours.

    Examples:
        >>> from ctxfn.messages import assistant, call, chat, system, tool_result, user
        >>> said = chat(user("hi"), system("now"), assistant("", call("c1")), tool_result("c1"))
        >>> count_groups(said)
        2
    """
    nodes = [messages[place] for place in range(start, len(messages))]
    pairs = zip(nodes, linked(nodes).roots, strict=True)
    return len({root for node, root in pairs if not _is_free(node)})


def newest_atoms(messages: Sequence[Node], *, start: int = 0) -> Iterator[tuple[int, ...]]:
    """Yield the places of the atoms of the nodes from *start* on, the newest atom first.

    Contract:
        The atoms are those of `atoms_of`, in the order of their first nodes, backwards; but
        a result that stands before its call, while another follows it, may come as an atom
        of its own.

    Complexity: O(nodes yielded) while each result stands behind its call and each call has
    one; from the first place where that is not so, O(nodes) once.

    Source: ours.

    Examples:
        >>> from ctxfn.messages import assistant, call, chat, tool_result, user
        >>> said = chat(user("hi"), assistant("", call("c1")), tool_result("c1", "42"))
        >>> list(newest_atoms(said))
        [(1, 2), (0,)]
    """
    index = len(messages)
    while index > start:
        begin = index - 1
        node = messages[begin]
        if type(node) is ToolResult or (type(node) is Assistant and node.calls):
            begin = _atom_begin(messages, begin, start)
            if begin < 0:
                break
            yield tuple(range(begin, index))
        else:
            yield (begin,)
        index = begin
    rest = [messages[place] for place in range(start, index)]
    for span in reversed(spans_of(rest)):
        yield tuple(start + place for place in span)


#: How an atom stands to the node before it. Plain numbers: this is on a hot path.
_STARTS: Final = 1
_FOLLOWS: Final = 2
_FREE: Final = 3
_ODD: Final = 4


def _plain_cut(messages: Sequence[Node], groups: int, start: int) -> int | None:
    """Walk back over *groups* groups as most histories have them; `None` at anything else."""
    follower: tuple[int, str | None] | None = None
    index = cut = len(messages)
    above = messages[index - 1] if index else None
    while groups and index > start and above is not None:
        begin, node = index - 1, above
        if type(node) is ToolResult or (type(node) is Assistant and node.calls):
            begin = _atom_begin(messages, begin, start)
            if begin < 0:
                return None
            node = messages[begin]
        above = messages[begin - 1] if begin else None
        if follower is not None and follower[1] != node.origin.agent:
            groups, cut = groups - 1, follower[0]
        follower = None
        link = _link(node, above)
        if link == _ODD:
            return None
        if link == _FOLLOWS:
            follower = begin, node.origin.agent
        elif groups:
            groups, cut = groups - (link == _STARTS), begin
        index = begin
    return cut if follower is None or not groups else None


def _atom_begin(messages: Sequence[Node], index: int, start: int) -> int:
    """Return where the atom that ends at *index* begins, or -1 if it is not in plain order."""
    node = messages[index]
    if index > start and type(node) is ToolResult:
        above = messages[index - 1]
        # One call, one result: by far the most frequent, so it gets by without a map.
        if type(above) is Assistant and len(above.calls) == 1:
            return index - 1 if _answers(node, above) else -1
    due: dict[str, str | None] = {}
    while type(node) is ToolResult:
        if node.call_id in due or index == start:
            return -1
        due[node.call_id] = node.origin.parent
        index -= 1
        node = messages[index]
    return index if _answered(node, due) else -1


def _answers(result: ToolResult, asked: Assistant) -> bool:
    parent = result.origin.parent
    return result.call_id == asked.calls[0].id and (parent is None or parent == asked.id)


def _answered(node: Node, due: dict[str, str | None]) -> bool:
    """Say whether each call of *node* has just one of the results *due*, and each its call."""
    if type(node) is not Assistant or len(node.calls) != len(due):
        return False
    for call in node.calls:
        if call.id not in due:
            return False
        parent = due.pop(call.id)
        if parent is not None and parent != node.id:
            return False
    return True


def _link(node: Node, above: Node | None) -> int:
    kind = type(node)
    origin = node.origin
    parent = origin.parent
    if parent is not None and above is not None:
        if parent != above.id or kind is Task or (above.marks and has_anchor(above)):
            return _ODD
        if kind is Assistant and type(above) is ToolResult:
            return _FOLLOWS
    return _FREE if kind is System or (kind is User and origin.ours is not None) else _STARTS


def _chosen(
    messages: Sequence[Node], groups: int, begin: int, *, whole: bool
) -> Sequence[int] | None:
    """Choose among the nodes from *begin* on; `None` if those before may change the answer."""
    nodes = [messages[index] for index in range(begin, len(messages))]
    roots, loose = linked(nodes)
    counted = {root for node, root in zip(nodes, roots, strict=True) if not _is_free(node)}
    newest = sorted(counted)[len(counted) - groups :] if groups < len(counted) else sorted(counted)
    if len(newest) < groups:
        return range(begin, len(messages)) if whole else None
    if newest:
        floor = newest[0]
    else:
        floor = max((i for i, root in enumerate(roots) if root in counted), default=-1)
    if not whole and not {roots[index] for index in loose}.isdisjoint(roots[max(floor, 0) :]):
        return None
    kept = set(newest)
    return [
        begin + index
        for index, root in enumerate(roots)
        if root in kept or (root > floor and root not in counted)
    ]


def _is_free(node: Node) -> bool:
    return isinstance(node, System) or (isinstance(node, User) and node.origin.ours is not None)
