"""Commands: what people type to an agent that is not said to the model."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final, Literal, TypeAlias

from attrs import frozen

from ctxfn.arguments import blames_arguments
from ctxfn.turns.place import Place
from ctxfn.turns.scheduling import NothingRuns, Person, Running, StopTurn
from ctxfn.turns.tool_context import participants_of

__all__ = [
    "Command",
    "ListAsked",
    "Page",
    "StopAsked",
    "StopRefused",
    "answer_stop",
    "page_of",
    "page_words",
    "parse_command",
]

#: So many names are on a page.
_SIZE: Final = 20

_PAGE: Final = re.compile(r"(?:^|\s)-p(?:\s+|=)?(-?\d+)(?=\s|$)")


@frozen
class ListAsked:
    """Somebody asks which models, or personas, there are, with this word in their name."""

    of: Literal["model", "persona"]
    word: str = ""
    page: int = 1


@frozen
class StopAsked:
    """Somebody wants the turn to stop."""


@frozen
class StopRefused:
    """Only who takes part in the turn, and the owner, may stop it."""


Command: TypeAlias = ListAsked | StopAsked


@frozen
class Page:
    """A page of a list: what of, filtered by what, how many in all; and how to ask for the next."""

    label: str
    word: str
    total: int
    page: int
    pages: int
    names: tuple[str, ...]
    next: str | None = None


@blames_arguments
def parse_command(text: str) -> Command | None:
    """Read a command, if *text* is one.

    Contract:
        ``/model``, ``/persona``, each with a word and ``-p`` and the number of a page, and
        ``/stop``. Everything else is none, and said to the model.

    Complexity: O(characters).

    Source: the chat agent's commands, rule 7.

    Examples:
        >>> parse_command("/model GPT -p 2"), parse_command("/stop"), parse_command("stop")
        (ListAsked(of='model', word='GPT', page=2), StopAsked(), None)
    """
    name, _, rest = text.strip().partition(" ")
    if name == "/stop" and not rest.strip():
        return StopAsked()
    if name not in ("/model", "/persona"):
        return None
    asked = _PAGE.search(rest)
    word = " ".join(_PAGE.sub(" ", rest).split())
    page = int(asked[1]) if asked is not None else 1
    return ListAsked("model" if name == "/model" else "persona", word, page)


@blames_arguments
def page_of(names: Sequence[str], asked: ListAsked) -> Page:
    """Return the page of *names* that was asked for.

    Contract:
        Each name once, in their order; those that have the word in them, whatever its case. The
        page nearest to the one asked for. Behind the last comes the first again. All pages
        together are the filtered list.

    Complexity: O(names).

    Source: the chat agent's commands, rule 7.

    Examples:
        >>> page = page_of([f"hub/m{n}" for n in range(45)], ListAsked("model", "M", 9))
        >>> page.page, page.pages, page.names[0], page.next
        (3, 3, 'hub/m40', '/model M -p 1')
    """
    word = asked.word.casefold()
    found = [name for name in dict.fromkeys(names) if word in name.casefold()]
    pages = max(1, -(-len(found) // _SIZE))
    page = min(max(asked.page, 1), pages)
    following = page % pages + 1
    command = " ".join(part for part in (f"/{asked.of}", asked.word, f"-p {following}") if part)
    shown = tuple(found[(page - 1) * _SIZE : page * _SIZE])
    ahead = command if pages > 1 else None
    return Page(asked.of, asked.word, len(found), page, pages, shown, ahead)


@blames_arguments
def page_words(page: Page) -> str:
    """Write a page for people.

    Contract:
        What it lists, how many, and which page, then a name a line, then how to go on. Where
        nothing fits the word, and where there is nothing at all, it says which of both.

    Complexity: O(names).

    Source: the chat agent's commands, rule 7.

    Examples:
        >>> print(page_words(page_of(["hub/big"], ListAsked("model"))))
        model: 1 (page 1 of 1)
        hub/big
        >>> page_words(page_of([], ListAsked("model", "x")))
        "no model has 'x' in its name"
    """
    if not page.total:
        return (
            f"no {page.label} has {page.word!r} in its name"
            if page.word
            else f"no {page.label} is there"
        )
    word = f" with {page.word!r}" if page.word else ""
    head = f"{page.label}{word}: {page.total} (page {page.page} of {page.pages})"
    return "\n".join((head, *page.names, *((f"next: {page.next}",) if page.next else ())))


@blames_arguments
def answer_stop(
    running: Running | None, who: Person | None, place: Place
) -> StopTurn | NothingRuns | StopRefused:
    """Say what comes of a command to stop.

    Contract:
        Who takes part in the turn that runs may stop it, and so may the owner; inputs that wait
        do not count, and who has no account is nobody.

    Complexity: O(inputs of the turn).

    Source: the chat agent's commands, rule 7.

    Examples:
        >>> answer_stop(None, Person("web", "ann"), Place())
        NothingRuns()
    """
    if running is None:
        return NothingRuns()
    allowed = (*participants_of(running.inputs, place), *place.owners)
    return StopTurn(who) if who is not None and who in allowed else StopRefused()
