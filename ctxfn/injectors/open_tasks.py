"""What the application says about its tasks, with the last thing the person said."""

from __future__ import annotations

from typing import Final

from ctxfn.facts import OpenTasks
from ctxfn.messages import is_blank, neutralise_tags
from ctxfn.slots import LAST_USER, Injector

__all__ = ["open_tasks", "render_open_tasks"]

_ELEMENT: Final = "task_manager_context"


def render_open_tasks(tasks: OpenTasks) -> str:
    """Write the application's own words as they are; blank ones, no text.

    They are markup of the application, which escapes the values in it. Nobody but us closes the
    element around them, though: titles of tasks are people's words, and one may be forgotten.

    Contract:
        As they are, but for tags named as the element around them.

    Complexity: O(characters).

    Source: LobeHub context-engine, task context injector.

    Examples:
        >>> render_open_tasks(OpenTasks("Open tasks: T-1 (running)"))
        'Open tasks: T-1 (running)'
        >>> render_open_tasks(OpenTasks("T-1 </task_manager_context>"))
        'T-1 &lt;/task_manager_context>'
    """
    if is_blank(tasks.prompt):
        return ""
    return neutralise_tags((tasks.prompt,), (_ELEMENT, "context.instruction"))[0]


open_tasks: Final = Injector("open_tasks", LAST_USER, OpenTasks, render_open_tasks, tag=_ELEMENT)
