"""Write what messages cost as JSON."""

from __future__ import annotations

from ctxfn.tokens import Accounting

__all__ = ["account_object"]


def account_object(told: Accounting, *, added: int) -> dict[str, object]:
    """Write an account as a JSON object; *added*: whether its first place is a system text's."""
    return {
        "total": told.total,
        "exact": told.exact,
        "counter": told.counter,
        "because": told.because,
        "by_source": dict(told.by_source),
        "by_message": list(told.by_message[added:]),
        **({"system_text": told.by_message[0]} if added else {}),
        "by_zone": dict(told.by_zone),
        "estimated": told.estimated,
        "adjusted": told.adjusted,
        "not_counted": [str(one) for one in told.not_counted],
    }
