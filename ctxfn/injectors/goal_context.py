"""What the conversation is to achieve, as if the model had asked for it."""

from __future__ import annotations

from typing import Final

from ctxfn.context import Context
from ctxfn.facts import Goal
from ctxfn.injectors.made_pair import with_pair
from ctxfn.messages import enclose, is_blank, tag
from ctxfn.pipeline import idle_without, processor, reads

__all__ = ["goal_context", "render_goal"]

_TOOL: Final = "getGoalContext"
_HINT: Final = "What this conversation is to achieve, and how far it got, as of now."


def render_goal(goal: Goal) -> str:
    """Write the goal, what is asked, the tasks, findings and open decisions; nothing, no text.

    Contract:
        In that order, each only if there is something to say; an overview of the application's
        own stands for all of it, as it is. All other values are escaped.

    Complexity: O(characters).

    Source: LobeHub context-engine, synthetic goal context: what the overview holds, and the
    name of its element.

    Examples:
        >>> from ctxfn.facts import GoalTask
        >>> goal = Goal("Ship", "active", tasks=(GoalTask("test <it>", "done", "T1"),))
        >>> print("\\n".join(render_goal(goal).splitlines()[1:]))
        <goal title="Ship" status="active" />
        <tasks>
        <task id="T1" status="done">test &lt;it&gt;</task>
        </tasks>
        </goal_overview>
        >>> render_goal(Goal())
        ''
    """
    if goal.overview is not None and not is_blank(goal.overview):
        return goal.overview
    sections: list[str] = []
    if goal.title or goal.status:
        sections.append(tag("goal", title=goal.title, status=goal.status))
    if goal.requirement is not None and not is_blank(goal.requirement):
        sections.append(tag("requirement", goal.requirement))
    if goal.tasks:
        tasks = (tag("task", one.title, id=one.id, status=one.status) for one in goal.tasks)
        sections.append(enclose("tasks", *tasks))
    lists = (
        ("findings", "finding", goal.findings),
        ("pending_decisions", "decision", goal.decisions),
    )
    for name, one, texts in lists:
        if texts:
            sections.append(enclose(name, *(tag(one, text) for text in texts)))
    return enclose("goal_overview", *sections, hint=_HINT) if sections else ""


@processor
@reads(Goal)
@idle_without(Goal)
def goal_context(context: Context, /) -> Context:
    """Put a call for the goal, and the goal as it stands, behind what was said last.

    The state of the surroundings arrives as a tool's answer: as a person's words it would look
    like a wish.

    Contract:
        As `onboarding_state`; of the two, whichever is listed first stands first.

    Complexity: O(messages).

    Source: LobeHub context-engine, synthetic goal context, whose ids hold the clock.

    Examples:
        >>> from ctxfn.messages import chat, user
        >>> after = goal_context(Context.of(chat(user("go on")), Goal("Ship")))
        >>> after.messages[1].calls[0].tool, goal_context(after) is after
        ('getGoalContext', True)
    """
    goal = context.get(Goal)
    text = "" if goal is None else render_goal(goal)
    if not text:
        return context
    return context.with_messages(with_pair(context.messages, "goal_context", _TOOL, text))
