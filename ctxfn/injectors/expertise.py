"""Lessons an agent was given, the same text with every step."""

from __future__ import annotations

from typing import Final

from ctxfn.facts import Expertise
from ctxfn.messages import neutralise, neutralise_tags
from ctxfn.slots import PREAMBLE, Injector

__all__ = ["expertise", "render_expertise"]

_TAG: Final = "expertise_context"


def render_expertise(expertise: Expertise) -> str:
    """Write the snapshot as it was rendered; blank, no text.

    Contract:
        The text itself, the same object, but that it can imitate neither an envelope nor the
        element it stands in when it is moved into one. It is not escaped: whoever rendered it
        wrote markup, and escaped the lessons in it.

    Complexity: O(characters).

    Source: LobeHub context-engine, expertise context. A text that is not the one its hash was
    made of is told all the same, and noted.

    Examples:
        >>> render_expertise(Expertise("<lesson>Ask first.</lesson>"))
        '<lesson>Ask first.</lesson>'
    """
    (text,) = neutralise_tags((neutralise(expertise.text),), (_TAG,))
    return text


expertise: Final = Injector("expertise", PREAMBLE, Expertise, render_expertise, tag=_TAG)
