"""Each step that cuts a history, or takes its cards apart, beside its twin."""

from __future__ import annotations

from functools import partial
from typing import Final

from benchmarks import twins
from benchmarks.pair import Pair, Rows, told
from benchmarks.told import ACTIVATIONS, SKILLS, TEAM, TEAM_NAMES
from benchmarks.twins.shapes import Row
from benchmarks.twins.turns import is_said
from ctxfn import processors
from ctxfn.tokens import REFERENCE_TARIFF, Counter

__all__ = ["PAIRS_OF_HISTORY", "fours"]

#: Tokens that leave out nine messages of ten of a long history.
_BUDGET: Final = 50_000


def fours(text: str) -> int:
    """Count a token for each four characters that have begun."""
    return -(-len(text) // 4)


def _cost(row: Row) -> int:
    """Count a message as the published cases do: its words, names and arguments, and four."""
    calls = [call["function"] for call in row.get("tool_calls", ())]
    asked = "".join(call["name"] + call["arguments"] for call in calls)
    return 4 + fours((row["content"] or "") + asked)


def _fit_tokens(rows: Rows) -> None:
    """Fit *rows* around the system message and what a person said last."""
    last = next(row for row in reversed(rows) if is_said(row))
    twins.fit_tokens(
        rows,
        budget=_BUDGET,
        count=_cost,
        pinned=lambda row: row is last or row.get("role") == "system",
    )


PAIRS_OF_HISTORY: Final[dict[str, Pair]] = {
    "linearise": Pair(processors.linearise(), twins.linearise, "branched"),
    "keep_recent, by eights": Pair(
        processors.keep_recent(groups=200, every=8),
        partial(twins.keep_recent, groups=200, every=8),
    ),
    "keep_recent": Pair(processors.keep_recent(groups=200), partial(twins.keep_recent, groups=200)),
    "keep_messages": Pair(
        processors.keep_messages(count=200), partial(twins.keep_messages, count=200)
    ),
    "fit_budget": Pair(
        processors.fit_budget(
            budget=_BUDGET, counter=Counter("fours", False, fours), tariff=REFERENCE_TARIFF
        ),
        _fit_tokens,
    ),
    "elide_tool_results": Pair(processors.elide_tool_results(json="cut"), twins.elide_tool_results),
    "limit_results": Pair(
        processors.limit_results(window=2_000, json="cut"),
        partial(twins.limit_results, window=2_000),
    ),
    "shrink_arguments": Pair(
        processors.shrink_arguments(), twins.shrink_arguments, "long arguments"
    ),
    "compact": Pair(
        processors.compact(cut=200, summary="They met.", write="message"),
        partial(twins.compact, cut=200, summary="They met."),
    ),
    "trim_stale_results": Pair(
        processors.trim_stale_results(at_least=0),
        partial(twins.trim_stale_results, at_least=0),
        "local",
    ),
    "trim_activations, one result in ten": Pair(
        told(processors.trim_activations(), ACTIVATIONS),
        partial(twins.trim_activations, tools={}, skills=SKILLS),
        "activations",
    ),
    "filter_web_searches": Pair(
        processors.filter_web_searches(), twins.filter_web_searches, "local"
    ),
    "drop_old_reasoning": Pair(
        processors.drop_old_reasoning(), twins.drop_old_reasoning, "thinking"
    ),
    "restore_supervisor": Pair(
        processors.restore_supervisor(), twins.restore_supervisor, "supervised"
    ),
    "flatten_groups, of cards": Pair(processors.flatten_groups(), twins.flatten_groups, "cards"),
    "flatten_tasks, of batches": Pair(processors.flatten_tasks(), twins.flatten_tasks, "tasks"),
    "render_tasks": Pair(processors.render_tasks(), twins.surface_tasks, "tasks"),
    "render_task_callbacks": Pair(
        processors.render_task_callbacks(), twins.surface_callbacks, "tasks"
    ),
    "render_verifications": Pair(processors.render_verifications(), twins.surface_checks, "tasks"),
    "surface_summaries, of cards in cards": Pair(
        processors.surface_summaries(), twins.surface_summaries, "nested"
    ),
    "choose_columns, of cards in cards": Pair(
        processors.choose_columns(), twins.choose_columns, "nested"
    ),
    "flatten_councils, of cards in cards": Pair(
        processors.flatten_councils(), twins.flatten_councils, "nested"
    ),
    "unfold_cards, of cards in cards": Pair(
        processors.unfold_cards(), twins.unfold_cards, "nested"
    ),
    "attribute_agents": Pair(
        told(processors.attribute_agents(), TEAM),
        partial(twins.attribute_agents, names=TEAM_NAMES, current="a"),
        "several",
    ),
    "view_as, of nobody": Pair(
        processors.view_as(agent="nobody", unnamed="other"),
        partial(twins.attribute_agents, names={}, current="nobody", nobody="another agent"),
    ),
    "filter_orchestration": Pair(
        told(processors.filter_orchestration(identifiers=("search",), apis=("web",)), TEAM),
        partial(
            twins.filter_orchestration,
            supervisors=("agt_main",),
            identifiers=("search",),
            apis=("web",),
        ),
        "stored",
    ),
    "drop_handoffs": Pair(
        processors.drop_handoffs(),
        partial(twins.drop_handoffs, names=processors.HANDOFF_NAMES, but=processors.TO_PEOPLE),
        "handed",
    ),
}
