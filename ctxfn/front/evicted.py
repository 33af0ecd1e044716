"""`evicted`: what the payload before held and this one does not, by name."""

from __future__ import annotations

from itertools import takewhile

from ctxfn.front.payload import Payload
from ctxfn.front.options import only_ours, shown
from ctxfn.messages import Messages
from ctxfn.pipeline import OptionError
from ctxfn.processors import render_blocks
from ctxfn.tokens import Evicted, evicted_since

__all__ = ["evicted"]


def evicted(before: Payload, after: Payload, /) -> tuple[Evicted, ...]:
    """Say which messages and which injected blocks left between two payloads of `assemble`.

    Contract:
        As `evicted_since`, of the messages before `render_blocks` writes them. So a block that
        moved on, or whose text is new, has not left.

    Complexity: O(messages); the pipelines' as well, unless the payloads were traced.

    Source: ours.

    Raises:
        OptionError: one of the two is no payload.

    Examples:
        >>> from ctxfn import Policy, SystemRole, assemble
        >>> said = [{"role": "user", "content": text, "id": text} for text in "abc"]
        >>> one = assemble(said, SystemRole("Be brief."))
        >>> other = assemble(said, policy=Policy(keep_groups=2))
        >>> [(gone.kind, gone.name) for gone in evicted(one, other)]
        [('message', 'ctxfn:system'), ('block', 'system_role'), ('message', 'a')]
    """
    with only_ours("evicted"):
        for name, payload in (("before", before), ("after", after)):
            if not isinstance(payload, Payload):
                raise OptionError("evicted", name, shown(payload), "a payload of assemble")
        return evicted_since(_unwritten(before), _unwritten(after))


def _unwritten(payload: Payload) -> Messages:
    """Return the messages as they were before blocks became text and ids were left behind."""
    run = payload.report.watched()
    contexts = (run.first, *run.contexts)
    names = (name for name, _ in run.steps)
    written = render_blocks.__name__
    return contexts[sum(1 for _ in takewhile(lambda name: name != written, names))].messages
