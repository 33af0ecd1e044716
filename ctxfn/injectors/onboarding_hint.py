"""What to do next while a new person is welcomed, at the very end."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from ctxfn.context import Context
from ctxfn.facts import Onboarding
from ctxfn.injectors.onboarding_steps import (
    ALWAYS,
    BY_PHASE,
    LEAVING,
    NO_PERSONA,
    NO_SOUL,
    PICKED,
    PICKER,
    REACHED,
    UNDERWAY,
)
from ctxfn.injectors.own_tail import inject_behind
from ctxfn.messages import Block, Call, Node, all_inside, enclose, is_blank
from ctxfn.pipeline import idle_without, places_blocks, processor, reads

__all__ = ["onboarding_hint", "render_onboarding_hint"]

_NAME: Final = "onboarding_hint"
#: The call that shows the picker of agents to hire.
_SHOWS_PICKER: Final = "showAgentMarketplace"
_LAST_PHASE: Final = "Summary"


def render_onboarding_hint(known: Onboarding, *, picker_shown: bool) -> str:
    """Write one hint a line for where the welcome stands; no guidance or finished, no text.

    Contract:
        First how far the discovery got, if it is counted; then what is still to be written;
        then what its phase asks for; then what always holds. The phase is read off the
        guidance. The last one asks for the picker once, and for its answer afterwards.

    Complexity: O(characters of the guidance).

    Source: LobeHub context-engine, onboarding action hints: when each is given, and what about.

    Examples:
        >>> hints = render_onboarding_hint(Onboarding("Phase: Summary", "x", "y"), picker_shown=True)
        >>> len(hints.splitlines())
        6
        >>> render_onboarding_hint(Onboarding(finished=True), picker_shown=False)
        ''
    """
    if is_blank(known.guidance) or known.finished:
        return ""
    phase = next((name for name in (*BY_PHASE, _LAST_PHASE) if name in known.guidance), None)
    hints = [*_counted(known)]
    hints += [NO_SOUL] if is_blank(known.soul) else []
    hints += [NO_PERSONA] if is_blank(known.persona) else []
    if phase is not None:
        hints += [PICKED if picker_shown else PICKER] if phase == _LAST_PHASE else BY_PHASE[phase]
    hints += ALWAYS
    hints += [LEAVING] if phase in BY_PHASE else []
    return enclose("next_actions", *hints)


def _counted(known: Onboarding) -> Iterable[str]:
    if "Discovery" not in known.guidance or known.exchanges is None or known.remaining is None:
        return
    had, left = known.exchanges, known.remaining
    if left > 0:
        yield UNDERWAY.format(had=had, target=had + left, left=left)
    else:
        yield REACHED.format(had=had)


@processor
@reads(Onboarding)
@places_blocks
@idle_without(Onboarding)
def onboarding_hint(context: Context, /) -> Context:
    """Say at the very end what comes next in the welcome of a new person.

    Contract:
        In a message of ours behind everything, even behind a person who spoke last, shared
        with what comes to the tail later. The picker counts as shown once a call of it is in
        the messages, in whichever form. Nothing to hint at: the same context. Twice is once.

    Complexity: O(nodes + calls).

    Source: LobeHub context-engine, onboarding action hints.

    Examples:
        >>> from ctxfn.messages import chat, user
        >>> after = onboarding_hint(Context.of(chat(user("hi")), Onboarding("Phase: Discovery")))
        >>> [len(message.blocks) for message in after.messages]
        [0, 1]
    """
    known = context.get(Onboarding)
    if known is None:
        return context
    text = render_onboarding_hint(known, picker_shown=_picker_shown(context.messages))
    if not text:
        return context
    block = Block(_NAME, text, Onboarding.__name__)
    return context.with_messages(inject_behind(context.messages, block))


def _picker_shown(nodes: Iterable[Node]) -> bool:
    return any(
        _shows_picker(call) for node in all_inside(nodes) for call in getattr(node, "calls", ())
    )


def _shows_picker(call: Call) -> bool:
    if isinstance(call.tool, str):
        return _SHOWS_PICKER in call.tool
    return call.tool.api == _SHOWS_PICKER
