"""Wording: every sentence a turn shows to the model, as one record."""

from __future__ import annotations

from typing import Final

from attrs import frozen

__all__ = ["WORDING", "Wording"]


@frozen
class Wording:
    """The sentences of a turn; no rule depends on them but for the lead-ins in brackets.

    The `cut_...` marks stand behind what is kept of a text. `digest` leads a group of calls in
    one line, `no_result` stands for a result that is missing, `hint` says that much was cut.
    """

    cut_result: str = "\n[the rest is cut]"
    cut_reasoning: str = "\n[the rest is cut]"
    cut_block: str = "\n[cut here]"
    digest: str = "[历史工具调用] "
    no_result: str = "(no result)"
    hint: str = (
        "[系统提示] Earlier parts of this conversation did not fit and are not shown. Go on from "
        "what is here and the latest request; a summary and the list of tasks, where there are "
        "any, say which steps are still open."
    )


#: The sentences as they are unless an application says them otherwise.
WORDING: Final = Wording()
