"""Policy: what a program decides once, whatever conversation comes."""

from __future__ import annotations

from typing import Literal, get_args

from attrs import field, frozen

from ctxfn.assembly import policy_values as values
from ctxfn.facts import Capability
from ctxfn.processors import ORCHESTRATION_APIS, ORCHESTRATION_TOOLS, CachePrices, Whose
from ctxfn.tokens import Lifetime, Place

__all__ = ["Policy"]


@frozen
class Policy:
    """The knobs of the default pipeline. Counts may be text; fractions are rounded down.

    Raises:
        OptionError: a count is negative or no number; what should be texts is something else.

    Examples:
        >>> Policy(keep_groups="40").keep_groups
        40
        >>> Policy(budget=-1)
        Traceback (most recent call last):
        ...
        ctxfn.pipeline.errors.OptionError: Policy: option budget: found -1, expected a whole \
number of 0 or more, or None
    """

    #: Groups of history to keep; ``None`` keeps all.
    keep_groups: int | None = field(default=None, converter=values.groups)
    #: By how many groups at a time that border moves: between, the prefix that was sent stays.
    keep_every: int = field(default=1, converter=values.keep_every)
    #: Tokens the request may have, tools and the reserve included; ``None``: no limit.
    budget: int | None = field(default=None, converter=values.budget)
    #: Tokens that all injected context may have together, see `fit_injected`; ``None``: no limit.
    injected_budget: int | None = field(default=None, converter=values.injected_budget)
    #: Tokens left free for the answer.
    reserve: int = field(default=0, converter=values.reserve)
    #: Whether what the budget leaves out goes by whole units (a quarter of what is allowed, or
    #: half of what the prompt leaves, if that is less): between, the prefix that was sent stays.
    stable_cut: bool = field(default=False, validator=values.yes_or_no)
    #: Tokens set aside, with a stable cut, for the last question and what follows it: what
    #: changes there from turn to turn does not move the cut while it costs no more.
    turn_tokens: int = field(default=0, converter=values.turn_tokens)
    #: Turns whose tool results stay whole; older ones keep their ends. ``None``: all stay whole.
    result_turns: int | None = field(default=None, converter=values.result_turns)
    #: Tokens of the model's window: no tool result takes more than its share of it, see
    #: `limit_results`. ``None``: results are as long as they are.
    window: int | None = field(default=None, converter=values.window)
    #: Turns whose calls keep long arguments; older ones are shortened. ``None``: all keep them.
    argument_turns: int | None = field(default=None, converter=values.argument_turns)
    #: Turns whose reasoning is sent back; ``None``: all.
    reasoning_turns: int | None = field(default=None, converter=values.reasoning_turns)
    #: By how many turns at a time what is old grows: between, the prefix that was sent stays.
    border_every: int = field(default=4, converter=values.border_every)
    #: Whether results that later events made worthless are shortened, once the cache is cold.
    trim_stale: bool = field(default=True, validator=values.yes_or_no)
    #: What the provider's prompt cache costs, which says when shortening them pays.
    cache_prices: CachePrices = field(factory=CachePrices, validator=values.prices)
    #: Where `assemble` marks the request for the provider's cache, see `choose_breakpoints`; no
    #: target gets more than it takes, and none that knows no markers. ``()``: nowhere.
    breakpoints: tuple[Place, ...] = field(default=(), converter=values.breakpoints)
    #: How long what is marked is to live: tools and system text, and messages, never longer.
    head_lifetime: Lifetime = field(default="5m", validator=values.among("5m", "1h"))
    message_lifetime: Lifetime = field(default="5m", validator=values.among("5m", "1h"))
    #: Whether markup of calls that a server let slip into stored answers is taken out of them.
    #: Whoever takes it out of an answer before storing it, as a turn does, need not ask.
    strip_leaked_calls: bool = field(default=False, validator=values.yes_or_no)
    #: What becomes of web searches of earlier turns.
    old_searches: Literal["keep", "line", "drop"] = field(
        default="keep", validator=values.among("keep", "line", "drop")
    )
    #: The message at the end of the branch to send; ``None``: the history is one line.
    head: str | None = field(default=None, validator=values.text_or_none)
    #: What stands around each thing a person said, with ``{{text}}`` where it goes.
    input_template: str | None = field(default=None, validator=values.text_or_none)
    #: How a delegated task is told, with ``{{agentName}}``, ``{{instruction}}``, ``{{content}}``.
    task_template: str | None = field(default=None, validator=values.text_or_none)
    #: Roles besides the system role in whose text placeholders are filled; they are data.
    fill_placeholders_in: tuple[values.Role, ...] = field(default=(), converter=values.roles)
    #: Identifiers of tools whose calls leave the history.
    disabled_tools: tuple[str, ...] = field(default=(), converter=values.identifiers)
    #: What becomes of a call at the very end that has no result yet.
    open_calls: Literal["answer", "leave"] = field(
        default="answer", validator=values.among("answer", "leave")
    )
    #: What becomes of any other call without a result.
    missing_result: Literal["answer", "drop_call"] = field(
        default="answer", validator=values.among("answer", "drop_call")
    )
    #: Packages and functions by which a supervisor only decides who speaks; see
    #: `filter_orchestration`.
    orchestration_tools: tuple[str, ...] = field(
        default=ORCHESTRATION_TOOLS, converter=values.orchestration_tools
    )
    orchestration_apis: tuple[str, ...] = field(
        default=ORCHESTRATION_APIS, converter=values.orchestration_apis
    )
    #: Names of tools, with ``*``, whose calls only handed the conversation over and leave the
    #: history; ``HANDOFF_NAMES`` are those of public frameworks.
    drop_handoffs: tuple[str, ...] = field(default=(), converter=values.handoffs)
    #: Whose words those of an agent are that is not in the team.
    unknown_agents: Whose = field(default="other", validator=values.among(*get_args(Whose)))
    #: Capabilities whose lack refuses what needs them; of all others words stand in for it.
    refuse_without: tuple[Capability, ...] = field(default=(), converter=values.capabilities)
    #: Whether files and media are described to the model in a block of text as well.
    describe_files: bool = field(default=True, validator=values.yes_or_no)
