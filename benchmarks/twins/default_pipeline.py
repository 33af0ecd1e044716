"""The whole default pipeline on plain dicts, in place: the rival of the frozen one."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import NamedTuple

from benchmarks.twins.apply_input_template import apply_input_template
from benchmarks.twins.choose_columns import choose_columns
from benchmarks.twins.drop_empty import drop_empty
from benchmarks.twins.facts import File, Todo, render_date, render_knowledge, render_todos
from benchmarks.twins.fill_placeholders import Values, fill_placeholders, fill_text
from benchmarks.twins.filter_disabled_tools import filter_disabled_tools
from benchmarks.twins.fit_tokens import fit_tokens
from benchmarks.twins.flatten_councils import flatten_councils
from benchmarks.twins.flatten_groups import flatten_groups
from benchmarks.twins.flatten_tasks import flatten_tasks
from benchmarks.twins.inject import inject_preamble, inject_system, inject_tail
from benchmarks.twins.keep_recent import keep_recent
from benchmarks.twins.linearise import linearise
from benchmarks.twins.pair_tool_results import OpenCalls, pair_tool_results
from benchmarks.twins.render_calls import render_calls
from benchmarks.twins.render_parts import render_parts
from benchmarks.twins.restore_supervisor import restore_supervisor
from benchmarks.twins.shapes import Row, Rows, is_ours
from benchmarks.twins.show_reactions import show_reactions
from benchmarks.twins.strip_fields import strip_fields
from benchmarks.twins.surface_cards import (
    surface_callbacks,
    surface_checks,
    surface_summaries,
    surface_tasks,
)
from benchmarks.twins.trim_stale_results import trim_stale_results
from benchmarks.twins.write_envelopes import write_envelopes

__all__ = ["Policy", "Situation", "default_pipeline"]


Count = Callable[[Row], int]


class Policy(NamedTuple):
    """What holds for every request of one application."""

    keep_groups: int | None = None
    template: str = ""
    task_template: str = ""
    disabled: Collection[str] = ()
    fill_placeholders_in: Collection[str] = ()
    open_calls: OpenCalls = "answer"
    budget: int | None = None
    tokens_of: Count | None = None


class Situation(NamedTuple):
    """What is known about this request."""

    head: str | None = None
    system_role: str = ""
    values: Values = {}  # noqa: RUF012  (read only)
    knowledge: Sequence[File] = ()
    date: str = ""
    todos: Sequence[Todo] = ()
    vision: bool = True
    supports_tools: bool = True


_PLAIN = Policy()
_NOTHING_KNOWN = Situation()


def default_pipeline(
    rows: Rows, *, policy: Policy = _PLAIN, situation: Situation = _NOTHING_KNOWN
) -> None:
    """Make of a stored history what a provider takes, phase by phase."""
    _history(rows, policy, situation)
    _inject(rows, situation)
    _reshape(rows, policy)
    _content(rows, policy, situation)
    _clean(rows, policy)


def _history(rows: Rows, policy: Policy, situation: Situation) -> None:
    linearise(rows, head=situation.head)
    drop_empty(rows)
    if policy.keep_groups is not None:
        keep_recent(rows, groups=policy.keep_groups)


def _inject(rows: Rows, situation: Situation) -> None:
    inject_system(rows, fill_text(situation.system_role, situation.values))
    inject_preamble(rows, render_knowledge(situation.knowledge))
    if situation.date:
        inject_tail(rows, "date", render_date(situation.date))
    inject_tail(rows, "todo_context", render_todos(situation.todos))


def _reshape(rows: Rows, policy: Policy) -> None:
    surface_summaries(rows)
    choose_columns(rows)
    flatten_councils(rows)
    flatten_groups(rows)
    flatten_tasks(rows)
    surface_tasks(rows, template=policy.task_template)
    restore_supervisor(rows)
    surface_checks(rows)
    surface_callbacks(rows)
    drop_empty(rows)
    trim_stale_results(rows, every=20)


def _content(rows: Rows, policy: Policy, situation: Situation) -> None:
    render_parts(rows, vision=situation.vision)
    render_calls(rows, supports_tools=situation.supports_tools)
    filter_disabled_tools(rows, identifiers=policy.disabled)
    apply_input_template(rows, template=policy.template)
    fill_placeholders(rows, values=situation.values, roles=policy.fill_placeholders_in)
    show_reactions(rows)


def _clean(rows: Rows, policy: Policy) -> None:
    pair_tool_results(rows, open_calls=policy.open_calls)
    write_envelopes(rows)
    if policy.budget is not None and policy.tokens_of is not None:
        _fit(rows, policy.budget, policy.tokens_of)
    strip_fields(rows)


def _fit(rows: Rows, budget: int, count: Count) -> None:
    """Fit *rows*, written as they will be sent, around what has to stay."""
    said = [row for row in rows if row.get("role") == "user" and not is_ours(row)]
    last = said[-1] if said else None
    fit_tokens(
        rows,
        budget=budget,
        count=count,
        pinned=lambda row: row is last or row.get("role") == "system" or is_ours(row),
    )
