"""What people hand to a verb: a list of messages or a request body, in any format we read."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import cast

from attrs import evolve, frozen
from pyrsistent import PVector, pvector

from ctxfn.context import Note
from ctxfn.errors import check_argument
from ctxfn.front.given_tools import with_tools
from ctxfn.front.ignored import IGNORES_KEY, NOTHING_IGNORED, Ignores, without_ignores
from ctxfn.front.meant import format_of, target_of
from ctxfn.front.options import check_target, check_text, tools_in
from ctxfn.messages import Messages, Node, Origin, System, Text
from ctxfn.processors.legalize import whole_characters
from ctxfn.wire import (
    Codec,
    Conversation,
    Encoded,
    Profile,
    codec_named,
    odd_keys,
    profile,
    setting_in,
    settings_for,
    without_misread,
)

__all__ = ["Given", "given_of"]


@frozen
class Given:
    """An input read: the conversation, how it was written, and whom it is for.

    `added`: how many messages at the front the caller gave by ``system=``; they are judged
    and counted, and do not come back. `records`: the input was records, and so is the output.
    `named`: the model that the caller says it is for, whatever the body says. `ignores`: what it
    says that a check need not say.
    """

    conversation: Conversation
    codec: Codec
    profile: Profile
    added: int = 0
    records: bool = False
    named: str | None = None
    ignores: Ignores = NOTHING_IGNORED

    def __attrs_post_init__(self) -> None:
        check_argument("the conversation", self.conversation, Conversation, "a Conversation")
        check_argument("the codec", self.codec, Codec, "a Codec: codec_named(name)")
        check_argument("the profile", self.profile, Profile, "a Profile: profile(target)")

    @property
    def model(self) -> str | None:
        """The model that the caller names, else the body, if either does."""
        return self.named or _model_of(self.conversation, self.codec.name)

    @property
    def judged(self) -> Conversation:
        """The conversation with indexes as the caller counts: without what was added."""
        if not self.added:
            return self.conversation
        return evolve(self.conversation, messages=pvector(self.conversation.messages[self.added :]))

    @property
    def well_typed(self) -> Messages:
        """The messages, those that were misread as they were read: no API takes what stood there."""
        wrong = {one.index for one in self.conversation.problems}
        messages = self.conversation.messages
        if not wrong:
            return messages
        mended: list[Node] = [
            without_misread(node) if index - self.added in wrong else node
            for index, node in enumerate(messages)
        ]
        return pvector(mended)

    @property
    def misread(self) -> tuple[Note, ...]:
        """What decoding made of values that were not what their key is for."""
        notes = [
            Note(
                "decode",
                "misread",
                f"{one.path or 'the message'}: {one.reason}",
                places=() if one.index is None else (one.index,),
            )
            for one in self.conversation.problems
        ]
        if self.ignores != NOTHING_IGNORED:
            notes.append(Note("decode", "stripped-key", f"stripped {IGNORES_KEY}"))
        return (*notes, *self._left_out())

    @property
    def mended(self) -> tuple[Conversation, tuple[Note, ...]]:
        """The conversation with whole characters in its tools and settings, and a note on each."""
        given = self.conversation
        tools, settings = whole_characters(given.tools), whole_characters(given.settings)
        named = [
            name
            for name, before, after in (
                ("the tools", given.tools, tools),
                ("the settings", given.settings, settings),
            )
            if before is not after
        ]
        if not named:
            return given, ()
        text = f"halves of characters were replaced in {' and '.join(named)}"
        note = Note("mend_unicode", "unicode-mended", text)
        return evolve(given, tools=tools, settings=settings), (note,)

    def _left_out(self) -> Iterator[Note]:
        """Tell which values no field could hold: they are not sent."""
        messages = self.conversation.messages
        wrong = {one.index for one in self.conversation.problems if one.index is not None}
        for index in sorted(wrong):
            there = messages[index + self.added : index + self.added + 1]
            keys = [key for node in there for key in odd_keys(node)]
            if keys:
                text = f"{', '.join(keys)}: no API reads what stood there, left out"
                yield Note("decode", "left-out", text, places=(index,))

    def read_again(self, output: object) -> Given:
        """Read what was written, as the one it is for will."""
        codec = self.target_codec or self.codec
        read = codec.decode(output)
        front = self.conversation.messages[: self.added]
        messages = pvector([*front, *read.messages]) if self.added else read.messages
        # A list has no place for tools: those that were given beside it are the caller's to send.
        tools = read.tools if isinstance(output, dict) else self.mended[0].tools
        read = evolve(read, messages=messages, tools=tools)
        return Given(read, codec, self.profile, self.added, named=self.named)

    @property
    def target_codec(self) -> Codec | None:
        """The target's codec, if the input is in another format; records stay records."""
        same = self.records or self.codec.name == self.profile.codec
        return None if same else codec_named(self.profile.codec)

    def written(self, messages: Messages, to: Codec | None = None) -> Encoded:
        """Write *messages* as the input was written, a list as a list, a body as a body."""
        check_argument("the messages to write", messages, PVector, "messages as a vector")
        check_argument("the codec to write with", to, Codec | None, "a Codec, or None")
        kept = messages if not self.added else pvector(messages[self.added :])
        if self.records and to is None:
            return Encoded(kept, ())
        said = evolve(self.mended[0], messages=kept)
        if to is None:
            return self.codec.encode(said, self.profile)
        settings, losses = settings_for(said.settings, self.codec.name, to.name)
        body, more = to.encode(evolve(said, settings=settings), self.profile)
        return Encoded(body, (*losses, *more))


def given_of(
    value: object,
    verb: str = "the call",
    /,
    *,
    to: str | Profile | None = None,
    format: str | None = None,
    tools: Iterable[object] | None = None,
    system: str | None = None,
    model: str | None = None,
    keep_ignores: bool = False,
) -> Given:
    """Read *value* for a verb.

    Contract:
        *value* is not changed. *format* ``None`` detects. *to* is a target's name or a profile
        of your own; without it, the format and the model (or the body's) decide. What *value*
        ignores is taken out of it, or, with *keep_ignores*, stays there as well.

    Complexity: O(size of *value*).

    Source: ours.

    Raises:
        InvalidMessages: the input is no list of messages and no body.
        UnknownTarget, UnknownCodec: no such target or format.

    Examples:
        >>> given_of([{"role": "user", "content": "hi"}]).codec.name
        'openai_chat'
    """
    check_text(verb, format=format, system=system, model=model)
    check_target(verb, to)
    offered = tools_in(verb, tools)
    records = isinstance(value, PVector)
    sent, ignores = without_ignores(value)
    value = value if keep_ignores else sent
    if records:
        used, conversation = codec_named("openai_chat"), Conversation(cast("Messages", value))
    else:
        used = codec_named(format or format_of(value, to, verb))
        conversation = used.decode(value)
    conversation = with_tools(conversation, used, offered)
    named = model or _model_of(conversation, used.name)
    wanted = to or target_of(used, named)
    target = wanted if isinstance(wanted, Profile) else profile(wanted, model=named)
    added = 0
    if system is not None:
        said = System((Text(system),), origin=Origin(ours="system"))
        front: list[Node] = [said, *conversation.messages]
        conversation, added = evolve(conversation, messages=pvector(front)), 1
    return Given(conversation, used, target, added, records, model, ignores)


def _model_of(conversation: Conversation, format: str) -> str | None:
    model = setting_in(conversation.settings, format, "model")
    return model if isinstance(model, str) else None
