"""The state of a welcome and the goal, as answers of tools."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given

from ctxfn.context import Context
from ctxfn.facts import Account, Goal, GoalTask, InvalidFact, Onboarding
from ctxfn.injectors import (
    goal_context,
    onboarding_state,
    render_goal,
    render_onboarding_state,
    replay_snapshots,
)
from ctxfn.messages import (
    Assistant,
    Messages,
    Text,
    ToolResult,
    ToolSnapshot,
    User,
    assistant,
    call,
    chat,
    freeze,
    text_of,
    tool_result,
    user,
)
from ctxfn.testing import conversations, unpaired_in
from tests.injectors.hostile_values import HOSTILE, SPOKEN, parsed

WELCOME = Onboarding("Phase: Discovery")


def roles(messages: Messages) -> list[str | None]:
    return [node.origin.ours or node.role for node in messages]


class TestOnboardingText:
    """Guidance, documents, names."""

    def test_all_of_it(self) -> None:
        account = Account(" Ana <3 ", "", "ana & co")

        assert render_onboarding_state(
            Onboarding("Be <kind>.", "# M < N", "P", account=account)
        ) == (
            "Be <kind>.\n\n"
            "<current_soul_document>\n# M &lt; N\n</current_soul_document>\n\n"
            "<current_user_persona>\nP\n</current_user_persona>\n\n"
            "<user_info>\nFrom the person's account, and unconfirmed: ask whether a name is right "
            'before you save it.\n{"displayName": "Ana \\u003c3", "username": "ana \\u0026 co"}\n'
            "</user_info>"
        )

    @pytest.mark.parametrize(
        "known",
        [
            Onboarding("G"),
            Onboarding("G", " ", ""),
            Onboarding("G", account=Account()),
            Onboarding("G", account=Account(" ", "")),
        ],
    )
    def test_what_is_missing_is_left_out(self, known: Onboarding) -> None:
        assert render_onboarding_state(known) == "G"

    @pytest.mark.parametrize("value", SPOKEN)
    def test_values_come_back(self, value: str) -> None:
        known = Onboarding("G", value, value, account=Account(value))
        soul, persona, info = parsed(render_onboarding_state(known))
        names = json.loads((info.text or "").strip().splitlines()[1])

        assert (soul.text, persona.text) == (f"\n{value}\n", f"\n{value}\n")
        assert names == {"displayName": value.strip()}


class TestGoalText:
    """An overview made of its pieces, or the application's own."""

    def test_all_of_it(self) -> None:
        goal = Goal(
            "Ship",
            "active",
            "by <May>",
            (GoalTask("test"), GoalTask("write", "done", "T1")),
            ("found it",),
            ("which day?",),
        )

        assert render_goal(goal) == (
            '<goal_overview hint="What this conversation is to achieve, and how far it got, as of '
            'now.">\n'
            '<goal title="Ship" status="active" />\n'
            "<requirement>by &lt;May&gt;</requirement>\n"
            '<tasks>\n<task>test</task>\n<task id="T1" status="done">write</task>\n</tasks>\n'
            "<findings>\n<finding>found it</finding>\n</findings>\n"
            "<pending_decisions>\n<decision>which day?</decision>\n</pending_decisions>\n"
            "</goal_overview>"
        )

    def test_an_overview_of_the_application_stands_for_it(self) -> None:
        assert render_goal(Goal("Ship", overview="<all/>")) == "<all/>"
        assert render_goal(Goal(overview=" ", requirement=" ")) == ""

    @pytest.mark.parametrize("value", SPOKEN)
    def test_values_come_back(self, value: str) -> None:
        goal = Goal(value, value, value, (GoalTask(value, value, value),), (value,), (value,))
        (tree,) = parsed(render_goal(goal))

        texts = [one.text for one in tree.iter() if one.tag in ("requirement", "task", "finding")]
        assert texts == [value, value, value]
        assert tree.findtext("pending_decisions/decision") == value

    def test_wrong_values_are_refused(self) -> None:
        with pytest.raises(InvalidFact, match=r"Goal: field findings\[0\]: found 7"):
            Goal(findings=(7,))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("step", "fact"),
    [(onboarding_state, WELCOME), (goal_context, Goal("Ship"))],
    ids=["onboarding_state", "goal_context"],
)
class TestPlace:
    """Right behind the last thing a person said."""

    def placed(self, step: Any, fact: object, messages: Messages) -> list[str | None]:
        ours = step.__name__
        return [
            "X" if one == ours else one for one in roles(step(Context.of(messages, fact)).messages)
        ]

    def test_in_a_running_turn(self, step: Any, fact: object) -> None:
        said = chat(user("a"), assistant(call("c1")), tool_result("c1", "42"))

        assert self.placed(step, fact, said) == ["user", "X", "X", "assistant", "tool"]

    def test_where_nobody_spoke_there_is_none(self, step: Any, fact: object) -> None:
        context = Context.of(chat(assistant("a")), fact)

        assert step(context) is context

    def test_it_moves_when_somebody_speaks(self, step: Any, fact: object) -> None:
        once = step(Context.of(chat(user("a")), fact)).messages
        again = once.extend([assistant("b"), user("c")])

        assert self.placed(step, fact, again) == ["user", "assistant", "user", "X", "X"]

    def test_it_stands_behind_what_local_tools_showed(self, step: Any, fact: object) -> None:
        seen = ToolSnapshot(freeze({"toolCallId": "s", "identifier": "f", "apiName": "read"}))
        said = replay_snapshots(chat(User((Text("a"),), marks=(seen,)), assistant("b")))

        assert self.placed(step, fact, said) == ["user", "assistant", "tool", "X", "X", "assistant"]

    def test_its_call_is_answered(self, step: Any, fact: object) -> None:
        after = step(Context.of(chat(user("a")), fact)).messages

        assert unpaired_in(after) == ()
        assert isinstance(after[1], Assistant)
        assert isinstance(after[2], ToolResult)
        assert after[1].calls[0].arguments == "{}"

    @given(conversations())
    def test_the_same_is_the_same(self, step: Any, fact: object, messages: Messages) -> None:
        once = step(Context.of(messages, fact))

        assert step(once) is once

    def test_nothing_to_tell_is_the_same_context(self, step: Any, fact: object) -> None:
        for known in ((), (Onboarding(), Goal())):
            context = Context.of(chat(user("a")), *known)
            assert step(context) is context


class TestBoth:
    """One behind the other, in the order in which they came."""

    def test_the_first_stands_first_and_stays(self) -> None:
        context = Context.of(chat(user("a")), WELCOME, Goal("Ship"))
        both = onboarding_state(goal_context(context))

        assert roles(both.messages) == ["user", *["goal_context"] * 2, *["onboarding_state"] * 2]
        assert onboarding_state(goal_context(both)) is both

    def test_a_change_stands_in_the_same_place(self) -> None:
        context = Context.of(chat(user("a")), WELCOME, Goal("Ship"))
        both = onboarding_state(goal_context(context))
        after = goal_context(both.tell(Goal("Ship", "done")))

        assert roles(after.messages) == roles(both.messages)
        assert 'status="done"' in text_of(after.messages[2])
        assert all(after.messages[place] is both.messages[place] for place in (0, 1, 3, 4))

    @pytest.mark.parametrize("value", HOSTILE)
    def test_whatever_they_hold(self, value: str) -> None:
        known = (Onboarding(value or "x", value, value), Goal(value, findings=(value,)))
        both = onboarding_state(goal_context(Context.of(chat(user("a")), *known)))

        assert unpaired_in(both.messages) == ()
