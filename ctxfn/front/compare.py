"""`compare`: what the request before leaves in the cache for this one, and who ended it."""

from __future__ import annotations

from attrs import evolve

from ctxfn.front.options import check_a, check_text, only_ours
from ctxfn.front.payload import Payload
from ctxfn.pipeline import StepError, blame_steps, find_impure
from ctxfn.tokens import Blame, Caching, Counter, Prefix, counter_for, prefix_of

__all__ = ["compare", "model_of", "precise"]


def compare(
    before: object,
    after: object,
    /,
    *,
    model: str | None = None,
    counter: Counter | None = None,
    caching: Caching | None = None,
) -> Prefix:
    """Compare two successive requests: what they begin with together, and what ended that.

    Contract:
        Each is a payload of `assemble`, a body, or a list of messages. Of two payloads the
        step, its injector and the facts behind the first difference are named, or the caller's
        history; of others only what differs by structure. *model* chooses the counter,
        *caching* says how a provider keeps what it has read. Nothing is changed.

    Complexity: O(size); to blame a step, the pipeline's, unless the payloads were traced.

    Source: ours; providers cache exact prefixes.

    Raises:
        InvalidMessages: one of the two is no request.
        OptionError: an option has a value that it cannot have.

    Examples:
        >>> from ctxfn.facts import SystemRole
        >>> from ctxfn.front import assemble
        >>> said = [{"role": "user", "content": "hi"}]
        >>> one, other = (assemble(said, SystemRole(f"It is {now}.")) for now in ("9:00", "9:05"))
        >>> compare(one, other).blame
        Blame(kind='step', change='edited', count=1, step='system_role', injector='system_role', \
facts=('SystemRole',))
    """
    with only_ours("compare"):
        check_text("compare", model=model)
        check_a("compare", "counter", counter, Counter)
        check_a("compare", "caching", caching, Caching)
        bodies = [one.body if isinstance(one, Payload) else one for one in (before, after)]
        chosen = counter or counter_for(model or model_of(bodies[1]))
        found = prefix_of(*bodies, counter=chosen, caching=caching)
        return evolve(found, blame=precise(before, after, found.blame))


def precise(before: object, after: object, found: Blame | None) -> Blame | None:
    """Say more exactly what was *found*, if both requests are payloads that were assembled.

    Complexity: as `compare`.
    """
    if found is None or not (isinstance(before, Payload) and isinstance(after, Payload)):
        return found
    try:
        one, other = before.report.watched(), after.report.watched()
    except StepError:
        # It does not run twice, so nothing can be told of it but what is seen.
        return found
    for run, payload in ((one, before), (other, after)):
        impure = find_impure(run, payload.report.context.messages, found)
        if impure is not None:
            return impure
    return blame_steps(one, other, found)


def model_of(body: object) -> str:
    """Return the model that *body* names, or nothing.

    Complexity: O(1).
    """
    named = body.get("model") if isinstance(body, dict) else None
    return named if isinstance(named, str) else ""
