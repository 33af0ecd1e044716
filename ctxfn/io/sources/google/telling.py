"""Write what a page of a list holds, in one shape for all of Google's services."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Annotated, TypeAlias

from ctxfn.io.sources.answers import Answer
from ctxfn.io.sources.net.api import text_of

__all__ = ["Token", "told_object", "told_page"]

Token: TypeAlias = Annotated[str | None, "next_page_token of the page before."]


def told_page(
    key: str,
    found: list[dict[str, object]],
    came: Mapping[str, object],
    remarks: tuple[str, ...] = (),
) -> Answer:
    """Write what was *found* under *key*, and which page is next, if there is one."""
    following = text_of(came.get("nextPageToken"))
    if not found and not following:
        return Answer(remarks=remarks)
    told: dict[str, object] = {key: found}
    if following:
        told["next_page_token"] = following
    return Answer(text=json.dumps(told, ensure_ascii=False), remarks=remarks)


def told_object(value: object) -> Answer:
    """Write one thing."""
    return Answer(text=json.dumps(value, ensure_ascii=False))
