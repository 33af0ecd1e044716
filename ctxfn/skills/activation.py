"""That somebody wants a skill active, and what a step adds to what was active before."""

from __future__ import annotations

from typing import Literal, TypeAlias

from attrs import frozen

from ctxfn.arguments import blames_arguments
from ctxfn.messages import Mention, Messages, User, last_of, marks_of
from ctxfn.skills.check_texts import check_texts

__all__ = ["Activation", "SkillDelta", "WhoActivates", "skill_delta"]

WhoActivates: TypeAlias = Literal["pin", "mention", "model", "application"]
"""The agent has it pinned, the person named it, the model called the tool, a program decided."""


@frozen
class Activation:
    """A skill by its identifier or its name, to be made active.

    `content` is what it says now; without one it says what it said. `step` is when.

    Raises:
        InvalidSkill: a field holds what is no text.
    """

    skill: str
    content: str | None = None
    by: WhoActivates = "model"
    step: int | None = None

    def __attrs_post_init__(self) -> None:
        check_texts(self, self.skill, texts=("skill",), perhaps=("content",))


@frozen
class SkillDelta:
    """What one step adds, in order."""

    activations: tuple[Activation, ...] = ()


@blames_arguments
def skill_delta(
    messages: Messages, /, *, also: tuple[Activation, ...] = (), step: int | None = None
) -> SkillDelta:
    """Find what this step activates: the skills that the person's last message names.

    Contract:
        Each once, in the order they are named; then *also*, which a program decided.

    Complexity: O(messages behind the person's last one, and its marks).

    Raises:
        InvalidMessages: something there is no message.

    Source: ours. In LobeHub context-engine this delta is always empty, and that of tools lists
    mentions which then do nothing.

    Examples:
        >>> from attrs import evolve
        >>> from ctxfn.messages import chat, user
        >>> asked = evolve(user("merge"), marks=(Mention("pdf", "PDF", "skill"),))
        >>> skill_delta(chat(asked)).activations
        (Activation(skill='pdf', content=None, by='mention', step=None),)
    """
    last = last_of(User, messages, ours=False)
    named = () if last is None else marks_of(Mention, last.node)
    skills = dict.fromkeys(mark.id for mark in named if mark.kind == "skill")
    mentions = (Activation(skill, None, "mention", step) for skill in skills)
    return SkillDelta((*mentions, *also))
