"""Which step made the first difference between two runs of a pipeline."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import takewhile
from typing import Final, TypeAlias

from attrs import evolve, frozen

from ctxfn.arguments import blames_arguments
from ctxfn.context import Context
from ctxfn.facts import Toolset
from ctxfn.messages import (
    NOWHERE,
    Assistant,
    Block,
    Messages,
    Node,
    System,
    ToolResult,
    User,
    is_blank,
    text_of,
)
from ctxfn.pipeline.needs import needs
from ctxfn.pipeline.phase import AnyStep, name_of
from ctxfn.pipeline.pipeline import numbered
from ctxfn.pipeline.trace import trace
from ctxfn.pipeline.units import rule_of, units
from ctxfn.tokens import Blame

__all__ = ["Watched", "blame_steps", "find_impure", "watched", "watched_of"]

_MESSAGES: Final = (System, User, Assistant, ToolResult)

_Pair: TypeAlias = tuple[Messages, Messages]


@frozen
class Watched:
    """A run with the context before it and behind each of its steps, and the steps by name."""

    first: Context
    contexts: tuple[Context, ...]
    steps: tuple[tuple[str, AnyStep], ...]


def watched(pipeline: AnyStep, context: Context, /) -> Watched:
    """Run *pipeline* again on the *context* it ran on, and keep what each step left.

    Contract:
        Steps are functions, so it is the run that was; contexts share what they have in
        common. Whether it was so can be seen: compare the last context with the one at hand.

    Complexity: as `trace`.

    Source: ours.

    Raises:
        StepError: as `trace`.

    Examples:
        >>> from ctxfn.messages import chat, user
        >>> def shorter(context):
        ...     return context.with_messages(context.messages[-1:])
        >>> run = watched(shorter, Context(chat(user("a"), user("b"))))
        >>> [name for name, step in run.steps], len(run.contexts[-1].messages)
        (['shorter'], 1)
    """
    seen = trace(pipeline, context, clock=lambda: 0.0, keep=True)
    return watched_of(pipeline, context, seen.contexts)


def watched_of(pipeline: AnyStep, first: Context, contexts: tuple[Context, ...]) -> Watched:
    """Return the run of *pipeline* from *first* on whose *contexts* a trace kept.

    Contract:
        As `watched`, without running anything.

    Complexity: O(steps).

    Source: ours.

    Examples:
        >>> from ctxfn.messages import chat, user
        >>> from ctxfn.processors import drop_empty
        >>> first = Context(chat(user("a")))
        >>> seen = trace(drop_empty(), first, clock=lambda: 0.0, keep=True)
        >>> watched_of(drop_empty(), first, seen.contexts).steps
        (('drop_empty', drop_empty()),)
    """
    steps = tuple(step for _, step, _ in units(pipeline, rule_of(pipeline, None)))
    names = numbered(name_of(step) for step in steps)
    return Watched(first, contexts, tuple(zip(names, steps, strict=True)))


@blames_arguments
def blame_steps(before: Watched, after: Watched, found: Blame) -> Blame:
    """Say which step, injector and facts are behind what was *found* to differ, if a step is.

    Contract:
        A step is to blame if what it was given begins alike, and what it left differs there:
        the last such step, since it moved the first difference to where it is. If there is
        none, the first difference was there in what the caller gave. Both runs are of the same
        pipeline; else nothing more is said than was *found*.

    Complexity: O(steps), and O(messages) for each step that changed something.

    Source: ours.

    Examples:
        >>> from ctxfn.messages import chat, user
        >>> from ctxfn.processors import keep_messages
        >>> said = chat(*(user(str(number)) for number in range(4)))
        >>> runs = [watched(keep_messages(count=2), Context(part)) for part in (said[:3], said)]
        >>> blame_steps(*runs, Blame("history", "edited")).step
        'keep_messages'
    """
    if [name for name, _ in before.steps] != [name for name, _ in after.steps]:
        return found
    if found.kind == "tools":
        guilty = _who_changed_tools(before, after)
        return found if guilty is None else _blamed(found, before, after, guilty)
    if found.kind == "model":
        return found
    guilty, shared = None, _same(before.first.messages, after.first.messages)
    old = before.first.messages, after.first.messages
    for number, (one, other) in enumerate(zip(before.contexts, after.contexts, strict=True)):
        new = one.messages, other.messages
        if new[0] is old[0] and new[1] is old[1]:
            continue
        same = _same(*new)
        if _moved(old, new, shared, same):
            guilty = number
        old, shared = new, same
    if guilty is None:
        return found
    return _blamed(found, before, after, guilty)


def _who_changed_tools(before: Watched, after: Watched) -> int | None:
    if before.first.get(Toolset) != after.first.get(Toolset):
        return None
    pairs = zip(before.contexts, after.contexts, strict=True)
    for number, (one, other) in enumerate(pairs):
        if one.get(Toolset) != other.get(Toolset):
            return number
    return None


def _blamed(found: Blame, before: Watched, after: Watched, guilty: int) -> Blame:
    name, step = before.steps[guilty]
    one, other = (run.first if not guilty else run.contexts[guilty - 1] for run in (before, after))
    facts = tuple(kind.__name__ for kind in needs(step) if one.get(kind) != other.get(kind))
    block, made = _injected(before.contexts[guilty].messages, after.contexts[guilty].messages)
    if not facts and block is not None and block.origin is not None:
        facts = (block.origin,)
    injector = made if block is None else block.name
    blame = evolve(found, kind="step", step=name, injector=injector, facts=facts)
    if found.kind == "tools":
        return blame
    gone = _gone(one, other, before.contexts[guilty], after.contexts[guilty])
    return evolve(blame, change="cut", count=gone) if gone else blame


def _gone(*contexts: Context) -> int:
    """Count how many more messages the later run's step left out before the first difference."""
    given, left = ([context.messages for context in two] for two in (contexts[:2], contexts[2:]))
    same = _same(left[0], left[1])
    if same >= min(map(len, left)):
        return 0
    places = [_came_from(old, new, same) for old, new in zip(given, left, strict=True)]
    return 0 if any(is_new for _, is_new in places) else max(places[1][0] - places[0][0], 0)


def _injected(one: Messages, other: Messages) -> tuple[Block | None, str | None]:
    """Return the first block that differs in the first message that does; who made that one."""
    place = _same(one, other)
    nodes = [side[place] for side in (other, one) if place < len(side)]
    blocks = [{block.name: block for block in node.blocks} for node in nodes]
    known = [*blocks, {}, {}]
    for name, block in (pair for each in blocks for pair in each.items()):
        if known[0].get(name) != known[1].get(name):
            return block, None
    return None, next((node.origin.ours for node in nodes if node.origin.ours), None)


def _same(one: Sequence[Node], other: Sequence[Node]) -> int:
    """Count how many messages the two begin with together, as far as a model could see."""
    pairs = zip(one, other, strict=False)
    return sum(1 for _ in takewhile(lambda pair: _alike(*pair), pairs))


def _alike(one: Node, other: Node) -> bool:
    if one is other or one == other:
        return True
    if type(one) is not type(other) or not isinstance(one, _MESSAGES):
        return False
    # What a store knows, and what later steps read of a message, is not sent by itself.
    return evolve(one, id=None, origin=NOWHERE, marks=()) == evolve(
        other, id=None, origin=NOWHERE, marks=()
    )


def _moved(old: _Pair, new: _Pair, shared: int, same: int) -> bool:
    """Say whether a step made a difference before the first there was."""
    if same >= min(map(len, new)):
        return False
    if shared >= min(map(len, old)):
        return True
    places = [_came_from(given, left, same) for given, left in zip(old, new, strict=True)]
    if all(is_new for _, is_new in places):
        return True
    return any(place < shared for place, _ in places)


def _came_from(given: Messages, left: Messages, place: int) -> tuple[int, bool]:
    """Say where the message at *place* stood before the step, or that it came in there."""
    where = {id(node): at for at, node in enumerate(given)}
    by_id = {node.id: at for at, node in enumerate(given) if node.id is not None}

    def known(at: int) -> int | None:
        node = left[at]
        found = where.get(id(node))
        return found if found is not None or node.id is None else by_id.get(node.id)

    there = known(place)
    if there is not None or len(given) == len(left):
        return (place if there is None else there), False
    before = ((at, it) for at in range(place - 1, -1, -1) if (it := known(at)) is not None)
    later = (it for at in range(place + 1, len(left)) if (it := known(at)) is not None)
    # Between two that stayed, new ones stand for old ones one by one; what is over came in.
    at, stood = next(before, (-1, -1))
    behind = next(later, len(given))
    return min(stood + place - at, behind), stood + place - at >= behind


@blames_arguments
def find_impure(run: Watched, sent: Messages, found: Blame) -> Blame | None:
    """Find the step whose words are other ones than those *sent* when it runs again.

    Contract:
        Nothing if the run ends with what was *sent*. Else the first step that wrote a text
        which the run ends with and the messages *sent* do not hold.

    Complexity: O(messages) for each step that changed something, besides looking for texts.

    Source: ours; a step that asks a clock is no function of its context.

    Examples:
        >>> from itertools import count
        >>> from ctxfn.messages import chat, user
        >>> ticks = count()
        >>> def ticking(context):
        ...     return context.with_messages(chat(user(f"tick {next(ticks)}")))
        >>> first = Context(chat(user("a")))
        >>> sent = ticking(first).messages
        >>> find_impure(watched(ticking, first), sent, Blame("history", "edited")).step
        'ticking'
    """
    last = run.contexts[-1].messages if run.contexts else run.first.messages
    if _same(last, sent) == len(last) == len(sent):
        return None
    ends, was = ("\0".join(text_of(node) for node in side) for side in (last, sent))
    old = run.first.messages
    for (name, _), context in zip(run.steps, run.contexts, strict=True):
        there = set(map(id, old))
        for node in context.messages if context.messages is not old else ():
            for text, block in () if id(node) in there else _texts(node):
                if text in ends and text not in was:
                    facts = (block.origin,) if block is not None and block.origin else ()
                    injector = node.origin.ours if block is None else block.name
                    return evolve(found, kind="step", step=name, injector=injector, facts=facts)
        old = context.messages
    return None


def _texts(node: Node) -> Iterator[tuple[str, Block | None]]:
    for block in node.blocks:
        yield block.text, block
    if not is_blank(text_of(node)):
        yield text_of(node), None
