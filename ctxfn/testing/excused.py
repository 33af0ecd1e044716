"""What of a conversation may be gone: what notes name, each as far as its kind reaches."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import Final

from attrs import frozen

from ctxfn.context import AnyNote, Note
from ctxfn.messages import Assistant, Call, CompressedGroup, Messages, Node, ToolResult, nested_in
from ctxfn.pipeline import vanished
from ctxfn.testing.contents import calls_in, calls_on, every_node
from ctxfn.testing.facets import covers
from ctxfn.testing.words import bare_on, kind_of, words_in, words_on

__all__ = ["ALL", "Excuses", "excused"]

#: In place of names: whatever hangs on it.
ALL: Final = "*"

#: As what *noted* may name what a run itself notes, where a step says nothing of what it dropped.
DROPPED: Final = "dropped"

#: What hangs on content of a kind may go where that may.
_REACH: Final[Mapping[str, str]] = {
    "texts": "text",
    "results": "text",
    "refusals": "refusal",
    "calls": "call",
    "reasoning": "reasoning",
    "media": "media",
    "files": "media.text",
    "opaque": "opaque",
    "blocks": "block",
    "errors": "result.error",
}


class Excuses:
    """The words that need not be there, and by word the facets that need not stay."""

    def __init__(self) -> None:
        self.words: set[str] = set()
        self.facets: defaultdict[str, set[str]] = defaultdict(set)

    def let_go(self, words: Iterable[str]) -> None:
        """Excuse *words* and all that hangs on what they stand for."""
        for word in words:
            self.words.add(word)
            self.facets[word].add(ALL)


def excused(
    before: Messages,
    after: Messages,
    notes: tuple[AnyNote, ...],
    removes: Callable[[Node], bool] | None,
    noted: Mapping[str, Sequence[str]],
    renews: Collection[str],
) -> Excuses:
    """Return what of *before* need not be in *after*.

    Complexity: O(characters x notes).
    """
    found = Excuses()
    found.let_go(_summed_up(before))
    if removes is not None or renews:
        for _, node in every_node(before):
            found.let_go(_own_exceptions(node, removes, renews))
    if notes:
        gone = _Gone.between(before, after)
        for place, node in every_node(before):
            for note in notes:
                _excuse(found, note, place, node, gone, noted)
    return found


def _all_words(node: Node) -> tuple[str, ...]:
    return (*words_on(node), *bare_on(node))


def _words_of_call(call: Call) -> tuple[str, ...]:
    return _all_words(Assistant(calls=(call,)))


def _summed_up(messages: Messages) -> set[str]:
    """Return the words that a summary stands for; each node is looked at once."""
    waiting: list[tuple[Node, bool]] = [(node, False) for node in messages]
    free: set[str] = set()
    while waiting:
        node, inside = waiting.pop()
        if inside:
            free.update(_all_words(node))
        inner = nested_in(node)
        old = len(node.compressed) if isinstance(node, CompressedGroup) else 0
        waiting += [(one, inside or number < old) for number, one in enumerate(inner)]
    return free


@frozen
class _Gone:
    """What is no longer there: places of nodes, ids of nodes inside cards, ids of calls."""

    places: frozenset[int]
    ids: frozenset[str | None]
    calls: frozenset[str]

    @staticmethod
    def between(before: Messages, after: Messages) -> _Gone:
        ids = Counter(node.id for _, node in every_node(before))
        ids.subtract(node.id for _, node in every_node(after))
        calls = Counter(call.id for call in calls_in(before))
        calls.subtract(call.id for call in calls_in(after))
        places = {place for left in vanished("", before, after) for place in left.places}
        return _Gone(
            frozenset(places | _results_gone(before, after)),
            frozenset(one for one, count in ids.items() if count > 0),
            frozenset(one for one, count in calls.items() if count > 0),
        )


def _results_gone(before: Messages, after: Messages) -> set[int]:
    """Find the results of which nothing is left: nothing of another kind stands for a result."""
    places = [place for place, node in enumerate(before) if isinstance(node, ToolResult)]
    results = [node for node in after if isinstance(node, ToolResult)]
    left = vanished("", [before[place] for place in places], results)
    words = {word for _, node in every_node(after) for word in words_on(node)}
    found = {places[number] for one in left for number in one.places}
    return {place for place in found if words.isdisjoint(words_on(before[place]))}


def _own_exceptions(
    node: Node, removes: Callable[[Node], bool] | None, renews: Collection[str]
) -> Iterator[str]:
    if removes is not None and removes(node):
        yield from _all_words(node)
    for block in node.blocks:
        if block.name in renews:
            yield from words_in(block.text)


def _all_of(node: Node, kinds: Collection[str]) -> bool:
    """Say whether all that *node* says is of *kinds*."""
    bare = () if "calls" in kinds else bare_on(node)
    return bool(kinds) and not bare and all(kind_of(word) in kinds for word in words_on(node))


def _excuse(
    found: Excuses,
    note: AnyNote,
    place: int,
    node: Node,
    gone: _Gone,
    noted: Mapping[str, Sequence[str]],
) -> None:
    own_word = isinstance(note, Note)
    kinds = set(noted.get(note.kind if isinstance(note, Note) else DROPPED, ()))
    reached = kinds | {_REACH[kind] for kind in kinds if kind in _REACH}
    own = {node.id, node.call_id} if isinstance(node, ToolResult) else {node.id}
    if place in note.places or not own.isdisjoint(note.ids):
        is_gone = place in gone.places or (node.id in note.ids and node.id in gone.ids)
        if is_gone and (own_word or _all_of(node, kinds)):
            found.let_go(_all_words(node))
        found.words.update(word for word in words_on(node) if kind_of(word) in kinds)
        found.words.update(bare_on(node) if "calls" in kinds else ())
        for word in _all_words(node):
            found.facets[word].update(reached)
    for call in calls_on(node):
        if call.id in note.ids:
            if "calls" in kinds or (own_word and call.id in gone.calls):
                found.let_go(_words_of_call(call))
            if covers(reached, "call.tool"):
                # By its old name a call without a word is not found again.
                found.words.update(bare_on(Assistant(calls=(call,))))
            for word in _words_of_call(call):
                found.facets[word].update(reached)
