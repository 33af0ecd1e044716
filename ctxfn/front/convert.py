"""`ctxfn.convert`: the same conversation in the format of another API, or of a store."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple, cast

from attrs import evolve

from ctxfn.context import AnyNote
from ctxfn.front.given import Given, given_of
from ctxfn.front.options import (
    MidSystem,
    MissingResult,
    OpenCalls,
    OrphanResult,
    check_choice,
    check_names,
    check_text,
    only_ours,
)
from ctxfn.front.payload import rows_of, system_of, tools_of
from ctxfn.front.repair import repaired
from ctxfn.lint import Findings
from ctxfn.messages import own
from ctxfn.pipeline import OptionError
from ctxfn.wire import Loss, Profile, codec_named, target_names, with_setting

__all__ = ["Converted", "convert"]

_Row = dict[str, object]

#: Formats of stores: no API stands behind them, so nothing is made acceptable for one.
_STORES: Final = ("uichat",)
#: Names of formats that are no names of targets.
_FORMATS: Final = {"openai_chat": "openai"}


class Converted(NamedTuple):
    """A request in its new format; `messages`, `tools` and `system` are parts of `body`.

    All is fresh and the caller's. `system` is what the field for it holds, where the format has
    one. `losses` is what the format has no word for, `notes` what was done so that the target
    takes it, `left` what it would refuse all the same.
    """

    body: _Row
    messages: list[_Row]
    tools: list[_Row] | None
    system: object
    losses: tuple[Loss, ...]
    notes: tuple[AnyNote, ...]
    left: Findings


def convert(
    messages: object,
    /,
    to: str | Profile,
    *,
    tools: Iterable[object] | None = None,
    system: str | None = None,
    model: str | None = None,
    format: str | None = None,
    missing_result: MissingResult = "answer",
    orphan_result: OrphanResult = "drop",
    open_calls: OpenCalls = "answer",
    mid_system: MidSystem = "demote",
    drop_flags: Iterable[str] | None = None,
    prefix_changed: bool = False,
) -> Converted:
    """Write *messages* as the request that the target *to* accepts, or as rows of ``uichat``.

    Contract:
        What `ctxfn.repair` does is done, and then it is said in the target's format: messages,
        tools, and of the settings those that it has words for. *system* is said first, *model*
        is the body's. *messages* is not changed; whatever is dropped, changed or not said is in
        `notes` and `losses`. Rows of ``uichat`` are written as they are, cards and all, and
        nothing is mended for them.

    Complexity: O(messages).

    Source: ours; the settings as in the providers' API references.

    Raises:
        InvalidMessages: the input is no list of messages and no body.
        UnknownTarget, UnknownCodec: something was named that does not exist.
        OptionError: an option has a value that it cannot have.

    Examples:
        >>> said = [{"role": "system", "content": "Rhyme."}, {"role": "user", "content": "Hi"}]
        >>> sent = convert(said, to="anthropic", model="claude-sonnet-4-5")
        >>> sent.body
        {'model': 'claude-sonnet-4-5', 'system': 'Rhyme.', 'messages': [{'role': 'user', 'content': 'Hi'}]}
        >>> convert(sent.body, to="openai").messages == said
        True
    """
    with only_ours("convert"):
        check_choice("convert", MissingResult, missing_result=missing_result)
        check_choice("convert", OrphanResult, orphan_result=orphan_result)
        check_choice("convert", OpenCalls, open_calls=open_calls)
        check_choice("convert", MidSystem, mid_system=mid_system)
        check_text("convert", model=model)
        if to is None or not isinstance(to, str | Profile):
            raise OptionError("convert", "to", repr(to), f"one of {', '.join(target_names())}")
        store = to if isinstance(to, str) and to in _STORES else None
        named = _FORMATS.get(to, to) if isinstance(to, str) else to
        given = given_of(
            messages,
            "convert",
            to=None if store else named,
            format=format,
            tools=tools,
            system=system,
            model=model,
        )
        given = _as_request(given, model)
        if store:
            return _stored(given, store)
        done = repaired(
            given,
            missing_result=missing_result,
            orphan_result=orphan_result,
            open_calls=open_calls,
            mid_system=mid_system,
            drop_flags=check_names("convert", "drop_flags", drop_flags) or (),
            prefix_changed=prefix_changed,
        )
        body = cast("_Row", done.output)
        return _converted(body, done.losses, done.notes, done.left)


def _as_request(given: Given, model: str | None) -> Given:
    """Make a request of *given*, system text that was given apart included."""
    codec = codec_named("openai_chat") if given.records else given.codec
    settings = given.conversation.settings or own({})
    if model is not None:
        settings = with_setting(settings, codec.name, "model", model) or settings
    conversation = evolve(given.conversation, settings=settings)
    return evolve(given, conversation=conversation, codec=codec, added=0, records=False)


def _stored(given: Given, store: str) -> Converted:
    codec = codec_named(store)
    to = None if codec == given.codec else codec
    body, losses = given.written(given.conversation.messages, to)
    return _converted(cast("_Row", body), losses, given.misread, ())


def _converted(
    body: _Row, losses: tuple[Loss, ...], notes: tuple[AnyNote, ...], left: Findings
) -> Converted:
    system = system_of(body)
    return Converted(body, rows_of(body), tools_of(body), system, losses, notes, left)
