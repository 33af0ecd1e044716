"""Tell the model what a check of its delivery found."""

from __future__ import annotations

from ctxfn.messages import User, Verification
from ctxfn.pipeline import each_message
from ctxfn.processors.tasks.report import report

__all__ = ["render_verifications"]


@each_message
def render_verifications(card: Verification, /) -> User | None:
    """Turn *card* into a user message with its feedback, or drop it if there is none.

    A check that passed has nothing to say; one that found something asks for an answer, as a
    person does.

    Contract:
        The feedback stands inside ``<delivery_check_feedback>``, escaped
        (`ctxfn.processors.tasks.report`). Media alone are feedback too. A card that is dropped
        is noted.

    Complexity: O(characters).

    Source: LobeHub context-engine, verify messages; it drops feedback stored as parts.

    Examples:
        >>> from ctxfn.messages import Text, chat, text_of
        >>> checked = chat(Verification((Text("The link is dead."),)), Verification())
        >>> [text_of(message) for message in render_verifications(checked)]
        ['<delivery_check_feedback>\\nThe link is dead.\\n</delivery_check_feedback>']
    """
    return report(card, "delivery_check_feedback")
