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
from ctxfn.testing.excused import Excuses, excused
from ctxfn.testing.facets import covers
from ctxfn.testing.given import Given, given
from ctxfn.testing.hanging import invented_in, unhung_in
from ctxfn.testing.running import AnyChange, outcome
from ctxfn.testing.shown import named, shown
from ctxfn.testing.words import (
    Kind,
    bare_on,
    kind_of,
    media_words,
    number_of,
    words_of,
    words_on,
)

__all__ = ["conserving"]

_NOTHING: Final[Mapping[str, Sequence[str]]] = MappingProxyType({})

#: Kinds whose words have a speaker: who said them is not to change.
_SAID: Final = frozenset({"texts", "refusals", "calls", "results"})


def conserving(
    step: AnyChange,
    context: Context,
    /,
    *,
    removes: Callable[[Node], bool] | None = None,
    ordered: Sequence[Kind] = ("texts", "calls", "results"),
    noted: Mapping[str, Sequence[str]] = _NOTHING,
    renews: Collection[str] = (),
    changes: Collection[str] = (),
) -> None:
    """Check that all that is said in the input is in the output once, whole, in order, as its speaker's.

    Contract:
        Checked on the context with words of its own in each text, refusal, thought, call,
        result, error, picture or other media, file, opaque part and block (`traced`), so the
        step may merge and wrap texts; media may be named besides. A text stays together, from its first
        word to its last, and each character of it stays. Calls whose arguments have no room
        for a word are counted by id and tool.
        What hangs on it stays as well, by name of the *facet*: ``call.id``, ``call.tool``, ``call.arguments``,
        ``text.signature``, ``media.data``, ``reasoning.sealed``, ``result.state``,
        ``marks.Reaction``, ``origin.agent``, ``id``, ``speaker`` and so on, for every field of
        every record. What was said is not made ours, nor what is ours a person's, nor a
        person's the system's; nobody says or asks what was not said.
        A note excuses what it names, by the place or id of a node or the id of a call: a whole
        node if it is gone, a call if it is gone. What else a note excuses *noted* says: for a
        kind of note the kinds of content and the facets that may go from the nodes it names.
        No note excuses anything that it does not name. What a run itself notes as `Dropped`, since
        the step said nothing, excuses nothing, unless *noted* has kinds for ``dropped``.
        Excepted are nodes that *removes* says the step exists to remove, blocks named in
        *renews*, facets named in *changes* (``origin`` is all of it), and what a summary
        stands for. `ordered` are the kinds whose order must stay.

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
        'xtexts0x' is not in the output, and in no note: chat(User((Text('xtexts1x b xtexts1mx b xtexts1ex'),))); notes: ()

    Raises:
        LawBroken: with the word that is lost, repeated, out of order or another's.
    """
    known = given(context.messages)
    start = evolve(context, messages=known.messages, notes=pvector())
    after = outcome(step, start).context
    if after is None or after.messages is known.messages:
        return
    free = excused(known.messages, after.messages, tuple(after.notes), removes, noted, renews)
    for fault, expected in (
        *_miscounted(known, after, free, changes),
        *_torn(known, after.messages, free),
        *_misplaced(known, after.messages, free, ordered),
        *_misattributed(known, after.messages, free, changes),
        *invented_in(known, after.messages, free, changes),
        *unhung_in(known, after.messages, free, changes),
    ):
        raise LawBroken("conserving", named(step), fault, expected, shown(start))


def _miscounted(
    known: Given, after: Context, free: Excuses, changes: Collection[str]
) -> Iterator[tuple[str, str]]:
    found = Counter(words_of(after.messages))
    found.update(_bare(after.messages, changes))
    for word, count in Counter(media_words(after.messages)).items():
        found[word] = count
    expected = Counter(known.words)
    expected.update(_bare(known.messages, changes))
    for word, most in expected.items():
        count = found[word]
        if (count > most and word in known.known) or (count < most and word not in free.words):
            what = "is not in the output, and in no note" if count < most else "is there repeatedly"
            yield (
                f"{word!r} {what}: {shown(after.messages)}; notes: {tuple(after.notes)!r}",
                "all that was said once, or a note that names it and may excuse it",
            )


def _bare(messages: Messages, changes: Collection[str]) -> Iterator[str]:
    """Name the calls without a word; by what the step may change none can be told apart."""
    renamed = covers(changes, "call.id") or covers(changes, "call.tool")
    for _, node in every_node(messages):
        for word in bare_on(node):
            yield "a call" if renamed else word


def _torn(known: Given, after: Messages, free: Excuses) -> Iterator[tuple[str, str]]:
    """Tell which text's words do not follow each other."""
    words = [word for word in words_of(after) if word in known.known]
    for place, word in enumerate(words):
        if word.endswith("mx") and word not in free.words:
            number = number_of(word)
            if words[place - 1 : place + 2 : 2] != [f"{number}x", f"{number}ex"] or place == 0:
                yield (
                    f"the words of '{number}x' apart or in another order: {shown(after)}",
                    "each text whole, from its first word to its last",
                )


def _misplaced(
    known: Given, after: Messages, free: Excuses, ordered: Sequence[Kind]
) -> Iterator[tuple[str, str]]:
    found = [word for word in words_of(after) if word in known.known]
    for kind in ordered:
        expected = _of_kind(kind, known.words, free.words)
        if _of_kind(kind, found, free.words) != expected:
            yield f"{kind} in another order: {shown(after)}", f"the order {', '.join(expected)}"


def _of_kind(kind: Kind, words: Iterable[str], free: set[str]) -> list[str]:
    return [word for word in words if word not in free and kind_of(word) == kind]


def _misattributed(
    known: Given, after: Messages, free: Excuses, changes: Collection[str]
) -> Iterator[tuple[str, str]]:
    """Tell what somebody said and is ours now, was ours and is not, or is the system's or not.

    Two system messages may become one, which is not ours unless both were.
    """
    voices = _voices(known.messages)
    for word, (ours, system) in _voices(after).items():
        was_ours, was_system = voices.get(word, (ours, system))
        if word in free.words or (ours, system) == (was_ours, was_system):
            continue
        told = {*changes, *free.facets[word]}
        joined = was_ours and not ours and (system or covers(told, "origin.ours"))
        if was_ours != ours and not joined:
            who = "somebody's and is ours" if ours else "ours and is somebody's"
            yield f"{word!r} was {who}: {shown(after)}", "who said it to stay who says it"
        if was_system != system and not covers(told, "speaker"):
            who = "is the system's now" if system else "is the system's no more"
            yield f"{word!r} {who}: {shown(after)}", "who said it to stay who says it"


def _voices(messages: Messages) -> dict[str, tuple[bool, bool]]:
    """Map each word with a speaker to whether it is ours, and whether the system's.

    What a summary says is left out: it speaks of all.
    """
    return {
        word: (is_ours(node), isinstance(node, System))
        for _, node in every_node(messages)
        if not isinstance(node, CompressedGroup)
        for word in words_on(node)
        if kind_of(word) in _SAID
    }
