"""JSON inside markup, and the names of a person's account as such."""

from __future__ import annotations

import json
from typing import Final

from ctxfn.facts import Account
from ctxfn.messages import Verbatim, enclose

__all__ = ["account_text", "json_text"]

#: Brackets and the ampersand, as JSON may write them, so that no tag is opened in a text.
_UNICODE: Final = str.maketrans({"<": "\\u003c", ">": "\\u003e", "&": "\\u0026"})

_UNCONFIRMED: Final = (
    "From the person's account, and unconfirmed: ask whether a name is right before you save it."
)


def json_text(value: Verbatim, *, compact: bool) -> str:
    """Write *value* as JSON that opens no tag, on one line or over several; keys are sorted.

    Equal values are written alike, whatever the order of their keys.
    """
    if compact:
        return value.text.translate(_UNICODE)
    try:
        written = json.dumps(value.shared(), ensure_ascii=False, sort_keys=True, indent=2)
    except RecursionError:
        written = value.text
    return written.translate(_UNICODE)


def account_text(account: Account | None) -> str:
    """Write the names of *account* that say something; none, no text."""
    if account is None:
        return ""
    names = {
        "displayName": account.display_name,
        "fullName": account.full_name,
        "username": account.username,
    }
    told = {key: name.strip() for key, name in names.items() if name and name.strip()}
    if not told:
        return ""
    written = json.dumps(told, ensure_ascii=False).translate(_UNICODE)
    return enclose("user_info", _UNCONFIRMED, written)
