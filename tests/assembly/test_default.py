"""The default pipeline: its order and the reasons, edits by value, and that it is a value."""

from __future__ import annotations

import pickle
from typing import Any, NamedTuple

import pytest
from attrs import evolve

from ctxfn.assembly import ORDER_RULES, Policy, default_pipeline
from ctxfn.context import Context
from ctxfn.facts import FetchedHistory, SystemRole, Todo, TodoList
from ctxfn.injectors import fit_injected, system_role, todo_list
from ctxfn.messages import assistant, chat, text_of, user
from ctxfn.pipeline import MustFollow, OrderError, UnknownStep, must_follow, names_of, needs, run
from ctxfn.processors import (
    HANDOFF_NAMES,
    apply_input_template,
    drop_handoffs,
    drop_old_reasoning,
    elide_tool_results,
    filter_disabled_tools,
    filter_web_searches,
    fit_budget,
    keep_recent,
    limit_results,
    render_blocks,
    require_capabilities,
    shrink_arguments,
    strip_fields,
)
from ctxfn.slots import LAST_USER

#: With every step that a policy can ask for.
FULL = default_pipeline(
    Policy(
        keep_groups=3,
        budget=10**6,
        input_template="{{text}}",
        disabled_tools=("web",),
        drop_handoffs=HANDOFF_NAMES,
        refuse_without=("vision",),
        result_turns=3,
        argument_turns=3,
        injected_budget=9_000,
        window=8192,
        reasoning_turns=1,
        old_searches="line",
    )
)


class Pair(NamedTuple):
    """Two steps of a rule."""

    later: Any
    earlier: Any
    first: bool
    last: bool

    def __str__(self) -> str:
        return f"{_name(self.later)} after {_name(self.earlier)}"


def _name(step: Any) -> str:
    return str(getattr(step, "name", None) or step.__name__)


def _pair(rule: MustFollow, later: int, earlier: int) -> Pair:
    return Pair(rule.later[later], rule.earlier[earlier], rule.first, rule.last)


#: Of each rule the first and the last step it names; that all others count too, it says itself.
PAIRS = list(
    {
        str(pair): pair for rule in ORDER_RULES for pair in (_pair(rule, 0, -1), _pair(rule, -1, 0))
    }.values()
)


class TestOrder:
    """The list is the order; each rule refuses a list that breaks it, and says why."""

    def test_the_list_is_the_order(self) -> None:
        assert [(one.name, [*names_of_steps(one.steps)]) for one in FULL.phases] == [
            ("history", ["fetched_history", "linearise", "drop_empty", "keep_recent"]),
            (
                "system",
                [
                    "fill_documents",
                    "documents_before_system",
                    "system_role",
                    "connector_ownership",
                    "project_instructions",
                    "agent_identity",
                    "agent_accounts",
                    "evaluation",
                    "bot_platform",
                    "model_info",
                    "workspace",
                    "skills",
                    "tool_instructions",
                    "history_summary",
                    "documents_in_system",
                    "documents_as_system",
                ],
            ),
            (
                "preamble",
                [
                    "memory",
                    "expertise",
                    "team",
                    "discord",
                    "plan",
                    "knowledge",
                    "documents_before_first_user",
                    "skill_list",
                    "tool_discovery",
                    "edited_agent",
                    "agent_directory",
                    "edited_team",
                    "onboarding",
                    "retrieved_documents",
                ],
            ),
            (
                "user",
                [
                    "active_document",
                    "skill_import_route",
                    "selected_skills",
                    "selected_tools",
                    "context_selections",
                    "page_selections",
                    "open_page",
                    "open_tasks",
                    "topic_references",
                    "documents_after_first_user",
                    "replay_snapshots",
                    "mentioned_agents",
                    "goal_context",
                    "onboarding_state",
                    "onboarding_hint",
                    "additional_context",
                    "page_edits",
                    "date",
                    "todo_list",
                    "documents_at_end",
                ],
            ),
            (
                "reshape",
                [
                    "surface_summaries",
                    "choose_columns",
                    "flatten_councils",
                    "flatten_groups",
                    "flatten_tasks",
                    "render_tasks",
                    "restore_supervisor",
                    "render_verifications",
                    "render_task_callbacks",
                    "unfold_cards",
                    "tell_tool_hooks",
                    "filter_orchestration",
                    "drop_handoffs",
                    "attribute_agents",
                    "drop_empty",
                    "trim_activations",
                    "trim_stale_results",
                    "filter_web_searches",
                    "elide_tool_results",
                    "limit_results",
                    "shrink_arguments",
                    "drop_old_reasoning",
                ],
            ),
            (
                "content",
                [
                    "require_capabilities",
                    "apply_input_template",
                    "fill_placeholders",
                    "tell_reactions",
                    "render_parts",
                    "render_calls",
                ],
            ),
            (
                "clean",
                [
                    "filter_disabled_tools",
                    "pair_tool_results",
                    "force_finish",
                    "fit_injected",
                    "fit_budget",
                    "render_blocks",
                    "meet_capabilities",
                    "strip_fields",
                ],
            ),
        ]

    def test_a_policy_that_asks_for_little_has_few_steps(self) -> None:
        asked = FULL.without(
            apply_input_template,
            drop_handoffs,
            filter_disabled_tools,
            fit_budget,
            fit_injected,
            keep_recent,
            require_capabilities,
            filter_web_searches,
            elide_tool_results,
            limit_results,
            shrink_arguments,
            drop_old_reasoning,
        )

        assert names_of(default_pipeline()) == names_of(asked)

    def test_zero_groups_are_asked_for(self) -> None:
        assert "keep_recent" in names_of(default_pipeline(Policy(keep_groups=0)))

    def test_each_phase_has_a_reason(self) -> None:
        assert all(one.because.strip() for one in FULL.phases)

    @pytest.mark.parametrize("pair", PAIRS, ids=str)
    def test_a_rule_refuses_the_other_order_and_says_why(self, pair: Pair) -> None:
        rule = must_follow(pair.later, pair.earlier, because="so", first=pair.first, last=pair.last)
        later = tuple(evolve(FULL, rules=()).only(pair.later))
        alone = evolve(FULL, rules=(rule,))

        with pytest.raises(OrderError) as refused:
            alone.without(pair.later).before(pair.earlier, *later)

        assert str(pair) == f"{refused.value.later} after {refused.value.earlier}"

    @pytest.mark.parametrize("pair", PAIRS, ids=str)
    def test_so_does_the_pipeline_with_all_of_them(self, pair: Pair) -> None:
        later = tuple(FULL.only(pair.later))

        with pytest.raises(OrderError):
            FULL.without(pair.later).before(pair.earlier, *later)

    def test_no_pair_is_ruled_twice(self) -> None:
        pairs = [
            (_name(later), _name(earlier), rule.first, rule.last)
            for rule in ORDER_RULES
            for later in rule.later
            for earlier in rule.earlier
        ]

        assert len(set(pairs)) == len(pairs)


class TestEdits:
    """Anyone may change it, from outside, and gets another one."""

    def test_a_step_of_ones_own_goes_in(self) -> None:
        def shout(context: Context) -> Context:
            return context

        edited = FULL.before(render_blocks, shout)

        assert names_of(edited)[-4:] == (
            "shout",
            "render_blocks",
            "meet_capabilities",
            "strip_fields",
        )
        assert "shout" not in names_of(FULL)

    def test_an_injector_moves_to_another_slot(self) -> None:
        said = chat(user("one"), assistant("two"))
        moved = default_pipeline().replace(todo_list, todo_list.at(LAST_USER))

        after = run(moved, Context.of(said, TodoList((Todo("read"),)))).messages

        assert [message.role for message in after] == ["user", "assistant"]
        assert "<todo " in text_of(after[0])

    def test_what_is_not_there_cannot_be_replaced(self) -> None:
        with pytest.raises(UnknownStep):
            default_pipeline().replace(fit_budget, fit_budget(budget=7))

    def test_without_its_last_step_keys_of_a_store_stay(self) -> None:
        said = chat(user("one", id="m1"))

        assert run(default_pipeline().without(strip_fields), Context(said)).messages[0].id == "m1"
        assert run(default_pipeline(), Context(said)).messages[0].id is None


class TestValue:
    """It is a constant: it compares, hashes, prints, travels."""

    def test_equal_policies_make_equal_pipelines(self) -> None:
        assert default_pipeline() == default_pipeline(Policy())
        assert default_pipeline(Policy(keep_groups="4")) == default_pipeline(Policy(keep_groups=4))
        assert default_pipeline(Policy(keep_groups=4)) != default_pipeline(Policy(keep_groups=5))
        assert hash(default_pipeline(Policy(budget=9))) == hash(default_pipeline(Policy(budget=9)))

    @pytest.mark.parametrize("pipeline", [default_pipeline(), FULL], ids=["plain", "full"])
    def test_it_comes_out_of_a_pickle_as_it_went_in(self, pipeline: object) -> None:
        arrived = pickle.loads(pickle.dumps(pipeline))

        assert arrived == pipeline
        assert repr(arrived) == repr(pipeline)

    def test_its_print_shows_the_options_and_no_address(self) -> None:
        written = repr(FULL)

        assert "keep_recent(groups=3)" in written
        assert " at 0x" not in written

    def test_it_says_which_facts_it_reads(self) -> None:
        read = {kind.__name__ for kind in needs(default_pipeline())}

        assert read > {"SystemRole", "Clock", "TodoList", "Variables", "Team", "Profile", "Toolset"}
        assert needs(default_pipeline())[0] is FetchedHistory

    def test_without_facts_a_plain_history_is_itself(self) -> None:
        said = chat(user("one"), assistant("two"))

        assert run(FULL.without(apply_input_template), Context(said)).messages is said

    def test_facts_go_where_their_injectors_say(self) -> None:
        said = chat(user("one"))

        after = run(default_pipeline(), Context.of(said, SystemRole("Be brief."))).messages

        assert [(message.role, text_of(message)) for message in after] == [
            ("system", "Be brief."),
            ("user", "one"),
        ]

    def test_a_step_is_found_by_factory_or_value(self) -> None:
        assert tuple(FULL.only(system_role, keep_recent, fit_budget(budget=10**6, reserve=0))) == (
            keep_recent(groups=3),
            system_role,
            fit_budget(budget=10**6, reserve=0),
        )


def names_of_steps(steps: tuple[object, ...]) -> tuple[str, ...]:
    return tuple(str(getattr(step, "name", "")) for step in steps)
