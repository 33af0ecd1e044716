"""Give speakers names that the target takes, and keep them apart."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Mapping
from typing import Annotated, Final

from annotated_types import Ge
from attrs import evolve, frozen

from ctxfn.context import Note
from ctxfn.messages import Assistant, Messages, Node, System, User, reuse
from ctxfn.pipeline import Changed, processor
from ctxfn.wire import beyond_words_and_calls

__all__ = ["mend_names"]

#: What every target takes; whatever else a name holds becomes an underscore.
_OTHER: Final = re.compile(r"[^a-zA-Z0-9_-]")

#: Digits of a hash behind a name that another speaker has already.
_DIGITS: Final = 8


@processor
def mend_names(
    messages: Messages,
    /,
    *,
    pattern: str | None = r"[a-zA-Z0-9_-]+",
    length: Annotated[int, Ge(1)] | None = 64,
) -> Messages | Changed:
    """Replace names of speakers that are unlike *pattern* or longer than *length* characters.

    Contract:
        Characters other than ASCII letters, digits, underscores and hyphens become underscores,
        and what is too long is cut; one name becomes one name everywhere. A name somebody else
        has gets a hash of itself behind it, so two speakers stay two; so does one of which
        nothing is left to read. Names that are fine stay, and if all are, so does the object.
        An empty name goes. Where *pattern* and *length* leave no name, the name goes, too. All
        of it is noted. Twice is once.

    Complexity: O(messages + characters of their names).

    Source: catalogue rule ``message-name-format``.

    Examples:
        >>> from ctxfn.messages import assistant, chat, user
        >>> said = chat(user("hi", name="Team Lead (EU)"), user("ho", name="Team/Lead/(EU)"))
        >>> [message.name for message in mend_names(said)]
        ['Team_Lead__EU_', 'Team_Lead__EU__1a88223b']
        >>> fine = chat(user("hi", name="Ana"))
        >>> mend_names(fine) is fine
        True
    """
    names = dict.fromkeys(name for _, name in _named(messages))
    target = _Target(None if pattern is None else re.compile(pattern), length)
    wrong = [name for name in names if not target.takes(name)]
    if not wrong:
        return messages
    taken = names.keys() - set(wrong)
    mended: dict[str, str | None] = {}
    for name in wrong:
        made = (one for one in target.names_for(name) if one not in taken and target.takes(one))
        mended[name] = new = next(made, None)
        taken.add(new or "")
    return _renamed(messages, mended)


@frozen
class _Target:
    """What a target takes for a name."""

    pattern: re.Pattern[str] | None
    length: int | None

    def takes(self, name: str) -> bool:
        """Say whether *name* can stay."""
        short = self.length is None or len(name) <= self.length
        return name != "" and short and (self.pattern is None or bool(self.pattern.fullmatch(name)))

    def names_for(self, name: str) -> Iterator[str]:
        """Yield what *name* may become, the most readable first."""
        if not name:
            return
        clean = _OTHER.sub("_", name)
        mark = hashlib.sha256(name.encode("utf-8", "surrogatepass")).hexdigest()[:_DIGITS]
        if clean.strip("_"):
            yield clean[: self.length]
            room = None if self.length is None else max(self.length - _DIGITS - 1, 0)
            yield f"{clean[:room]}_{mark}"
        yield f"speaker_{mark}"
        yield mark[: self.length]


def _named(messages: Messages) -> Iterator[tuple[int, str]]:
    for place in beyond_words_and_calls(messages):
        node = messages[place]
        if isinstance(node, System | User | Assistant) and node.name is not None:
            yield place, node.name


def _renamed(messages: Messages, mended: Mapping[str, str | None]) -> Changed:
    after: list[Node] = list(messages)
    places: dict[str, list[int]] = {}
    for place, name in _named(messages):
        node = after[place]
        if name in mended and isinstance(node, System | User | Assistant):
            new = mended[name]
            # Without a name the message is not as it was found: that key is gone.
            after[place] = evolve(node, name=new, written=node.written if new else None)
            places.setdefault(name, []).append(place)
    notes = [
        Note(
            "mend_names",
            "name-dropped" if mended[name] is None else "name-mended",
            f"{name!r} is " + ("left out" if mended[name] is None else f"called {mended[name]}"),
            places=tuple(found),
        )
        for name, found in places.items()
    ]
    return Changed(reuse(messages, after), tuple(notes))
