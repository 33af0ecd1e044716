"""What elements of several injectors have in common: only what says something is written."""

from __future__ import annotations

from collections.abc import Iterable

from ctxfn.messages import Attribute, enclose, is_blank, tag

__all__ = ["excerpt", "joined", "listed", "questions", "section", "titled", "told"]


def told(name: str, text: str | None) -> str:
    """Write an element of *text*; blank, nothing.

    Contract:
        As `tag`, or an empty text.

    Complexity: O(characters).

    Source: ours.

    Examples:
        >>> told("title", "a < b"), told("title", " ")
        ('<title>a &lt; b</title>', '')
    """
    return "" if text is None or is_blank(text) else tag(name, text)


def joined(name: str, texts: Iterable[str]) -> str:
    """Write an element of *texts* with commas between; none that says something, nothing.

    Contract:
        Blank ones are left out.

    Complexity: O(characters).

    Source: ours.

    Examples:
        >>> joined("tags", ("a", "", "b"))
        '<tags>a, b</tags>'
    """
    return told(name, ", ".join(text for text in texts if not is_blank(text)))


def section(name: str, /, *lines: str, **attributes: Attribute) -> str:
    """Put those of *lines* that say something into an element; none does, nothing.

    Contract:
        As `enclose`, without empty lines.

    Complexity: O(characters).

    Source: ours.

    Examples:
        >>> section("meta", "", told("title", None))
        ''
    """
    kept = [line for line in lines if line]
    return enclose(name, *kept, **attributes) if kept else ""


def listed(name: str, lines: Iterable[str], /) -> str:
    """Put *lines* into an element that says how many they are; none, nothing.

    Contract:
        As `enclose`, with the attribute ``count``.

    Complexity: O(characters).

    Source: ours.

    Examples:
        >>> print(listed("identities", [tag("identity", "nurse")]))
        <identities count="1">
        <identity>nurse</identity>
        </identities>
    """
    every = list(lines)
    return enclose(name, *every, count=len(every)) if every else ""


def questions(texts: Iterable[str], *, counted: bool = False) -> str:
    """Write the questions that an agent offers at the start; none, nothing.

    Contract:
        One element each, blank ones left out; *counted* says how many.

    Complexity: O(characters).

    Source: LobeHub context-engine, builders: the elements.

    Examples:
        >>> print(questions(["Where to?"]))
        <openingQuestions>
        <question>Where to?</question>
        </openingQuestions>
    """
    lines = [tag("question", text) for text in texts if not is_blank(text)]
    return listed("openingQuestions", lines) if counted else section("openingQuestions", *lines)


def excerpt(name: str, text: str | None, *, longest: int) -> str:
    """Write the head of *text*, with three dots if there is more, and its whole length.

    Contract:
        *longest* characters at most, and the dots; blank, nothing.

    Complexity: O(characters kept).

    Source: LobeHub context-engine, builders.

    Examples:
        >>> excerpt("systemRole", "You plan trips.", longest=8)
        '<systemRole length="15">You plan...</systemRole>'
    """
    if text is None or is_blank(text):
        return ""
    dots = "..." if len(text) > longest else ""
    return tag(name, text[:longest] + dots, length=len(text))


def titled(title: str | None, description: str | None) -> str:
    """Say *title* and *description* with a dash between, or the one that there is.

    Contract:
        Text, nothing escaped: the tag around it does that.

    Complexity: O(characters).

    Source: LobeHub context-engine, builders.

    Examples:
        >>> titled("Maps", "Routes"), titled("Maps", None)
        ('Maps - Routes', 'Maps')
    """
    return " - ".join(text for text in (title, description) if text and not is_blank(text))
