"""`ctxfn.assemble`: from stored history and facts to a payload that can be sent."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final, TypeVar

from attrs import evolve

from ctxfn.assembly import Policy
from ctxfn.context import AnyNote, Context, Note
from ctxfn.errors import CtxfnError
from ctxfn.facts import Model, Toolset
from ctxfn.front.given import Given, given_of
from ctxfn.front.legalized import legalized
from ctxfn.front.marked import with_breakpoints
from ctxfn.front.options import (
    ToolOrder,
    check_a,
    check_callable,
    check_choice,
    is_record,
    only_ours,
    shown,
)
from ctxfn.front.payload import Payload, Report, rows_of, system_of, tools_of
from ctxfn.front.places import told_to_caller
from ctxfn.front.stripping import usual_for
from ctxfn.front.unwritten import check_written
from ctxfn.messages import Messages, own
from ctxfn.pipeline import (
    AnyStep,
    Clock,
    MessageCounter,
    OptionError,
    StepError,
    Trace,
    needs,
    run,
    trace,
)
from ctxfn.processors import BudgetUnsatisfiable
from ctxfn.tools import by_name
from ctxfn.wire import Conversation, Loss, Profile, codec_named, settings_for, with_setting

__all__ = ["assemble"]

T = TypeVar("T")


def assemble(
    messages: object,
    /,
    *facts: object,
    to: str | Profile | None = None,
    policy: Policy | None = None,
    pipeline: AnyStep | None = None,
    tools: Iterable[object] | None = None,
    tool_order: ToolOrder = "given",
    model: str | None = None,
    format: str | None = None,
    clock: Clock | None = None,
    counter: MessageCounter | None = None,
    cancel: Callable[[], bool] | None = None,
    deadline: float | None = None,
) -> Payload:
    """Assemble the request for *messages* with *facts*, for the target *to*.

    Contract:
        The default pipeline of *policy* runs, and what it makes is repaired for a target that
        asks for more than OpenAI's chat format; or *pipeline*, as it is. Facts are records of
        `ctxfn.facts`, or frozen records of your own that your steps read. *messages* is not
        changed, and nothing of it is dropped without a note in the report; a fact that no
        step reads is noted. The *model*, or the body's, is known to the steps as a fact unless
        one is given, and a *model* is the body's. Values that were not what their key is for are sent as what they were
        read as; what the target would still refuse is in ``report.left``. With a *tool_order* of
        ``name`` equal sets of tools make equal bytes, in whatever order they come. Cache
        markers go where the *policy* says, as many as the target takes. A fact
        `Toolset` is what is offered, in the place of the body's tools. With a *clock*
        the report has a span a step, with a *counter* (tokens of one message) its tokens.
        Past the *deadline*, on that clock, no further step begins.

    Complexity: the pipeline's, plus O(size) for reading and writing.

    Source: ours; the default pipeline names its sources.

    Raises:
        OptionError: a policy beside a pipeline, a fact that is no record, two facts of one type,
            a Toolset beside *tools*, an unknown order; or steps inject and none behind them
            writes what they inject.
        InvalidMessages: the input is no list of messages and no body.
        UnknownTarget, UnknownCodec: something was named that does not exist.
        BudgetUnsatisfiable: what has to be sent costs more than the policy allows.
        StepError: a step raised; it holds the step and its exact input.
        DeadlinePassed, Cancelled: time was up, or *cancel* said so.

    Examples:
        >>> from ctxfn.facts import SystemRole
        >>> payload = assemble([{"role": "user", "content": "hi"}], SystemRole("Be brief."))
        >>> payload.messages
        [{'role': 'system', 'content': 'Be brief.'}, {'role': 'user', 'content': 'hi'}]
    """
    with only_ours("assemble"):
        check_a("assemble", "policy", policy, Policy)
        check_callable("assemble", pipeline=pipeline, clock=clock, counter=counter, cancel=cancel)
        _check_deadline(deadline, clock)
        if policy is not None and pipeline is not None:
            raise OptionError("assemble", "policy", "a pipeline as well", "one of the two")
        given = given_of(messages, "assemble", to=to, format=format, tools=tools, model=model)
        given, replaced = _with_toolset(given, facts, given_apart=tools is not None)
        given = _in_order(given, tool_order)
        sound, mended = given.mended
        given = evolve(given, conversation=sound)
        steps = pipeline
        if steps is None:
            steps = usual_for(policy or Policy(), given.profile.codec)
        context = _with_doubts(_context(given, facts, model), facts, steps, replaced)
        context = context.with_messages(context.messages, *mended)
        if clock is None:
            seen = None
            after = _told(given, lambda: run(steps, context, cancel=cancel, deadline=deadline))
        else:
            seen = _told(
                given,
                lambda: trace(
                    steps,
                    context,
                    clock=clock,
                    counter=counter,
                    keep=True,
                    cancel=cancel,
                    deadline=deadline,
                ),
            )
            after = seen.context
        check_written(after)
        if pipeline is None:
            return _payload(given, context, after, steps, seen, model, policy or Policy())
        return _payload(given, context, after, steps, seen, model, None)


#: A body's tools give way, since they may be what an earlier request was sent with.
_ONE_SET: Final = "the tools to offer once: as tools=, or as a Toolset"


def _with_toolset(
    given: Given, facts: tuple[object, ...], *, given_apart: bool
) -> tuple[Given, tuple[Note, ...]]:
    """Offer the tools of a `Toolset` among *facts*, in the place of those the body came with."""
    told = [fact for fact in facts if isinstance(fact, Toolset)]
    if not told:
        return given, ()
    if given_apart:
        raise OptionError("assemble", "tools", "a Toolset beside it", _ONE_SET)
    before, after = given.conversation.tools or (), told[-1].tools
    notes = (Note("assemble", "tools-replaced", "the Toolset takes the place of the body's tools"),)
    changed = evolve(given, conversation=evolve(given.conversation, tools=after or None))
    return changed, notes if before and before != after else ()


def _check_deadline(deadline: object, clock: Clock | None) -> None:
    if deadline is None:
        return
    if isinstance(deadline, bool) or not isinstance(deadline, int | float) or deadline != deadline:
        raise OptionError("assemble", "deadline", shown(deadline), "seconds on the clock, or None")
    if clock is None:
        expected = "a clock beside a deadline: clock=time.monotonic, or another"
        raise OptionError("assemble", "clock", "nothing", expected)


def _in_order(given: Given, order: ToolOrder) -> Given:
    check_choice("assemble", ToolOrder, tool_order=order)
    offered = given.conversation.tools
    if order == "given" or not offered:
        return given
    return evolve(given, conversation=evolve(given.conversation, tools=by_name(offered)))


def _context(given: Given, facts: tuple[object, ...], model: str | None) -> Context:
    """Know what was given, the tools as they are offered, and the model, if nobody tells more.

    A `Toolset` among *facts* is what was asked for, before it was mended and put in order.
    """
    offered, named = given.conversation.tools, model or given.model
    apart = [fact for fact in facts if type(fact) is not Toolset]
    known = [Toolset(offered or ())] if offered or len(apart) < len(facts) else []
    told = [Model(named)] if named and not any(isinstance(fact, Model) for fact in facts) else []
    return Context.of(given.well_typed, given.profile, *apart, *known, *told)


def _told(given: Given, work: Callable[[], T]) -> T:
    """Raise what a step refuses with the caller's places.

    What a budget asks of the caller is raised as such: no step failed, it did what it is for.
    """
    try:
        return work()
    except StepError as error:
        cause = error.__cause__
        if not isinstance(cause, CtxfnError):
            raise
        told = told_to_caller(cause, error.context.messages, given.conversation.messages)
        if isinstance(told, BudgetUnsatisfiable):
            raise told from error
        if told is cause:
            raise
        raise evolve(error, reason=error.reason.replace(str(cause), str(told))) from told


def _with_doubts(
    context: Context, facts: tuple[object, ...], steps: AnyStep, replaced: tuple[Note, ...]
) -> Context:
    """Refuse what can be no fact, and note what no step will read."""
    for fact in facts:
        if isinstance(fact, Policy) or not is_record(fact):
            expected = (
                "a record that cannot change: one of ctxfn.facts, or of your own, made with attrs' "
                "frozen, dataclass(frozen=True) or NamedTuple; a policy goes by name: policy=..."
            )
            raise OptionError("assemble", "facts", shown(fact), expected)
    _check_once(facts)
    read = {*needs(steps), Toolset}  # what it holds is sent, whoever reads it
    unread = [type(fact).__name__ for fact in facts if type(fact) not in read]
    notes = [Note("assemble", "unread-fact", f"no step reads {name}") for name in unread]
    return context.with_messages(context.messages, *replaced, *notes)


def _check_once(facts: tuple[object, ...]) -> None:
    """Refuse two facts of one type, of which a context would keep the later in silence."""
    seen: set[type] = set()
    for fact in facts:
        if type(fact) in seen:
            expected = f"one {type(fact).__name__}, whole"
            raise OptionError("assemble", "facts", f"another {shown(fact)}", expected)
        seen.add(type(fact))


def _payload(
    given: Given,
    first: Context,
    context: Context,
    steps: AnyStep,
    seen: Trace | None,
    model: str | None,
    policy: Policy | None,
) -> Payload:
    """Write what the steps left; without a *policy* they are the caller's, and have the last word."""
    to = codec_named(given.profile.codec)
    offered, gone = _offered(given.conversation, context)
    conversation, unsaid = _as_body(given, offered, context.messages, model)
    legal: tuple[AnyNote, ...] = ()
    if policy is None:
        encoded = to.encode(conversation, given.profile)
    else:
        encoded, legal = legalized(given, conversation)
    assert isinstance(encoded.body, dict)
    body, moved = with_breakpoints(encoded.body, policy or Policy(), given.profile)
    notes = (*given.misread, *context.notes, *gone, *legal, *moved)
    losses = (*unsaid, *encoded.losses)
    same = not (given.conversation.problems or legal or moved)
    sent = conversation if same else to.decode(body)
    spans, contexts = ((), ()) if seen is None else (seen.spans, seen.contexts)
    report = Report(notes, spans, losses, context, sent, given.profile, steps, first, contexts)
    said = system_of(encoded.body)
    system = said if isinstance(said, str) else None
    return Payload(body, rows_of(body), tools_of(body), system, losses, report)


#: Keys of a request that speak of its tools: without any, targets refuse them.
_OF_TOOLS: Final = frozenset({"tool_choice", "parallel_tool_calls"})


def _offered(conversation: Conversation, context: Context) -> tuple[Conversation, tuple[Note, ...]]:
    """Offer what the steps left on offer; where that is nothing, nothing speaks of tools."""
    toolset = context.get(Toolset)
    if toolset is None or toolset.tools == (conversation.tools or ()):
        return conversation, ()
    after = evolve(conversation, tools=toolset.tools or None)
    settings = None if conversation.settings is None else conversation.settings.thaw()
    if toolset.tools or not isinstance(settings, dict) or _OF_TOOLS.isdisjoint(settings):
        return after, ()
    gone = ", ".join(sorted(_OF_TOOLS & settings.keys()))
    kept = {key: value for key, value in settings.items() if key not in _OF_TOOLS}
    text = f"left out, since no tools are on offer: {gone}"
    return evolve(after, settings=own(kept)), (Note("assemble", "settings-left-out", text),)


def _as_body(
    given: Given, conversation: Conversation, messages: Messages, model: str | None
) -> tuple[Conversation, tuple[Loss, ...]]:
    """Make a request of it even if a bare list was given, its settings in the target's words."""
    to = given.profile.codec
    settings, losses = settings_for(conversation.settings or own({}), given.codec.name, to)
    if model is not None:
        settings = with_setting(settings, to, "model", model)
    return evolve(conversation, messages=messages, settings=settings, problems=()), losses
