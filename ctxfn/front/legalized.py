"""What was assembled, as the target takes it: the last thing done, for targets that ask for more."""

from __future__ import annotations

from typing import Final

from attrs import evolve

from ctxfn.context import AnyNote, Context
from ctxfn.front.given import Given
from ctxfn.front.policies import Policies
from ctxfn.front.repaired import repaired
from ctxfn.pipeline import run
from ctxfn.processors import mend_unicode
from ctxfn.wire import Conversation, Encoded, codec_named

__all__ = ["legalized"]

#: As `repair` does if nobody chooses.
_USUAL: Final = Policies(
    missing_result="answer",
    orphan_result="drop",
    open_calls="answer",
    mid_system="demote",
    first_turn="drop",
    missing_signature="stand_in",
    drop_flags=(),
    prefix_changed=False,
)


def legalized(given: Given, conversation: Conversation) -> tuple[Encoded, tuple[AnyNote, ...]]:
    """Write *conversation* as the target takes it, and tell what was done for that.

    The default pipeline makes what OpenAI's chat format takes, so for that only characters are
    mended that no request can carry, be they from the history or from facts; other targets want ids of nine letters, turns that alternate, signatures, and so on.

    Complexity: O(messages).

    Source: ours.
    """
    to = codec_named(given.profile.codec)
    if given.profile.codec == "openai_chat" and not given.profile.single_system_first:
        whole = run(mend_unicode(), Context.of(conversation.messages, given.profile))
        if whole.notes:
            conversation = evolve(conversation, messages=whole.messages)
        return to.encode(conversation, given.profile), tuple(whole.notes)
    sent = evolve(
        given, conversation=conversation, codec=to, added=0, records=False, named=given.model
    )
    done = repaired(sent, _USUAL)
    return Encoded(done.output, done.losses), done.notes
