"""Twice the messages cost twice the work: counted in lines run, not in seconds."""

from __future__ import annotations

import sys
from collections.abc import Callable
from datetime import UTC, datetime
from types import FrameType
from typing import Any

import pytest

from ctxfn.context import Context
from ctxfn.facts import (
    ActivatedTool,
    Activations,
    AdditionalContext,
    AdditionalContexts,
    Clock,
    FetchedHistory,
    ForceFinish,
    Goal,
    Model,
    Onboarding,
    Passage,
    RetrievedDocuments,
    SelectedSkill,
    SelectedSkills,
    Variables,
)
from ctxfn.front import check, repair
from ctxfn.injectors import (
    additional_context,
    context_selections,
    documents_after_first_user,
    documents_as_system,
    documents_at_end,
    documents_before_first_user,
    documents_before_system,
    documents_in_system,
    fetched_history,
    fit_injected,
    force_finish,
    goal_context,
    onboarding_hint,
    onboarding_state,
    replay_snapshots,
    retrieved_documents,
    selected_skills,
)
from ctxfn.messages import Messages, chat, text_of, user
from ctxfn.processors import (
    StaleTools,
    bridge_results,
    choose_columns,
    claim_results,
    collapse_batches,
    compact,
    cut_long_values,
    drop_approvals,
    drop_blank_texts,
    drop_empty,
    drop_empty_contents,
    drop_flagged,
    drop_foreign_signatures,
    drop_foreign_thoughts,
    drop_handoffs,
    drop_last_thoughts,
    drop_lone_reasoning,
    drop_old_reasoning,
    drop_stray_items,
    drop_stray_server_results,
    elide_tool_results,
    end_with_user,
    fill_documents,
    fill_empty_results,
    filter_disabled_tools,
    filter_web_searches,
    fit_budget,
    fit_thoughts,
    flatten_councils,
    flatten_tasks,
    fold_system,
    introduce_documents,
    join_results,
    keep_messages,
    keep_recent,
    lift_media,
    limit_images,
    limit_media,
    limit_results,
    linearise,
    meet_capabilities,
    mend_call_ids,
    mend_items,
    mend_media_types,
    mend_names,
    mend_unicode,
    merge_runs,
    modern_calls,
    name_calls,
    name_documents,
    name_results,
    names_as_text,
    pair_tool_results,
    place_system,
    plain_calls,
    render_blocks,
    render_calls,
    render_parts,
    render_task_callbacks,
    render_tasks,
    render_verifications,
    require_capabilities,
    shrink_arguments,
    sign_calls,
    stand_in_parts,
    start_with_user,
    strip_fields,
    strip_leaked_calls,
    surface_summaries,
    tell_reactions,
    tell_tool_hooks,
    trim_activations,
    trim_last_answer,
    trim_stale_results,
    type_results,
    unfold_cards,
    view_as,
    words_behind_results,
)
from ctxfn.tokens import estimate
from tests.laws.documents import DOCUMENTS
from tests.laws.long_histories import SHAPES

STEPS = (
    compact(cut=1_000_000, summary="So."),
    compact(cut=20, summary="So.", border="turn", write="message", hint="On."),
    limit_results(window=1),
    fit_injected(budget=99, counter=estimate()),
    limit_results(window=1, exempt=("tool",)),
    shrink_arguments(turns=None, longer_than=0, keep=0),
    strip_leaked_calls(),
    fit_budget(budget=2_000, counter=estimate(), unsatisfiable="keep_pinned", hint="On."),
    choose_columns(),
    drop_empty(),
    drop_handoffs(names=("tool",)),
    drop_old_reasoning(),
    documents_after_first_user(),
    documents_as_system(),
    documents_at_end(),
    documents_before_first_user(),
    documents_before_system(),
    documents_in_system(),
    fill_documents(),
    elide_tool_results(turns=1, longer_than=0, head=0, tail=0),
    elide_tool_results(turns=None, keep=1, longer_than=0, exempt=("files",)),
    filter_web_searches(packages=("tool",)),
    filter_web_searches(packages=("tool",), leave="nothing"),
    tell_reactions(),
    tell_tool_hooks(),
    replay_snapshots(),
    onboarding_state(),
    goal_context(),
    onboarding_hint(),
    additional_context(),
    force_finish(),
    context_selections,
    selected_skills,
    trim_activations(),
    trim_stale_results(keep=1, at_least=0, command=0, tools=StaleTools(commands=("tool",))),
    fit_budget(budget=1_000_000, counter=estimate()),
    filter_disabled_tools(identifiers=("tool",)),
    fit_budget(budget=2_000, counter=estimate(), unsatisfiable="keep_pinned"),
    fit_budget(budget=2_000, counter=estimate(), stable=True, unsatisfiable="keep_pinned"),
    fit_budget(budget=3_000, counter=estimate(), start_on="user", unsatisfiable="keep_pinned"),
    flatten_councils(),
    claim_results(),
    drop_approvals(),
    drop_flagged(),
    drop_last_thoughts(),
    limit_images(side=1, many=1, many_side=1),
    mend_media_types(),
    fill_empty_results(),
    introduce_documents(),
    join_results(),
    limit_media(images=0, documents=0),
    name_documents(),
    drop_blank_texts(),
    drop_empty_contents(),
    drop_foreign_signatures(every=True),
    drop_foreign_thoughts(model="other"),
    drop_stray_server_results(),
    cut_long_values(),
    drop_lone_reasoning(),
    drop_stray_items(),
    mend_items(),
    type_results(),
    bridge_results(),
    collapse_batches(),
    fit_thoughts(),
    fit_thoughts(rule="required_with_calls"),
    words_behind_results(),
    place_system(behind_answers=True),
    end_with_user(),
    trim_last_answer(),
    fold_system(),
    keep_messages(count=10),
    keep_recent(groups=10),
    keep_recent(groups=10, every=4),
    lift_media(),
    linearise(),
    meet_capabilities(),
    mend_call_ids(length=16),
    mend_names(pattern="[a-z]", length=1),
    mend_unicode(),
    merge_runs(),
    modern_calls(everywhere=True),
    name_calls(),
    plain_calls(),
    sign_calls(),
    stand_in_parts(),
    name_results(),
    names_as_text(),
    pair_tool_results(),
    pair_tool_results(open_calls="leave"),
    place_system(),
    render_blocks(),
    render_calls(),
    render_parts(vision=False),
    flatten_tasks(),
    render_tasks(),
    render_task_callbacks(),
    render_verifications(),
    require_capabilities(of=("audio",)),
    start_with_user(),
    strip_fields(),
    surface_summaries(),
    unfold_cards(),
    view_as(agent="nobody", unnamed="other"),
)


#: A model that takes little, so that there is something to do.
PLAIN = Model(functions=False, vision=False, audio=False, system=False, developer=False)

NOW = Clock(datetime(2026, 3, 1, tzinfo=UTC))
FACTS = (
    Variables((("name", "value"),)),
    PLAIN,
    Activations((ActivatedTool("tool"),)),
    Onboarding("Summary"),
    Goal("Ship"),
    AdditionalContexts((AdditionalContext("a", "b"), AdditionalContext("c", "d", "stable_prefix"))),
    ForceFinish(),
    SelectedSkills((SelectedSkill("s"),)),
)


def lines_run(work: Callable[[], object]) -> int:
    """Count the lines of Python that *work* runs."""
    count = 0

    def local(frame: FrameType, event: str, argument: object) -> Any:
        nonlocal count
        count += event == "line"
        return local

    before = sys.gettrace()
    sys.settrace(local)
    try:
        work()
    finally:
        sys.settrace(before)
    return count


def growth(work: Callable[[Messages], object], shape: Callable[[int], Messages]) -> float:
    """Return how many times the work grows when the history grows fourfold."""
    small, large = shape(60), shape(240)
    work(shape(3))
    one = lines_run(lambda: work(small))
    return lines_run(lambda: work(large)) / max(one, 1)


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("step", STEPS, ids=repr)
def test_steps_grow_with_the_history_and_no_faster(step: Any, shape: Any) -> None:
    assert growth(lambda messages: step(Context.of(messages, *FACTS, DOCUMENTS, NOW)), shape) < 5


@pytest.mark.parametrize("shape", SHAPES)
def test_fetching_history_grows_with_what_is_fetched_and_said(shape: Any) -> None:
    def work(messages: Messages) -> object:
        return fetched_history(Context.of(messages, FetchedHistory(messages)))

    assert growth(work, shape) < 5


def test_ranking_grows_with_the_passages_and_hardly_faster() -> None:
    def found(passages: int) -> Messages:
        return chat(*(user(f"{n * 7919 % passages}") for n in range(passages)))

    def work(messages: Messages) -> object:
        said = RetrievedDocuments(tuple(Passage("text", int(text_of(node))) for node in messages))
        return retrieved_documents(Context.of(chat(user("so?")), said), at_least=1, count=10)

    assert growth(work, found) < 5


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("verb", [check, repair])
def test_verbs_grow_with_the_history_and_no_faster(verb: Any, shape: Any) -> None:
    assert growth(verb, shape) < 5
