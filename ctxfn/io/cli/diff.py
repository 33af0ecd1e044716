"""`ctxfn diff`: what two successive requests begin with together."""

from __future__ import annotations

from typing import Annotated

import typer

from ctxfn.front import compare
from ctxfn.io.cli.caching import Cached, caching_of, prefix_object
from ctxfn.io.cli.exits import FOUND
from ctxfn.io.cli.options import AsJson, Model, Quiet
from ctxfn.io.cli.progress import with_progress
from ctxfn.io.cli.terminal import Terminal, plural, terminal
from ctxfn.io.errors import InvalidArgument
from ctxfn.tokens import Prefix

__all__ = ["diff"]

_Request = Annotated[str, typer.Argument(help="A request, in a file; - is standard input.")]


def diff(
    before: _Request,
    after: _Request,
    model: Model = None,
    cached: Cached = "exact",
    as_json: AsJson = False,
    quiet: Quiet = False,
) -> None:
    """Say how much of the request AFTER a provider has read in BEFORE, and what ended that.

    Exits with 1 if what stood before the person's last words is not where it was.
    """
    seen = terminal(json=as_json, quiet=quiet)
    one, other = (_alone(name, seen) for name in (before, after))
    found = compare(one, other, model=model, caching=caching_of(cached))
    if as_json:
        seen.data({"before": before, "after": after, **prefix_object(found)})
    else:
        _print(seen, found)
    if not found.kept:
        raise typer.Exit(FOUND)


def _alone(name: str, seen: Terminal) -> object:
    items = with_progress([name], seen)
    item, more = next(items), next(items, None)
    if more is not None:
        expected = "one request; of many, `ctxfn cache` compares each with the one before"
        raise InvalidArgument(name, "more than one request", expected)
    return item.value


def _print(seen: Terminal, found: Prefix) -> None:
    seen.answer(
        f"{found.share:.1%} read from the cache: {found.read:,} of "
        f"{plural(found.sent_tokens, 'token')}"
    )
    seen.answer(
        f"the same: {found.messages:,} of {plural(found.sent_messages, 'message')}, "
        f"{found.size:,} of {plural(found.sent_size, 'byte')}"
    )
    if found.difference is not None:
        seen.answer(f"first difference: {found.difference.path}")
        seen.answer(f"  - {found.difference.before}")
        seen.answer(f"  + {found.difference.after}")
    if found.blame is not None:
        seen.answer(f"blame: {found.blame}")
