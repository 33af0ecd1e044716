"""Write a conversation as a body, or a bare list: fresh, strict, and open about what is lost."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple, TypeAlias

from attrs import evolve

from ctxfn.messages import Generations, System, ToolResult, User
from ctxfn.wire.codec import Conversation, Encoded, Loss
from ctxfn.wire.openai_chat.dialect import OPENAI, Dialect
from ctxfn.wire.openai_chat.legacy import Pending
from ctxfn.wire.openai_chat.spelling import spelled
from ctxfn.wire.openai_chat.tools import write_function, write_tool
from ctxfn.wire.openai_chat.write_message import Node, write_message
from ctxfn.wire.openai_chat.write_plain import write_plain
from ctxfn.wire.openai_chat.writer import Writer
from ctxfn.wire.openai_chat.written import Form
from ctxfn.wire.profiles import Profile
from ctxfn.wire.shared_keys import sharing_keys

__all__ = [
    "EncodedMessage",
    "Known",
    "Progress",
    "encode",
    "encode_message",
    "write_conversation",
]

#: Rows of plain messages by identity, each with its message.
Known: TypeAlias = Generations[tuple[Node, dict[str, object]]]


class EncodedMessage(NamedTuple):
    """One message's JSON, or none if the format has no such message, and what it could not say.

    `losses` have no index. `unsaid` names fields that only a store would look for.
    """

    row: dict[str, object] | None
    losses: tuple[Loss, ...]
    unsaid: tuple[str, ...]


def encode(conversation: Conversation, profile: Profile) -> Encoded:
    """Write *conversation* for the target of *profile*.

    Contract:
        The body is fresh through and through. Messages this codec read are written as they
        stood; others in the usual order of keys. A name of a tool becomes its wire name, bytes
        of an image a data URI. Whatever has no place in the format is a loss: where, and why;
        ids, origins, marks and counts of tokens are one loss a field, for the whole request.
        `origin.ours` and `synthetic` are about our own work, no part of what is said.
        ``decode(encode(c).body)`` is *c*, these spellings aside, if there is no loss.

    Complexity: O(size of *conversation*).

    Source: OpenAI's API reference; ours for what it does not have.

    Examples:
        >>> from ctxfn.messages import Council, chat, user
        >>> from ctxfn.wire import profile
        >>> said = encode(Conversation(chat(user("hi"), Council())), profile("openai"))
        >>> said.body
        [{'role': 'user', 'content': 'hi'}]
        >>> said.losses[0].index, said.losses[0].reason
        (1, "a card ('agentCouncil'); flatten it first")
    """
    return write_conversation(conversation, profile, OPENAI)


def write_conversation(conversation: Conversation, profile: Profile, dialect: Dialect) -> Encoded:
    """Write *conversation* in *dialect*, as `encode` does."""
    progress = Progress(Writer(profile, dialect), Pending(), [])
    progress.add(conversation.messages)
    return progress.ended(conversation)


def encode_message(node: Node, profile: Profile) -> EncodedMessage:
    """Write one message alone, so that what it became can be remembered with it.

    Contract:
        The same JSON `encode` writes for it, at any place in any conversation. Whether an
        answer without an id still finds its call is for `encode` to say.

    Complexity: O(size of *node*).

    Source: ours.

    Examples:
        >>> from ctxfn.messages import user
        >>> from ctxfn.wire import profile
        >>> encode_message(user("hi"), profile("openai")).row
        {'role': 'user', 'content': 'hi'}
    """
    writer = Writer(profile)
    row = write_message(node, writer)
    return EncodedMessage(row, tuple(writer.losses), tuple(sorted(writer.unsaid)))


#: With more rows than this to write, each is asked for alone.
_FEW: Final = 16


class Progress:
    """A conversation written so far: one run goes on from another, if it begins as that did."""

    __slots__ = ("pending", "rows", "writer")

    def __init__(self, writer: Writer, pending: Pending, rows: list[object]) -> None:
        self.writer, self.pending, self.rows = writer, pending, rows

    def copy(self) -> Progress:
        """Return what goes on by itself; rows are shared."""
        return Progress(self.writer.copy(), self.pending.copy(), self.rows.copy())

    def add_known(self, nodes: Sequence[Node], first: int, known: Known) -> None:
        """Write *nodes* as `add` does; plain rows by identity are taken from *known*, and put there."""
        at = 0
        if not self.pending.any_custom:
            # Rows that are known are plain, and say all about themselves.
            found = [*known.each(list(map(id, nodes))), None]
            few = found.count(None) <= _FEW
            while True:
                end = found.index(None, at)
                self.rows += [one[1] for one in found[at:end] if one is not None]
                at = end
                # What neither calls nor answers has no part in what is pending.
                if not few or at == len(nodes) or not isinstance(nodes[at], User | System):
                    break
                self.add(nodes[at : at + 1], first + at, known)
                at += 1
        self.add(nodes[at:], first + at, known)

    def add(self, nodes: Iterable[Node], first: int = 0, known: Known | None = None) -> None:
        """Write *nodes*, the first of which stands at place *first*.

        Plain rows by identity in *known* are taken from there, and put there.
        """
        writer, pending, rows = self.writer, self.pending, self.rows
        for index, said in enumerate(nodes, first):
            node = _answering(said, pending)
            plain = write_plain(node) if known is None else _known(node, known)
            # Plain calls and answers say all about themselves, as long as no custom call came before.
            if plain is not None and not pending.any_custom:
                rows.append(plain)
                continue
            writer.index = index
            row = write_message(node, writer) if plain is None else plain
            if row is not None:
                rows.append(row)
            if isinstance(node, ToolResult):
                _check_answer(node, pending, writer)
            elif calls := getattr(node, "calls", ()):
                pending.ask(calls)

    def ended(self, conversation: Conversation) -> Encoded:
        """Return the body of *conversation*, all of whose messages are written."""
        writer = self.writer
        writer.index = None
        if conversation.settings is None:
            if conversation.tools is not None:
                writer.lose("tools", "a bare list of messages has no place for tools")
            return Encoded(self.rows, writer.all_losses())
        return Encoded(_body(conversation, self.rows, writer), writer.all_losses())


def _known(node: Node, known: Known) -> dict[str, object] | None:
    found = known.get(id(node))
    if found is None:
        plain = write_plain(node)
        if plain is None:
            return None
        # It stays, and is copied often: what it costs once is less than what it saves.
        plain = sharing_keys(plain)
        known.put(id(node), (node, plain))
        return plain
    return found[1]


def _answering(node: Node, pending: Pending) -> Node:
    """Make a tool's result of *node* if its call of the old kind had to be written as a tool's."""
    old = type(node) is ToolResult and node.kind == "function_call"
    if not old or not isinstance(node, ToolResult) or not pending.is_written_as_tool(node.call_id):
        return node
    return evolve(node, kind="function", written=None)


def _check_answer(result: ToolResult, pending: Pending, writer: Writer) -> None:
    """Say so if reading the result again would tie it to another call, or to none."""
    if result.kind == "function_call":
        name = "" if result.tool is None else spelled(result.tool)
        if pending.answered(name) != result.call_id:
            writer.lose("call_id", "an answer of the old kind names its function only")
    elif pending.kind_of(result.call_id) != result.kind:
        writer.lose("kind", f"nothing shows that it answers a call of the kind {result.kind!r}")


def _body(conversation: Conversation, rows: list[object], writer: Writer) -> dict[str, object]:
    settings = conversation.settings.thaw() if conversation.settings is not None else {}
    if not isinstance(settings, dict):
        writer.lose("settings", "settings that are no object")
        settings = {}
    written = conversation.written
    form = written if isinstance(written, Form) and written.codec == writer.dialect.name else None
    fields: dict[str, object] = {**settings, "messages": rows, **_tools(conversation, form, writer)}
    if form is None:
        return fields
    keys = [key for key in form.keys if key in fields or key in form.nulls]
    return {key: fields.get(key) for key in keys} | fields


def _tools(conversation: Conversation, form: Form | None, writer: Writer) -> dict[str, object]:
    declared = conversation.tools
    if declared is None:
        return {}
    tools: list[object] = []
    functions: list[object] = []
    for number, one in enumerate(declared):
        if one.kind == "function_call":
            functions.append(write_function(one, number, writer))
        elif (row := write_tool(one, number, writer)) is not None:
            tools.append(row)
            if functions:
                writer.lose(f"tools[{number}]", "its place: functions of the old kind come last")
    keys = () if form is None else tuple(key for key in form.keys if key not in form.nulls)
    written: dict[str, object] = {}
    if tools or "tools" in keys or not (functions or "functions" in keys):
        written["tools"] = tools
    if functions or "functions" in keys:
        written["functions"] = functions
    return written
