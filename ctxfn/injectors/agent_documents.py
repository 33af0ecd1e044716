"""Documents of the agent, each where its position says; six steps, one a position.

Two positions more, ``manual`` and ``on-demand``, go nowhere: somebody has to ask for them.
"""

from __future__ import annotations

from typing import Final

from attrs import evolve

from ctxfn.context import Context, Note
from ctxfn.facts import (
    Activations,
    AgentDocuments,
    Clock,
)
from ctxfn.injectors.document_injection import Place, inject_documents
from ctxfn.injectors.document_places import (
    BEFORE_SYSTEM,
    add_at_end,
    add_behind_first_user,
    open_system,
    replace_system,
)
from ctxfn.messages import Messages, System, first_of, text_of
from ctxfn.pipeline import idle_without, places_blocks, processor, reads
from ctxfn.slots import PREAMBLE, SYSTEM
from ctxfn.tokens import Counter

__all__ = [
    "documents_after_first_user",
    "documents_as_system",
    "documents_at_end",
    "documents_before_first_user",
    "documents_before_system",
    "documents_in_system",
]


_OPENING: Final = Place(BEFORE_SYSTEM, "before-system", open_system)
_APPENDED: Final = Place("documents_in_system", "system-append", SYSTEM.place)
_REPLACING: Final = Place("documents_as_system", "system-replace", replace_system)
_PREAMBLE: Final = Place(
    "documents_before_first_user", "before-first-user", PREAMBLE.place, needs_person=True
)
_BEHIND: Final = Place(
    "documents_after_first_user", "after-first-user", add_behind_first_user, needs_person=True
)
_END: Final = Place("documents_at_end", "context-end", add_at_end)


@processor
@reads(AgentDocuments, Clock)
@places_blocks
@idle_without(AgentDocuments)
def documents_before_system(context: Context, /, *, counter: Counter | None = None) -> Context:
    """Put documents first of all, into the system message that the role is added to.

    Contract:
        As `documents_in_system`, but in front: in our own system message if that opens the
        list, else in one of ours before all others, which what is injected later joins.

    Complexity: as `documents_in_system`, and O(messages).

    Source: LobeHub context-engine, documents before the system message.

    Examples:
        >>> from ctxfn.facts import AgentDocument, SystemRole
        >>> from ctxfn.injectors import system_role
        >>> from ctxfn.messages import chat, user
        >>> law = AgentDocument(
        ...     filename="law.md", content="Law.", load="always", position="before-system"
        ... )
        >>> asked = Context.of(chat(user("hi")), AgentDocuments((law,)), SystemRole("Role."))
        >>> [block.text for block in system_role(documents_before_system(asked)).messages[0].blocks]
        ['Law.', 'Role.']
    """
    return inject_documents(context, _OPENING, counter)


@processor
@reads(AgentDocuments, Clock)
@places_blocks
@idle_without(AgentDocuments)
def documents_in_system(context: Context, /, *, counter: Counter | None = None) -> Context:
    """Add documents to the end of the system message.

    Which: those of the position ``system-append`` whose load rule holds for what the person said
    last and for the time of the `Clock`. How they are written: `render_documents`.

    Contract:
        All documents of the position are one block. Those that a rule left out are noted with
        the reason, those of which only the beginning fits `max_tokens` (by *counter*, else
        estimated) as well. No document: the same context but for the notes. Twice is once.

    Complexity: O(characters of documents and of what was said last).

    Source: LobeHub context-engine, documents appended to the system message; there nothing tells
    that a document was left out.

    Raises:
        MissingExtra: a rule has a pattern and google-re2 is not installed.

    Examples:
        >>> from ctxfn.facts import AgentDocument, ByKeywords
        >>> from ctxfn.messages import chat, user
        >>> tone = AgentDocument(
        ...     filename="tone.md",
        ...     content="Be brief.",
        ...     load="always",
        ...     position="system-append",
        ...     rule=ByKeywords(("write",)),
        ... )
        >>> told = AgentDocuments((tone,))
        >>> documents_in_system(Context.of(chat(user("Write!")), told)).messages[0].blocks[0].text
        'Be brief.'
        >>> [note.text for note in documents_in_system(Context.of(chat(user("Hi")), told)).notes]
        ['tone.md: none of its keywords was said']
    """
    return inject_documents(context, _APPENDED, counter)


@processor
@reads(AgentDocuments, Clock)
@places_blocks
@idle_without(AgentDocuments)
def documents_as_system(context: Context, /, *, counter: Counter | None = None) -> Context:
    """Let documents be all that the system message says.

    Contract:
        As `documents_in_system`, but the first system message loses its text and what was
        injected, but for documents before it, and a note says what went; there is none: one is
        made. If `Activations` are known they are told that their texts are replaced.

    Complexity: as `documents_in_system`, and O(messages before the system message).

    Source: LobeHub context-engine, documents in place of the system message; it loses the
    documents before it as well.

    Examples:
        >>> from ctxfn.facts import AgentDocument
        >>> from ctxfn.messages import chat, system, user
        >>> whole = AgentDocument(
        ...     filename="w.md", content="All.", load="always", position="system-replace"
        ... )
        >>> asked = Context.of(chat(system("Old."), user("hi")), AgentDocuments((whole,)))
        >>> after = documents_as_system(asked)
        >>> text_of(after.messages[0]), after.messages[0].blocks[0].text
        ('', 'All.')
        >>> [note.text for note in after.notes]
        ['documents stand in place of a text of 4 characters']
    """
    after = inject_documents(context, _REPLACING, counter)
    if after.messages is context.messages:
        return after
    activations = after.get(Activations)
    told = after if activations is None else after.tell(evolve(activations, replaced=True))
    gone = _gone(context.messages)
    return told if gone is None else told.with_messages(told.messages, gone)


@processor
@reads(AgentDocuments, Clock)
@places_blocks
@idle_without(AgentDocuments)
def documents_before_first_user(context: Context, /, *, counter: Counter | None = None) -> Context:
    """Add documents to what stands before the first thing a person said.

    Contract:
        As `documents_in_system`, at the slot PREAMBLE. Where nobody spoke there is nothing to
        stand before: the documents are not injected, which is noted.

    Complexity: as `documents_in_system`, and O(messages).

    Source: LobeHub context-engine, documents of the default position.

    Examples:
        >>> from ctxfn.facts import AgentDocument
        >>> from ctxfn.messages import chat, user
        >>> facts = AgentDocument(filename="f.md", content="Facts.", load="always")
        >>> after = documents_before_first_user(Context.of(chat(user("hi")), AgentDocuments((facts,))))
        >>> [(node.origin.ours, text_of(node)) for node in after.messages]
        [('preamble', ''), (None, 'hi')]
    """
    return inject_documents(context, _PREAMBLE, counter)


@processor
@reads(AgentDocuments, Clock)
@places_blocks
@idle_without(AgentDocuments)
def documents_after_first_user(context: Context, /, *, counter: Counter | None = None) -> Context:
    """Put documents into a system message behind the first thing a person said.

    Contract:
        As `documents_before_first_user`, but a message of its own, behind the first user message
        that is not ours. Targets that refuse a system message there have it moved by
        `place_system`.

    Complexity: as `documents_in_system`, and O(messages).

    Source: LobeHub context-engine, documents as messages; it takes what it injected itself for
    the first thing said.

    Examples:
        >>> from ctxfn.facts import AgentDocument
        >>> from ctxfn.messages import chat, user
        >>> facts = AgentDocument(
        ...     filename="f.md", content="Facts.", load="always", position="after-first-user"
        ... )
        >>> asked = Context.of(chat(user("hi"), user("ho")), AgentDocuments((facts,)))
        >>> [node.role for node in documents_after_first_user(asked).messages]
        ['user', 'system', 'user']
    """
    return inject_documents(context, _BEHIND, counter)


@processor
@reads(AgentDocuments, Clock)
@places_blocks
@idle_without(AgentDocuments)
def documents_at_end(context: Context, /, *, counter: Counter | None = None) -> Context:
    """Put documents into a system message at the very end.

    Contract:
        As `documents_in_system`, but a message of its own behind all others.

    Complexity: as `documents_in_system`, and O(messages).

    Source: LobeHub context-engine, documents as messages.

    Examples:
        >>> from ctxfn.facts import AgentDocument
        >>> from ctxfn.messages import chat, user
        >>> last = AgentDocument(
        ...     filename="l.md", content="Last.", load="always", position="context-end"
        ... )
        >>> asked = Context.of(chat(user("hi")), AgentDocuments((last,)))
        >>> [node.role for node in documents_at_end(asked).messages]
        ['user', 'system']
    """
    return inject_documents(context, _END, counter)


def _gone(messages: Messages) -> Note | None:
    """Say what the first system message of *messages* lost."""
    found = first_of(System, messages)
    if found is None:
        return None
    place, node = found
    names = [
        block.name for block in node.blocks if block.name not in (BEFORE_SYSTEM, _REPLACING.step)
    ]
    length = sum(len(text_of((part,))) for part in node.parts)
    went = [f"a text of {length} characters"] if node.parts else []
    went += [f"what was injected by {', '.join(names)}"] if names else []
    if not went:
        return None
    ids = () if node.id is None else (node.id,)
    text = f"documents stand in place of {' and '.join(went)}"
    return Note(_REPLACING.step, "system-replaced", text, ids, (place,))
