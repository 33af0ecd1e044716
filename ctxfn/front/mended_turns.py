"""What a target that reads neighbours of one role as one turn gets, and its setting of thoughts."""

from __future__ import annotations

from attrs import evolve

from ctxfn.context import AnyNote, Context, Note
from ctxfn.front.given import Given
from ctxfn.messages import Messages, Node, ToolResult, User, own, reuse
from ctxfn.pipeline import run
from ctxfn.processors import merge_runs
from ctxfn.wire import answer_without_thoughts, thinks

__all__ = ["with_fitting_thinking", "with_joined_turns"]


def with_joined_turns(given: Given, messages: Messages) -> tuple[Messages, tuple[AnyNote, ...]]:
    """Join neighbours of one role, for a target that would, if anything else was done already.

    What nobody had to touch is as its author wrote it, and was taken like that before.
    """
    untouched = messages is given.conversation.messages and given.target_codec is None
    if not given.profile.merges_turns or given.records or untouched:
        return messages, ()
    after = run(merge_runs(thoughts="apart"), Context.of(messages, given.profile))
    return _results_together(after.messages), tuple(after.notes)


def _results_together(messages: Messages) -> Messages:
    """Forget of results, and of words behind them, that they stood in a message of their own."""
    before: list[Node | None] = [None, *messages]
    return reuse(
        messages,
        [
            evolve(node, written=None)
            if isinstance(last, ToolResult)
            and isinstance(node, ToolResult | User)
            and node.written is not None
            and getattr(node.written, "place", "") == "row"
            else node
            for last, node in zip(before, messages, strict=False)
        ],
    )


def with_fitting_thinking(given: Given, messages: Messages) -> tuple[Given, tuple[Note, ...]]:
    """Leave thinking off where the answer that was just answered lacks the thoughts it needs."""
    settings = given.conversation.settings
    place = answer_without_thoughts(messages)
    if given.profile.reasoning != "signed" or place is None or not thinks(settings):
        return given, ()
    said = settings.thaw() if settings is not None else {}
    kept = (
        {key: one for key, one in said.items() if key != "thinking"}
        if isinstance(said, dict)
        else {}
    )
    text = "thinking is left off: the thoughts of the answer that called are not there"
    note = Note("repair", "thinking-off", text, places=(place,))
    return evolve(given, conversation=evolve(given.conversation, settings=own(kept))), (note,)
