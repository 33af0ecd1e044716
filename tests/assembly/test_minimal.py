"""The minimal pipeline: short, and what comes out is paired."""

from __future__ import annotations

from hypothesis import given

from ctxfn.assembly import ORDER_RULES, Policy, minimal_pipeline
from ctxfn.context import Context
from ctxfn.facts import SystemRole, Variables
from ctxfn.messages import Messages, assistant, call, chat, text_of, tool_result, user
from ctxfn.pipeline import Pipeline, names_of, run
from ctxfn.testing import conversations, unpaired_in


class TestExamples:
    """What it does, step by step."""

    def test_the_list(self) -> None:
        full = minimal_pipeline(Policy(keep_groups=3, budget=1000))

        assert names_of(full) == (
            "drop_empty",
            "keep_recent",
            "system_role",
            "fill_placeholders",
            "pair_tool_results",
            "fit_budget",
            "render_blocks",
            "strip_fields",
        )
        assert Pipeline(full.phases, ORDER_RULES).phases == full.phases

    def test_a_short_history(self) -> None:
        said = chat(user("a"), assistant("", call("c1")), tool_result("c1", "42"), user("b"))
        facts = (SystemRole("You help {{name}}."), Variables((("name", "Ann"),)))

        after = run(minimal_pipeline(Policy(keep_groups=2)), Context.of(said, *facts))

        assert [text_of(node) for node in after.messages] == ["You help Ann.", "", "42", "b"]


class TestProperties:
    """For every conversation of an API."""

    @given(conversations())
    def test_all_is_paired(self, messages: Messages) -> None:
        assert unpaired_in(minimal_pipeline()(messages)) == ()
