"""Other conversations that this one refers to, with the last thing the person said."""

from __future__ import annotations

from typing import Final

from ctxfn.facts import TopicMessage, TopicReference, TopicReferences
from ctxfn.messages import enclose, escape, is_blank, tag
from ctxfn.slots import LAST_USER, Injector

__all__ = ["render_topic_references", "topic_references"]

_SHORTENED: Final = "Shortened accounts of other conversations the person refers to."
_WHOLE: Final = " The topic context tool gives the whole of each."
_PENDING: Final = "Nothing of these is shown yet."
_FETCH: Final = " Fetch what you need of them with the topic context tool before you answer."
_SPEAKERS: Final = {"user": "User", "assistant": "Assistant"}


def render_topic_references(references: TopicReferences) -> str:
    """Write what is known of each conversation, then those still to be fetched; none, no text.

    Contract:
        In their order: a summary if there is one, else the last messages that say something,
        each under its speaker. Those with neither stand in an element of their own at the end.
        The tool is spoken of only if it is on offer. All values are escaped.

    Complexity: O(characters).

    Source: LobeHub context-engine, topic reference injector: tags, attributes, order. It
    escapes nothing.

    Examples:
        >>> asked = TopicReference("t8", messages=(TopicMessage("user", "status?"),))
        >>> known = TopicReferences((asked, TopicReference("t9", "Q & A")), can_fetch=False)
        >>> print(render_topic_references(known))
        <referred_topics hint="Shortened accounts of other conversations the person refers to.">
        <topic id="t8" type="recent_messages">
        **User**: status?
        </topic>
        <pending_topics hint="Nothing of these is shown yet.">
        <topic id="t9" title="Q &amp; A" />
        </pending_topics>
        </referred_topics>
        >>> render_topic_references(TopicReferences())
        ''
    """
    if not references.items:
        return ""
    written = [(one, _body(one)) for one in references.items]
    known = [
        enclose("topic", body, id=one.id, title=one.title, type=kind)
        for one, (kind, body) in written
        if body
    ]
    waiting = [tag("topic", id=one.id, title=one.title) for one, (_, body) in written if not body]
    more, fetch = (_WHOLE, _FETCH) if references.can_fetch else ("", "")
    pending = [enclose("pending_topics", *waiting, hint=_PENDING + fetch)] if waiting else []
    return enclose("referred_topics", *known, *pending, hint=_SHORTENED + more)


def _body(one: TopicReference) -> tuple[str, str]:
    if one.summary is not None and not is_blank(one.summary):
        return "summary", escape(one.summary)
    said = (_said(message) for message in one.messages if not is_blank(message.content))
    return "recent_messages", "\n\n".join(said)


def _said(message: TopicMessage) -> str:
    speaker = _SPEAKERS.get(message.role, message.role)
    return f"**{escape(speaker)}**: {escape(message.content)}"


topic_references: Final = Injector(
    "topic_references",
    LAST_USER,
    TopicReferences,
    render_topic_references,
    tag="topic_reference_context",
)
