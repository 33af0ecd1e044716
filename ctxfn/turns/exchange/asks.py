"""Asks: what a turn wants of the world, each answered once."""

from __future__ import annotations

from typing import TypeAlias

from attrs import frozen

from ctxfn.messages import Call, Message
from ctxfn.tools import Declaration
from ctxfn.turns.contributions import Contribution
from ctxfn.turns.entries import Entry
from ctxfn.turns.exchange.told import Told
from ctxfn.turns.models import Response
from ctxfn.turns.scheduling import Input, Outcome, Trigger
from ctxfn.turns.segments import Segment
from ctxfn.turns.stored import Stored
from ctxfn.turns.tool_context import ToolContext

__all__ = [
    "AfterModel",
    "AfterTool",
    "AfterTurn",
    "Archive",
    "Ask",
    "Asked",
    "BeforeModel",
    "BeforeReply",
    "BeforeTool",
    "BeforeTurn",
    "BuildBlocks",
    "CallModel",
    "Insert",
    "Prepare",
    "Reply",
    "ReplyInfo",
    "RunTool",
    "SendReply",
    "TurnRequest",
    "View",
]


@frozen
class BeforeTurn:
    """Let hooks see who opens the turn; they may swallow it."""

    inputs: tuple[Input, ...]


@frozen
class Archive:
    """Store a message of this turn."""

    stored: Stored


@frozen
class Prepare:
    """Read what the turn works with: the model, the history, the tools."""


@frozen
class View:
    """What a contribution may see; never the turn a continuation comes from."""

    session: str
    platform: str
    user_id: str | None
    trigger: Trigger | None
    entries: tuple[Entry, ...]
    inputs: tuple[Input, ...]
    dry_run: bool = False


@frozen
class BuildBlocks:
    """Build what these contributions have to say."""

    contributions: tuple[Contribution, ...]
    view: View
    timeout_ms: int


@frozen
class BeforeModel:
    """Let hooks change the list and the tools of the next call."""

    entries: tuple[Entry, ...]
    tools: tuple[Declaration, ...]


@frozen
class Insert:
    """Take in what waits to join."""


@frozen
class CallModel:
    """Call the model. `purpose` is for the accounts: ``chat``, or ``subtask`` in a child session."""

    messages: tuple[Message, ...]
    tools: tuple[Declaration, ...]
    model: str
    provider: str
    max_output: int
    thinking: str | None
    session: str
    purpose: str


@frozen
class AfterModel:
    """Let hooks see, or change, what the model answered."""

    response: Response


@frozen
class BeforeTool:
    """Let hooks see a call before it runs; a failure keeps it from running."""

    key: str
    call: Call
    context: ToolContext


@frozen
class RunTool:
    """Run a call."""

    key: str
    call: Call
    context: ToolContext


@frozen
class AfterTool:
    """Let hooks see, or change, what a tool answered."""

    key: str
    call: Call
    result: str


@frozen
class BeforeReply:
    """Let hooks look at the reply: they may change it, or want it written again."""

    content: str
    attempt: int


@frozen
class ReplyInfo:
    """Which model replied, and what it took: tokens of the last prompt, and of all answers."""

    model: str
    provider: str
    prompt_tokens: int
    completion_tokens: int
    milliseconds: int

    @property
    def total_tokens(self) -> int:
        """Both together."""
        return self.prompt_tokens + self.completion_tokens


@frozen
class Reply:
    """What is said to people. `notice` is the kind and the id of the notice it answers."""

    text: str
    session: str
    platform: str
    turn: str
    reasoning: str
    segments: tuple[Segment, ...]
    info: ReplyInfo
    notice: tuple[str, str] | None = None
    reply_to: str | None = None


@frozen
class SendReply:
    """Say it."""

    reply: Reply


@frozen
class AfterTurn:
    """Let hooks know how the turn ended."""

    outcome: Outcome


Ask: TypeAlias = (
    BeforeTurn
    | Archive
    | Prepare
    | BuildBlocks
    | BeforeModel
    | Insert
    | CallModel
    | AfterModel
    | BeforeTool
    | RunTool
    | AfterTool
    | BeforeReply
    | SendReply
    | AfterTurn
)


@frozen
class Asked:
    """An ask and its number in the turn: the answer names it."""

    number: int
    ask: Ask


TurnRequest: TypeAlias = Asked | Told
