"""What can be said in a workspace of Slack."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Annotated, Final

from ctxfn.io.errors import SourceRefusal
from ctxfn.io.sources.answers import Answer
from ctxfn.io.sources.net.api import text_of
from ctxfn.io.sources.slack.client import asked
from ctxfn.io.sources.slack.reading import Channel, Thread
from ctxfn.io.sources.slack.workspace import Workspace

__all__ = ["writers"]

#: What Slack takes; a longer one would be cut there, unasked.
_LONGEST: Final = 40_000


def writers(slack: Workspace) -> tuple[Callable[..., Answer], ...]:
    """Make the functions that post."""

    def send_message(
        channel: Channel, text: Annotated[str, "What to say, word for word."]
    ) -> Answer:
        """Post a message in a channel."""
        return _posted(slack, "send_message", channel, text, None)

    def send_message_thread(
        channel: Channel, thread_ts: Thread, text: Annotated[str, "What to say, word for word."]
    ) -> Answer:
        """Answer in a thread."""
        return _posted(slack, "send_message_thread", channel, text, thread_ts)

    return send_message, send_message_thread


def _posted(
    slack: Workspace, operation: str, channel: str, text: str, thread_ts: str | None
) -> Answer:
    if not text.strip() or len(text) > _LONGEST:
        found = f"{len(text):,} characters" if text.strip() else "nothing"
        raise SourceRefusal(f"{operation}, text: found {found}, expected 1 to {_LONGEST:,}")
    if thread_ts is not None and not thread_ts.strip():
        raise SourceRefusal(f"{operation}, thread_ts: found nothing, expected a message's ts")
    client = slack.client()
    place = slack.channel(client, channel, operation)
    answer = asked(
        lambda: client.chat_postMessage(channel=place, text=text, thread_ts=thread_ts),
        operation,
        channel,
    )
    posted = {"channel": text_of(answer.get("channel")) or place, "ts": text_of(answer.get("ts"))}
    if thread_ts is not None:
        posted["thread_ts"] = thread_ts
    return Answer(text=json.dumps(posted, ensure_ascii=False))
