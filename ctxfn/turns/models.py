"""What a turn is given to work with: the model, the options, and what it answers."""

from __future__ import annotations

from attrs import frozen

from ctxfn.messages import Call, Reasoning
from ctxfn.tools import Declaration
from ctxfn.turns.contributions import Contribution
from ctxfn.turns.segments import Segment
from ctxfn.turns.stored import Stored

__all__ = ["AgentOptions", "Material", "Model", "OfferedTool", "Response", "TurnSettings"]


@frozen
class Model:
    """A model that can be called; `levels` are the levels of thinking it offers."""

    name: str
    context_length: int
    provider: str = ""
    max_output: int = 4096
    levels: tuple[str, ...] = ()


@frozen
class AgentOptions:
    """How the agent works, for all sessions.

    `reserve_tools` takes what tools cost out of the budget; `suppress_repeat` says nothing rather
    than what was said last.
    """

    system_prompt: str = ""
    memory_budget: int = 4096
    build_timeout_ms: int = 10_000
    result_ratio: float = 0.15
    trim_ratio: float = 1.0
    reserve_tools: bool = False
    suppress_repeat: bool = False


@frozen
class TurnSettings:
    """What holds for one turn, read once when it opens. `groups` of tools: `*` is all."""

    think: str | None = None
    max_iterations: int | None = None
    history_line: int = 0
    groups: tuple[str, ...] = ("*",)


@frozen
class OfferedTool:
    """A tool there is, and the groups it is of; one of no group is always offered."""

    declaration: Declaration
    groups: tuple[str, ...] = ()


@frozen
class Material:
    """All a turn was given. `history` is `None` where it could not be read.

    `active` and `offset` are for a store that counts: see `clean_history`.
    """

    model: Model
    settings: TurnSettings = TurnSettings()
    options: AgentOptions = AgentOptions()
    persona: str = ""
    volatile: str = ""
    attachment_note: str = ""
    history: tuple[Stored, ...] | None = ()
    active: int | None = None
    offset: int = 0
    tools: tuple[OfferedTool, ...] = ()
    contributions: tuple[Contribution, ...] = ()

    @property
    def declarations(self) -> tuple[Declaration, ...]:
        """The tools that are offered in every call: of no group, or of one that is on."""
        on = frozenset(self.settings.groups)
        return tuple(
            one.declaration
            for one in self.tools
            if not one.groups or "*" in on or not on.isdisjoint(one.groups)
        )

    @property
    def thinking(self) -> str | None:
        """The level to ask for, if one is set and the model offers it."""
        level = self.settings.think
        return level if level in self.model.levels else None


@frozen
class Response:
    """What a model answered. `keys` are the agent's own names of the calls, given while streaming.

    Tokens are those the provider reported.
    """

    text: str = ""
    calls: tuple[Call, ...] = ()
    keys: tuple[str, ...] = ()
    reasoning: tuple[Reasoning, ...] = ()
    segments: tuple[Segment, ...] = ()
    input_tokens: int | None = None
    output_tokens: int | None = None
