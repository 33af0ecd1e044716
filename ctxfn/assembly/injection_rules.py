"""The order of what is injected, each rule with its reason."""

from __future__ import annotations

from itertools import pairwise
from typing import Final

from ctxfn.assembly.injections import (
    BESIDE,
    DOCUMENTS,
    INJECTORS,
    PREAMBLE,
    ROLE,
    SYSTEM,
    TAIL,
    USER,
)
from ctxfn.assembly.kinds import BEHIND_CARDS, CARDS
from ctxfn.injectors import (
    documents_as_system,
    documents_at_end,
    documents_before_system,
    documents_in_system,
)
from ctxfn.pipeline import AnyStep, MustFollow, must_follow
from ctxfn.processors import (
    fill_documents,
    unfold_cards,
)

__all__ = ["INJECTION_RULES"]


def _in_this_order(steps: tuple[AnyStep, ...], because: str) -> tuple[MustFollow, ...]:
    return tuple(must_follow(later, one, because=because) for one, later in pairwise(steps))


INJECTION_RULES: Final[tuple[MustFollow, ...]] = (
    must_follow(
        DOCUMENTS,
        fill_documents,
        because="a document that is a template is filled before it is anywhere",
    ),
    must_follow(
        (*ROLE, documents_in_system),
        documents_before_system,
        because="it opens the message that the role is appended to",
    ),
    *_in_this_order(ROLE, "the role opens the system message; what changes least stands first"),
    must_follow(
        documents_in_system,
        ROLE,
        because="a document that is appended to the system message stands behind all else in it",
    ),
    must_follow(
        documents_as_system,
        (documents_before_system, *ROLE, documents_in_system),
        because="a document that replaces the system message replaces all of it",
    ),
    *_in_this_order(PREAMBLE, "blocks stand as they are placed; what changes least stands first"),
    must_follow(
        (*USER, *BESIDE, *TAIL),
        (*SYSTEM, *PREAMBLE),
        because="what is said once, at the start, stands before what is said by the way",
    ),
    *_in_this_order(USER, "blocks stand as they are placed; what changes most stands last"),
    must_follow(
        BESIDE,
        USER,
        because="a message that comes between must not be taken for the person's last one",
    ),
    *_in_this_order(BESIDE, "each stands behind the messages that are there"),
    must_follow(
        TAIL,
        (*USER, *BESIDE),
        because="what changes from step to step stands behind everything else",
    ),
    *_in_this_order(TAIL, "blocks stand as they are placed; what changes most stands last"),
    must_follow(
        documents_at_end,
        (*PREAMBLE, *SYSTEM, *USER, *BESIDE, *TAIL),
        because="the tail is with the person's last words, and not behind a document",
    ),
    must_follow(
        (*CARDS, unfold_cards),
        INJECTORS,
        because="what a card leaves may speak as a user or as the system; what we say stands by "
        "what a person and the store's own system message say",
    ),
    must_follow(
        BEHIND_CARDS,
        INJECTORS,
        because="they look at the message that something is injected into, or at what is injected",
    ),
)
