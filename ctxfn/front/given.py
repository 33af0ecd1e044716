"""What people hand to a verb: a list of messages or a request body, in any format we read."""

from __future__ import annotations

from collections.abc import Iterable
from typing import cast

from attrs import evolve, frozen
from pyrsistent import PVector, pvector

from ctxfn.messages import Messages, Node, Origin, System, Text, freeze
from ctxfn.pipeline import OptionError
from ctxfn.tools import Declaration
from ctxfn.wire import Codec, Conversation, Encoded, Profile, codec_named, detect, profile

__all__ = ["Given", "given_of"]


@frozen
class Given:
    """An input read: the conversation, how it was written, and whom it is for.

    `added`: how many messages at the front the caller gave by ``system=``; they are judged
    and counted, and do not come back. `records`: the input was records, and so is the output.
    """

    conversation: Conversation
    codec: Codec
    profile: Profile
    added: int = 0
    records: bool = False

    @property
    def model(self) -> str | None:
        """The model that the body names, if it does."""
        return _model_of(self.conversation)

    @property
    def judged(self) -> Conversation:
        """The conversation with indexes as the caller counts: without what was added."""
        if not self.added:
            return self.conversation
        return evolve(self.conversation, messages=pvector(self.conversation.messages[self.added :]))

    @property
    def target_codec(self) -> Codec | None:
        """The target's codec, if the input is in another format; records stay records."""
        same = self.records or self.codec.name == self.profile.codec
        return None if same else codec_named(self.profile.codec)

    def written(self, messages: Messages, to: Codec | None = None) -> Encoded:
        """Write *messages* as the input was written, a list as a list, a body as a body."""
        kept = messages if not self.added else pvector(messages[self.added :])
        if self.records and to is None:
            return Encoded(kept, ())
        return (to or self.codec).encode(evolve(self.conversation, messages=kept), self.profile)


def given_of(
    value: object,
    /,
    *,
    to: str | Profile | None = None,
    format: str | None = None,
    tools: Iterable[object] | None = None,
    system: str | None = None,
    model: str | None = None,
) -> Given:
    """Read *value* for a verb.

    Contract:
        *value* is not changed. *format* ``None`` detects. *to* is a target's name or a profile
        of your own; without it, the model (or the body's) decides between OpenAI's.

    Complexity: O(size of *value*).

    Source: ours.

    Raises:
        InvalidMessages: the input is no list of messages and no body.
        UnknownTarget, UnknownCodec: no such target or format.

    Examples:
        >>> given_of([{"role": "user", "content": "hi"}]).codec.name
        'openai_chat'
    """
    for name, given in (("format", format), ("system", system), ("model", model)):
        if given is not None and not isinstance(given, str):
            raise OptionError("the call", name, repr(given), "a text, or None")
    if to is not None and not isinstance(to, str | Profile):
        raise OptionError("the call", "to", repr(to), "a target's name, or a Profile")
    records = isinstance(value, PVector)
    if records:
        used, conversation = codec_named("openai_chat"), Conversation(cast("Messages", value))
    else:
        used = codec_named(format or detect(value))
        conversation = used.decode(value)
    conversation = _with_tools(conversation, used, tools)
    named = model or _model_of(conversation)
    target = to if isinstance(to, Profile) else profile(to or "openai", model=named)
    added = 0
    if system is not None:
        said = System((Text(system),), origin=Origin(ours="system"))
        front: list[Node] = [said, *conversation.messages]
        conversation, added = evolve(conversation, messages=pvector(front)), 1
    return Given(conversation, used, target, added, records)


def _model_of(conversation: Conversation) -> str | None:
    settings = conversation.settings.thaw() if conversation.settings is not None else {}
    model = settings.get("model") if isinstance(settings, dict) else None
    return model if isinstance(model, str) else None


def _with_tools(
    conversation: Conversation, used: Codec, tools: Iterable[object] | None
) -> Conversation:
    """Offer *tools*, declarations or dicts in the format's own writing, in place of the body's."""
    if tools is None:
        return conversation
    listed = list(tools)
    records = tuple(one for one in listed if isinstance(one, Declaration))
    dicts = [one for one in listed if not isinstance(one, Declaration)]
    if dicts:
        read = used.decode({"messages": [], "tools": freeze(dicts, "tools").thaw()})
        records += read.tools or ()
    return evolve(conversation, tools=records)
