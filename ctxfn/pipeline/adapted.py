"""Run a processor written as a class on dicts, as a step, and hold it to its contract."""

from __future__ import annotations

from collections.abc import Awaitable, Coroutine, Sequence
from typing import Literal, Protocol, TypeAlias, cast

from attrs import evolve, frozen

from ctxfn.context import AnyNote, Context, Note
from ctxfn.errors import CtxfnError, check_argument
from ctxfn.messages import Messages, Node, Verbatim, freeze, reuse
from ctxfn.pipeline.answers import described
from ctxfn.pipeline.diff import vanished
from ctxfn.pipeline.errors import PipelineError, printed
from ctxfn.wire import Conversation, codec_named, profile

__all__ = ["Adapted", "ClassContext", "HasProcess"]

_Rows: TypeAlias = list[dict[str, object]]


class ClassContext(dict[str, object]):
    """What a processor of a class is handed: keys that can be read as attributes, too.

    `messages` are fresh dicts, `metadata` is empty, `isAborted` is false.
    """

    def __getattr__(self, name: str) -> object:
        try:
            return self[name]
        except KeyError:
            raise AttributeError(name) from None

    def __setattr__(self, name: str, value: object) -> None:
        self[name] = value


class HasProcess(Protocol):
    """A processor of a class: it takes a context and returns one, now or when awaited."""

    def process(self, context: ClassContext, /) -> object:
        """Return a context with other messages."""


@frozen(repr=False)
class Adapted:
    """A step that hands the messages to `processor.process` as dicts, and reads what comes back.

    The contract of such classes is checked, which nobody did so far: the messages that went
    in are untouched, those that come out are a list of dicts, and nothing waits. Messages
    whose dicts come back as they went in are the same objects. What it adds to `metadata` is
    a note; `isAborted` stops the run.

    Raises:
        UnknownCodec: there is no format *codec*.
        PipelineError: *processor* has nothing to call.

    Examples:
        >>> from ctxfn.messages import chat, text_of, user
        >>> class Last:
        ...     name = "last"
        ...     async def process(self, context):
        ...         return {**context, "messages": context.messages[-1:]}
        >>> step = Adapted(Last())
        >>> [text_of(m) for m in step(Context(chat(user("a"), user("b")))).messages]
        ['b']
    """

    processor: HasProcess
    codec: Literal["openai_chat", "uichat"] = "openai_chat"

    def __attrs_post_init__(self) -> None:
        codec_named(self.codec)
        if not callable(getattr(self.processor, "process", None)):
            expected = "an object with process(context)"
            raise PipelineError("a processor of a class", printed(self.processor), expected)

    @property
    def name(self) -> str:
        """The processor's own name, else its class's."""
        name = getattr(self.processor, "name", None)
        return name if isinstance(name, str) and name else type(self.processor).__name__

    def __call__(self, context: Context, /) -> Context:
        check_argument(f"what {self.name} runs on", context, Context, "a Context")
        if context.stopped is not None:
            return context
        codec = codec_named(self.codec)
        encoded = codec.encode(Conversation(context.messages), profile("openai/compatible"))
        rows = cast("_Rows", encoded.body)
        kept = [freeze(row) for row in rows]
        handed = ClassContext(messages=list(rows), metadata={}, isAborted=False)
        answer = self._finished(self.processor.process(handed))
        self._check_untouched(rows, kept)
        after = self._rows_of(answer)
        lost = {loss.index: f"{loss.path}: {loss.reason}" for loss in encoded.losses}
        messages, gone = self._read(context.messages, rows, after, lost)
        left = vanished(self.name, context.messages, messages)
        notes: tuple[AnyNote, ...] = (*gone, *self._told(answer), *left)
        if _get(answer, "isAborted") is True and context.stopped is None:
            reason = _get(answer, "abortReason")
            stopped = reason if isinstance(reason, str) and reason else f"{self.name} aborted"
            return evolve(context.with_messages(messages, *notes), stopped=stopped)
        return context.with_messages(messages, *notes)

    def _finished(self, answer: object) -> object:
        """Run a coroutine that does not wait to its end."""
        if not isinstance(answer, Awaitable):
            return answer
        waiting = answer.__await__()
        try:
            next(waiting)
        except StopIteration as done:
            return done.value
        except RuntimeError as error:
            if "no running event loop" not in str(error):
                raise
        if isinstance(answer, Coroutine):
            answer.close()
        expected = "one that only computes: fetch what it needs before the run, as facts"
        raise PipelineError(f"{self.name}.process", "a coroutine that waits", expected)

    def _check_untouched(self, rows: _Rows, kept: Sequence[Verbatim]) -> None:
        for place, (row, before) in enumerate(zip(rows, kept, strict=True)):
            if row != before.shared():
                found = f"message {place} changed in place"
                raise PipelineError(f"{self.name}.process", found, "a copy of what it changes")

    def _rows_of(self, answer: object) -> _Rows:
        after = _get(answer, "messages")
        what = f"the messages {self.name}.process returned"
        if not isinstance(after, list):
            raise PipelineError(what, described(after), "a list")
        for place, row in enumerate(after):
            if not isinstance(row, dict):
                raise PipelineError(what, f"{described(row)} at {place}", "dicts")
        return after

    def _read(
        self, before: Messages, rows: _Rows, after: _Rows, lost: dict[int | None, str]
    ) -> tuple[Messages, tuple[Note, ...]]:
        """Read *after*; a dict that went in is the message it was written from."""
        nodes = {id(row): (place, before[place]) for place, row in enumerate(rows)}
        if len(rows) != len(before):
            nodes = {}
        try:
            conversation = codec_named(self.codec).decode(after)
        except CtxfnError as error:
            what = f"the messages {self.name}.process returned"
            raise PipelineError(what, str(error), f"messages in {self.codec}") from error
        read = conversation.messages
        kept = {nodes[id(row)][0] for row in after if id(row) in nodes}
        notes = [
            Note(self.name, "lost", f"a message it changed had more: {lost[place]}", (), (place,))
            for place in range(len(before))
            if place not in kept and place in lost
        ]
        notes += [
            Note(self.name, "misread", f"{problem.path}: {problem.reason}")
            for problem in conversation.problems
        ]
        if len(read) != len(after):
            return reuse(before, read), tuple(notes)
        result: list[Node] = [
            nodes[id(row)][1] if id(row) in nodes else node
            for row, node in zip(after, read, strict=True)
        ]
        return reuse(before, result), tuple(notes)

    def _told(self, answer: object) -> tuple[Note, ...]:
        metadata = _get(answer, "metadata")
        if not isinstance(metadata, dict) or not metadata:
            return ()
        return tuple(
            Note(self.name, "metadata", f"{key}: {printed(value)}")
            for key, value in metadata.items()
        )

    def __repr__(self) -> str:
        codec = "" if self.codec == "openai_chat" else f", codec={self.codec!r}"
        return f"Adapted({self.name}{codec})"


def _get(answer: object, name: str) -> object:
    return answer.get(name) if isinstance(answer, dict) else getattr(answer, name, None)
