"""Tell the model that a task it started is finished."""

from __future__ import annotations

from ctxfn.messages import TaskCallback, User, is_blank
from ctxfn.pipeline import each_message
from ctxfn.processors.tasks.report import report

__all__ = ["render_task_callbacks"]


@each_message
def render_task_callbacks(card: TaskCallback, /) -> User | None:
    """Turn *card* into a user message with what the task came back with, or drop it if that is nothing.

    Contract:
        The words stand inside ``<task_result>``, which names the task and how it ended; all
        of it is escaped (`ctxfn.processors.tasks.report`). A task without a name is ``task``,
        one of which nobody says how it ended is ``done``. A store's id of the task goes into
        the mark, not into the text. A card that is dropped is noted.

    Complexity: O(characters).

    Source: LobeHub context-engine, task callbacks; it escapes nothing, and drops what is
    stored as parts.

    Examples:
        >>> from ctxfn.messages import Text, chat, text_of
        >>> called = TaskCallback((Text("It rains."),), 'look "out"', "completed")
        >>> print(text_of(render_task_callbacks(chat(called))[0]))
        <task_result task="look &quot;out&quot;" status="completed">
        It rains.
        </task_result>
    """
    task = "task" if is_blank(card.identifier) else card.identifier
    status = "done" if is_blank(card.reason) else card.reason
    return report(card, "task_result", card.task_id, task=task, status=status)
