"""Whether an item can go by its id: which server made it, and whether that one still has it."""

from __future__ import annotations

import re
from typing import Literal, NamedTuple, TypeAlias

from ctxfn.wire.profiles import Profile

__all__ = ["IdFault", "IdFaultKind", "id_fault"]

IdFaultKind: TypeAlias = Literal["prefix", "charset", "stateless", "reasoning"]


class IdFault(NamedTuple):
    """Why an id is refused: which of the reasons, and what would be right."""

    kind: IdFaultKind
    expected: str


def id_fault(kind: str, id: object, profile: Profile, *, stateless: bool) -> IdFault | None:
    """Say why an item of type *kind* can't be sent with *id*, or ``None`` if it can.

    Contract:
        *stateless*: ids mean nothing, since the server keeps no items.

    Complexity: O(characters).

    Source: catalogue rules ``responses-item-id-prefix``, ``-charset`` and ``-stateless``.

    Examples:
        >>> from ctxfn.wire import profile
        >>> here = profile("openai/responses")
        >>> id_fault("message", "chatcmpl-8", here, stateless=False).kind
        'prefix'
        >>> id_fault("message", "msg_8", here, stateless=False) is None
        True
    """
    if stateless:
        return IdFault("stateless", "ids mean nothing where the server stores nothing")
    prefix = dict(profile.item_id_prefixes).get(kind, "")
    if not isinstance(id, str) or not id.startswith(prefix):
        return IdFault("prefix", f"{profile.name} takes ids that begin with {prefix!r} here")
    pattern = profile.item_id_pattern
    if pattern is not None and re.fullmatch(pattern, id) is None:
        return IdFault("charset", f"{profile.name} takes ids that match {pattern} here")
    return None
