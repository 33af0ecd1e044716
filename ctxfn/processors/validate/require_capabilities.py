"""Refuse a conversation that its reader cannot take, naming all of what it cannot."""

from __future__ import annotations

from typing import Final, cast, get_args

from ctxfn.context import Context
from ctxfn.facts import Capabilities, Capability, Model, Toolset, capabilities_of
from ctxfn.pipeline import reads, separable, validator
from ctxfn.processors.errors import CapabilitiesMissing
from ctxfn.processors.validate.find_offences import find_offences
from ctxfn.wire import Profile

__all__ = ["require_capabilities"]

_EVERY: Final = cast("tuple[Capability, ...]", get_args(Capability))


@validator
@reads(Model, Profile, Toolset)
@separable
def require_capabilities(context: Context, /, *, of: tuple[Capability, ...] = _EVERY) -> Context:
    """Refuse the conversation if it holds what its reader is known not to take.

    What the reader takes is told by the facts `Model` and `Profile`, the target's:
    `ctxfn.facts.capabilities_of`. It stands before the steps that put words in place of media
    and calls, for behind them nobody can tell what was there.

    Contract:
        The same context, or an error with each offence: message, and part or call. Only the
        capabilities named in *of* are asked for. Tools on offer count as well where functions
        are. A run that skips failing steps does not skip this one.

    Complexity: O(nodes + parts + calls); O(1) if nothing is lacking.

    Source: ours; LobeHub context-engine always downgrades, mostly without a word.

    Raises:
        CapabilitiesMissing: what must not be there, all of it.

    Examples:
        >>> from ctxfn.messages import Image, chat, user
        >>> seen = Context.of(chat(user("Look", Image(url="u"))), Model(vision=False))
        >>> require_capabilities(seen, of=("vision",))
        Traceback (most recent call last):
        ...
        ctxfn.processors.errors.CapabilitiesMissing: what reads this lacks vision, but there is message 0, part 1: an image. Choose another model, \
take these out, or let words stand in for them: downgrade.
        >>> require_capabilities(seen, of=("functions",)) is seen
        True
    """
    able = capabilities_of(context.get(Model), context.get(Profile))
    asked = frozenset(of).intersection(able.lacking)
    if not asked:
        return context
    offered = context.get(Toolset)
    tools = len(offered.tools) if offered is not None and "functions" in asked else 0
    found = tuple(find_offences(context.messages, Capabilities.without(*asked)))
    if found or tools:
        raise CapabilitiesMissing(found, tools)
    return context
