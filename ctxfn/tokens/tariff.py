"""What a message costs beside its words."""

from __future__ import annotations

from typing import Final

from attrs import frozen

__all__ = ["REFERENCE_TARIFF", "Tariff"]


@frozen(kw_only=True)
class Tariff:
    """Policy of a count: what is added to the words, and what is left out.

    `model` chooses the formulas of images, sounds, films and documents; `image` overrides
    them with one figure. `joined` counts the words of a message as one text, as a formula by
    length wants it; else each piece by itself. The defaults for messages, names and requests
    are OpenAI's for its chat format, and close for the others.
    """

    model: str = ""
    message: int = 3
    name: int = 1
    call: int = 3
    request: int = 3
    image: int | None = None
    joined: bool = False
    reasoning: bool = True
    ids: bool = False


#: The counting that published trimming cases agree on: with a counter of four characters a
#: token, rounded up, a message costs its text, call names and arguments, and four more.
REFERENCE_TARIFF: Final = Tariff(
    message=4, name=0, call=0, request=0, image=85, joined=True, reasoning=False
)
