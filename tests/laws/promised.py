"""What steps promise to conserve: by default all of it, each exception with the note it needs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Final

from ctxfn.messages import AssistantGroup, Node, Supervisor, System, groups_of, is_ours
from ctxfn.testing import KINDS, Law, conserving, whole_groups
from tests.processors.truncate.told import OLD

__all__ = [
    "AS_FUNCTIONS",
    "BUT_ANOTHERS",
    "BUT_ARGUMENTS",
    "BUT_CAPABLE",
    "BUT_COMPACTED",
    "BUT_HANDOFFS",
    "BUT_INJECTED",
    "BUT_LEAKED",
    "BUT_MEDIA",
    "BUT_OLD",
    "BUT_RESULTS",
    "BUT_ROLES",
    "BUT_STORED",
    "BUT_SUMMARY",
    "BUT_SYSTEM",
    "BUT_THOUGHTS",
    "CALL_SIGNED",
    "COLLAPSED",
    "IN_ORDER",
    "KEPT",
    "LIFTED",
    "MERGED",
    "MODERN",
    "NAMES_SAID",
    "RESULT_NAMED",
    "TAKEN_APART",
    "UNFOLDED",
    "UNSIGNED",
    "WRITTEN",
    "last",
    "renewing",
]


def _repeats(node: Node) -> bool:
    """A card that has a call of its turns as its own says it once."""
    if not isinstance(node, AssistantGroup | Supervisor):
        return False
    asked = {call.id for turn in node.turns for call in turn.said.calls}
    return any(call.id in asked for call in node.calls)


#: All that is said is there, wherever; and the texts, calls and results in their order.
KEPT: Final = partial(conserving, ordered=(), removes=_repeats)
IN_ORDER: Final = partial(conserving, removes=_repeats)

#: A card becomes messages: what it was as a card goes, and tags of ours in its words mean nothing.
TAKEN_APART: Final = partial(IN_ORDER, changes=("card", "text.text"))
UNFOLDED: Final = partial(KEPT, changes=("card", "text.text"))

#: A picture the model does not take gives way to words that say which kind it is. What was
#: attached is no longer; files are told of in words.
BUT_MEDIA: Final = partial(
    IN_ORDER,
    noted={
        "stand-in": ("media",),
        "file-left-out": ("media", "files"),
        "file-told-of": ("media.data", "media.file_id", "media.url", "media.extras"),
    },
    changes=("media.attached",),
)

#: What has no room in the budget of all that is injected, a note names.
BUT_INJECTED: Final = partial(IN_ORDER, noted={"left-out-block": ("blocks",)})

#: Markup that a server let slip into an answer goes from its texts.
BUT_LEAKED: Final = partial(IN_ORDER, noted={"leaked-call": ("texts", "text.text")})

#: A summary that is given stands for what goes.
BUT_COMPACTED: Final = partial(KEPT, noted={"compacted": KINDS})

#: Broken arguments give way to what can be read of them; the note holds them. A model without
#: tools reads of calls and results in words, in which tags of ours mean nothing.
BUT_ARGUMENTS: Final = partial(
    KEPT,
    noted={
        "mended-call": ("calls",),
        "answered-cut-call": ("calls",),
        "call-as-text": ("call",),
        "result-as-text": ("result", "speaker", "text.text", "refusal.text"),
    },
)

#: Where a result goes, one that is made up may stand in its place: only the note says it went.
_WITH_NOTES: Final[Mapping[str, Sequence[str]]] = {
    "orphan-result": KINDS,
    "repeated-result": KINDS,
    "call-without-id": ("calls",),
    "renamed-call": ("call.id", "result.call_id"),
    "result-as-text": ("result", "speaker", "text.text", "refusal.text"),
}
BUT_RESULTS: Final = partial(conserving, ordered=("texts", "calls"), noted=_WITH_NOTES)

#: What another format alone can read goes, by place, and why a tool failed that said something;
#: and what a store knows of a message.
BUT_STORED: Final = partial(
    IN_ORDER,
    noted={
        "stripped-key": (
            *("opaque", "errors", "id", "origin", "usage", "extras"),
            *("marks.RetryOf", "marks.PageSelection", "marks.ContextSelection", "marks.Executed"),
            *(f"{record}.extras" for record in ("text", "refusal", "media", "call", "reasoning")),
        ),
        "unreadable-role": ("card", "text.text"),
    },
)

#: What was asked and answered in the old way is so in the new one.
MODERN: Final = partial(IN_ORDER, noted={"modern-call": ("call.kind", "result.kind", "call.id")})

#: What the system says stands in a person's words, marked, and the note says so.
_BUT_SYSTEM_ROLE: Final[Mapping[str, Sequence[str]]] = {
    "system-folded": ("speaker", "origin.ours", "developer", "block", "text", "refusal.text"),
    "system-joined": ("speaker", "developer"),
    "system-demoted": (
        *("speaker", "origin.ours", "developer", "name", "text.text", "refusal.text"),
    ),
    "developer-as-system": ("developer",),
    "stand-in": ("media",),
    "file-left-out": ("media", "files"),
}
BUT_ROLES: Final = partial(KEPT, noted=_BUT_SYSTEM_ROLE)

BUT_CAPABLE: Final = partial(
    IN_ORDER, noted=_BUT_SYSTEM_ROLE, changes=("media.attached", "developer")
)

#: Answers that list the same calls again go, and the note says which.
COLLAPSED: Final = partial(KEPT, noted={"batch-collapsed": KINDS})

#: Thoughts go where the target takes none, and what was no more than they.
BUT_THOUGHTS: Final = partial(
    IN_ORDER, noted={"thoughts-dropped": ("reasoning", "usage", "extras")}
)

#: Free text is held by arguments.
AS_FUNCTIONS: Final = partial(
    IN_ORDER, noted={"call-as-function": ("calls", "call.kind")}, changes=("result.kind",)
)

#: What a tool shows is shown in a message of ours.
LIFTED: Final = partial(KEPT, noted={"media-lifted": ("id", "origin", "speaker", "media.attached")})

#: Neighbours that become one have one name, and are ours only if both were.
MERGED: Final = partial(IN_ORDER, noted={"merged": ("name",)}, changes=("origin.ours",))

#: What another model signed stays without its proof; sealed thoughts say nothing to others.
_SIGNED: Final = ("call.signature", "text.signature", "media.signature", "reasoning", "usage")
UNSIGNED: Final = partial(IN_ORDER, noted={"signatures-dropped": _SIGNED})
CALL_SIGNED: Final = partial(IN_ORDER, noted={"call-signed": ("call.signature",)})
RESULT_NAMED: Final = partial(IN_ORDER, noted={"result-named": ("result.tool",)})

NAMES_SAID: Final = partial(IN_ORDER, noted={"name-as-text": ("name",), "name-dropped": ("name",)})

#: What is injected becomes words, and no word of others an envelope.
WRITTEN: Final = partial(IN_ORDER, changes=("block", "text.text", "refusal.text"))

#: What is old is shortened, and the note says whose.
BUT_OLD: Final = partial(IN_ORDER, noted=OLD)

#: A summary gives way to what it stands for, a system message to a document.
BUT_SUMMARY: Final = partial(UNFOLDED, noted={"summary-left-out": KINDS})
BUT_SYSTEM: Final = partial(IN_ORDER, noted={"system-replaced": KINDS})

#: Calls go with their results; where the message stays, the note names the calls.
BUT_HANDOFFS: Final = partial(IN_ORDER, noted={"handoff": ("calls",)})

#: What another model alone can read goes when its words become a user's, under the name its team
#: knows; so do, if asked, its calls and what came back.
BUT_ANOTHERS: Final = partial(
    IN_ORDER,
    noted={
        "left-out": (
            *("reasoning", "opaque", "errors", "media", "usage", "extras", "call.signature"),
            *("text.signature", "text.extras", "refusal.extras"),
        ),
        "dropped-call": ("calls",),
        "dropped-result": ("results", "errors", "media"),
        "call-as-text": ("call",),
        "result-as-text": ("result", "text.text", "refusal.text"),
    },
    changes=("speaker", "name", "text.text", "refusal.text"),
)


def renewing(block: str) -> Law:
    """An injector writes its own block anew where it stands already."""
    return partial(IN_ORDER, renews=(block,))


def _stays(node: Node) -> bool:
    return isinstance(node, System) or is_ours(node)


def last(groups: int) -> Law:
    return partial(whole_groups, groups=groups_of, at_most=groups, pinned=_stays)
