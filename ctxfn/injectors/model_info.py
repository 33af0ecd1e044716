"""Which model is reading, how far its knowledge goes, what media it takes itself."""

from __future__ import annotations

from typing import Final

from ctxfn.facts import Model
from ctxfn.slots import SYSTEM, Injector

__all__ = ["model_info", "render_model_info"]


def render_model_info(model: Model) -> str:
    """Write up to three lines: name, knowledge cutoff, media; what is not known is left out.

    Contract:
        All texts are trimmed. The name is given only if there is one for people; its id
        follows in parentheses if it differs. A capability counts only if it is known.

    Complexity: O(1).

    Source: LobeHub context-engine, model info.

    Examples:
        >>> print(render_model_info(Model("acme-2", "Acme Two", None, "2025-09", vision=True)))
        Current model: Acme Two (acme-2)
        Knowledge cutoff: 2025-09
        Native media input: vision=true
        >>> render_model_info(Model("acme-2"))
        ''
    """
    name, known_id = _trimmed(model.display_name), _trimmed(model.id)
    cutoff = _trimmed(model.knowledge_cutoff)
    media = [
        f"{kind}={str(able).lower()}"
        for kind, able in (("vision", model.vision), ("video", model.video), ("audio", model.audio))
        if able is not None
    ]
    suffix = f" ({known_id})" if known_id and known_id != name else ""
    lines = [
        f"Current model: {name}{suffix}" if name else "",
        f"Knowledge cutoff: {cutoff}" if cutoff else "",
        f"Native media input: {', '.join(media)}" if media else "",
    ]
    return "\n".join(line for line in lines if line)


def _trimmed(text: str | None) -> str:
    return (text or "").strip()


model_info: Final = Injector("model_info", SYSTEM, Model, render_model_info)
