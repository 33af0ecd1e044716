"""The model that will read the request."""

from __future__ import annotations

from typing import ClassVar, Literal

from attrs import frozen

from ctxfn.facts.check_fields import check_fields

__all__ = ["Model"]


@frozen
class Model:
    """What is known about the model; a capability that is ``None`` is not known.

    `functions`: it can call tools. `system` and `developer`: it reads messages of that role.
    `knowledge_cutoff` is text, as its maker writes it.
    """

    CHANGES: ClassVar[Literal["never", "turn", "step"]] = "turn"

    id: str | None = None
    display_name: str | None = None
    provider: str | None = None
    knowledge_cutoff: str | None = None
    vision: bool | None = None
    video: bool | None = None
    audio: bool | None = None
    functions: bool | None = None
    system: bool | None = None
    developer: bool | None = None

    __attrs_post_init__ = check_fields
