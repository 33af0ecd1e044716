"""What the model is told when it is being evaluated, in the system message."""

from __future__ import annotations

from typing import Final

from ctxfn.facts import Evaluation
from ctxfn.slots import SYSTEM, Injector

__all__ = ["evaluation", "render_evaluation"]


def render_evaluation(given: Evaluation) -> str:
    """Write the environment's prompt as it is; blank, nothing is injected.

    Contract:
        The text itself, the same object; nothing in it is escaped: the application wrote it. It
        is data and no template: placeholders in it stay.

    Complexity: O(1).

    Source: LobeHub context-engine, evaluation context.

    Examples:
        >>> render_evaluation(Evaluation("Sandbox run 12. The network is off."))
        'Sandbox run 12. The network is off.'
    """
    return given.prompt


evaluation: Final = Injector("evaluation", SYSTEM, Evaluation, render_evaluation)
