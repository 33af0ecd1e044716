"""What the commands about the prompt cache have in common: an option, and JSON of a report."""

from __future__ import annotations

from typing import Annotated, Final, Literal, TypeAlias

import typer

from ctxfn.tokens import OPENAI_CACHING, Blame, Caching, Prefix

__all__ = ["Cached", "How", "blame_object", "caching_of", "prefix_object"]

How: TypeAlias = Literal["exact", "openai"]

Cached: TypeAlias = Annotated[
    How,
    typer.Option(
        "--caching", help="What a provider keeps: each token, or from 1,024 on by 128 (openai)."
    ),
]

_RULES: Final[dict[How, Caching]] = {"exact": Caching(), "openai": OPENAI_CACHING}


def caching_of(how: How) -> Caching:
    """Return the rule of that name."""
    return _RULES[how]


def prefix_object(found: Prefix) -> dict[str, object]:
    """Write a prefix report as a JSON object."""
    difference = found.difference
    return {
        "share": found.share,
        "read": found.read,
        "kept": found.kept,
        "messages": found.messages,
        "bytes": found.size,
        "tokens": found.tokens,
        "sent": {
            "messages": found.sent_messages,
            "bytes": found.sent_size,
            "tokens": found.sent_tokens,
        },
        "difference": None
        if difference is None
        else {"path": difference.path, "before": difference.before, "after": difference.after},
        "blame": blame_object(found.blame),
    }


def blame_object(blame: Blame | None) -> dict[str, object] | None:
    """Write whom a report blames as a JSON object."""
    if blame is None:
        return None
    return {
        "kind": blame.kind,
        "change": blame.change,
        "count": blame.count,
        "step": blame.step,
        "injector": blame.injector,
        "facts": list(blame.facts),
    }
