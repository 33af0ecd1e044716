"""Files and knowledge bases the agent was given, before the first thing a person said."""

from __future__ import annotations

from typing import Final

from ctxfn.facts import Knowledge, KnowledgeCollection, KnowledgeFile
from ctxfn.injectors.say_tool import say_tool
from ctxfn.messages import enclose, escape, tag
from ctxfn.slots import PREAMBLE, Injector

__all__ = ["knowledge", "render_knowledge"]

#: A file longer than this many characters is shown by its head alone.
_LONGEST_WHOLE: Final = 100_000
#: How many characters of such a file are shown.
_HEAD: Final = 4_000

_FILES_ONLY: Final = "Answer from the files below; no knowledge base is attached."


def render_knowledge(given: Knowledge) -> str:
    """Write how to use what was given, then the files, then the bases; nothing given, no text.

    Contract:
        A file of more than 100,000 characters, or of which only a part was stored, shows its
        first 4,000 and says so, naming the tool for the rest only if that is on offer. A file
        with an error shows the error, and an empty description is none. Tools are named if the
        fact names them. Whatever the values hold is escaped.

    Complexity: O(characters).

    Source: LobeHub context-engine, knowledge injector: tags, attributes and the two limits; it
    escapes nothing, we do.

    Examples:
        >>> print(render_knowledge(Knowledge(collections=(KnowledgeCollection("b1", "Law & order"),))))
        <agent_knowledge>
        <instruction>Search these knowledge bases when the question may be answered \
there.</instruction>
        <knowledge_bases totalCount="1">
        <knowledge_base id="b1" name="Law &amp; order" />
        </knowledge_bases>
        </agent_knowledge>
        >>> render_knowledge(Knowledge())
        ''
    """
    if not given.files and not given.collections:
        return ""
    sections = [tag("instruction", _instruction(given))]
    if given.files:
        shown = [_file(file, given) for file in given.files]
        sections.append(enclose("files", *shown, totalCount=len(given.files)))
    if given.collections:
        listed = [_collection(one) for one in given.collections]
        sections.append(enclose("knowledge_bases", *listed, totalCount=len(given.collections)))
    return enclose("agent_knowledge", *sections)


def _instruction(given: Knowledge) -> str:
    if not given.collections:
        return _FILES_ONLY
    search = f" with {say_tool(given.search_tool, '')}" if given.search_tool else ""
    if not given.files:
        return f"Search these knowledge bases{search} when the question may be answered there."
    return (
        "Answer from the files below where they suffice; for anything else search the knowledge "
        f"bases{search}."
    )


def _collection(one: KnowledgeCollection) -> str:
    return tag("knowledge_base", id=one.id, name=one.name, description=one.description or None)


def _file(file: KnowledgeFile, given: Knowledge) -> str:
    if file.error:
        return tag("file", id=file.id, name=file.name, error=file.error)
    length = max(file.full_length or 0, len(file.content))
    if len(file.content) <= _LONGEST_WHOLE and length <= len(file.content):
        return enclose("file", escape(file.content), id=file.id, name=file.name)
    head = file.content[:_HEAD]
    notice = f"[Only the first {len(head)} of {length} characters are shown.]"
    if given.can_read_attachment:
        reader = say_tool(given.read_tool, "the read-attachment tool")
        notice += f" [For the rest, call {reader} with id {file.id!r} and offset {len(head)}.]"
    return enclose("file", escape(head), escape(notice), id=file.id, name=file.name)


knowledge: Final = Injector("knowledge", PREAMBLE, Knowledge, render_knowledge)
