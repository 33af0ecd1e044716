"""The law that nothing is lost: all that is said is there once, in order, and its speaker's."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Final

from attrs import evolve
from pyrsistent import pvector

from ctxfn.context import Context
from ctxfn.messages import CompressedGroup, Messages, Node, System, is_ours
from ctxfn.testing.contents import every_node
from ctxfn.testing.errors import LawBroken
from ctxfn.testing.excused import excused
from ctxfn.testing.running import AnyChange, outcome
from ctxfn.testing.shown import named, shown
from ctxfn.testing.traced import Kind, kind_of, media_words, traced, words_of, words_on

__all__ = ["conserving"]

_NOTHING: Final[Mapping[str, Sequence[Kind]]] = MappingProxyType({})

#: Kinds whose words have a speaker: who said them is not to change.
_SAID: Final = frozenset({"texts", "refusals", "calls", "results"})


def conserving(
    step: AnyChange,
    context: Context,
    /,
    *,
    removes: Callable[[Node], bool] | None = None,
    ordered: Sequence[Kind] = ("texts", "calls", "results"),
    noted: Mapping[str, Sequence[Kind]] = _NOTHING,
    renews: Collection[str] = (),
) -> None:
    """Check that all that is said in the input is in the output once, in order, as its speaker's.

    Contract:
        Checked on the context with a word of its own in each text, refusal, thought, call,
        result, error, picture or other media, opaque part and block (`traced`), so the step
        may merge, wrap or escape texts; media may be named besides. What was said is not made
        ours, and what is ours is not made a person's.
        A note excuses what it names, by the place or id of a node or the id of a call: a whole
        node if it is gone, a call if it is gone. What else a note excuses *noted* says: for a
        kind of note the kinds of content that may go from the nodes it names. No note excuses
        anything that it does not name.
        Excepted are nodes that *removes* says the step exists to remove, blocks named in
        *renews*, and what a summary stands for. `ordered` are the kinds whose order must stay.

    Complexity: O(characters), besides the step.

    Source: ours.

    Examples:
        >>> from ctxfn.messages import assistant, chat, reuse, user
        >>> def forget(messages: Messages) -> Messages:
        ...     return reuse(messages, messages[1:])
        >>> try:
        ...     conserving(forget, Context(chat(user("a"), user("b"))))
        ... except LawBroken as broken:
        ...     print(broken.found)
        'xtexts0x' is not in the output, and in no note: chat(User((Text('b xtexts1x'),))); notes: ()

    Raises:
        LawBroken: with the word that is lost, repeated, out of order or another's.
    """
    given = evolve(context, messages=traced(context.messages), notes=pvector())
    after = outcome(step, given).context
    if after is None or after.messages is given.messages:
        return
    free = excused(given.messages, after.messages, tuple(after.notes), removes, noted, renews)
    for found, expected in (
        *_miscounted(given.messages, after, free),
        *_misplaced(given.messages, after.messages, free, ordered),
        *_misattributed(given.messages, after.messages, free),
    ):
        raise LawBroken("conserving", named(step), found, expected, shown(given))


def _miscounted(before: Messages, after: Context, free: set[str]) -> Iterator[tuple[str, str]]:
    found = Counter(words_of(after.messages))
    for word, count in Counter(media_words(after.messages)).items():
        found[word] = count
    for word in dict.fromkeys(words_of(before)):
        count = found[word]
        if count > 1 or (count == 0 and word not in free):
            what = "is not in the output, and in no note" if count == 0 else "is there repeatedly"
            yield (
                f"{word!r} {what}: {shown(after.messages)}; notes: {tuple(after.notes)!r}",
                "all that was said once, or a note that names it and may excuse it",
            )


def _misplaced(
    before: Messages, after: Messages, free: set[str], ordered: Sequence[Kind]
) -> Iterator[tuple[str, str]]:
    words, found = words_of(before), words_of(after)
    made = set(found) - set(words)
    for kind in ordered:
        expected = _of_kind(kind, words, free)
        if _of_kind(kind, found, free | made) != expected:
            yield f"{kind} in another order: {shown(after)}", f"the order {', '.join(expected)}"


def _of_kind(kind: Kind, words: Iterable[str], free: set[str]) -> list[str]:
    return [word for word in words if word not in free and kind_of(word) == kind]


def _misattributed(before: Messages, after: Messages, free: set[str]) -> Iterator[tuple[str, str]]:
    """Tell what somebody said and is ours now, or was ours and is somebody's now."""
    ours = _ours(before)
    for word, now in _ours(after).items():
        if word not in free and ours.get(word, now) != now:
            who = "somebody's and is ours" if now else "ours and is somebody's"
            yield f"{word!r} was {who}: {shown(after)}", "who said it to stay who says it"


def _ours(messages: Messages) -> dict[str, bool]:
    """Map each word with a speaker to whether it is ours; what the application says is either."""
    return {
        word: is_ours(node)
        for _, node in every_node(messages)
        if not isinstance(node, System | CompressedGroup)
        for word in words_on(node)
        if kind_of(word) in _SAID
    }
