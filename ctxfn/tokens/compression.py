"""When a conversation should be compressed."""

from __future__ import annotations

from attrs import frozen

from ctxfn.arguments import blames_arguments

from .accounting import Accounting
from .errors import UnclearLimit
from .rounded import is_finite, rounded_down

__all__ = ["CompressionDue", "compression_due"]


@frozen
class CompressionDue:
    """Whether to compress: `tokens` is what to show, `adjusted` what was held to `threshold`."""

    due: bool
    tokens: int
    adjusted: int
    threshold: int

    def __bool__(self) -> bool:
        return self.due


@blames_arguments
def compression_due(
    accounting: Accounting, *, window: int = 128_000, ratio: float = 0.5
) -> CompressionDue:
    """Say whether a request takes more than *ratio* of a *window* of tokens.

    Contract:
        Due if the adjusted total is more than the threshold, the share rounded down. What is
        exact is not multiplied, so a wrong estimate may come too early, never too late by more
        than the drift.

    Complexity: O(1).

    Source: LobeHub agent runtime, the compression threshold.

    Examples:
        >>> from ctxfn.messages import chat, user
        >>> from ctxfn.tokens import account, estimate
        >>> told = account(chat(user("word " * 100)), estimate())
        >>> compression_due(told, window=200)
        CompressionDue(due=True, tokens=87, adjusted=109, threshold=100)
        >>> bool(compression_due(told, window=240))
        False
    """
    if not is_finite(ratio):
        raise UnclearLimit("ratio", ratio, "a share of the window, a finite number")
    threshold = rounded_down(window, ratio)
    adjusted = accounting.adjusted
    return CompressionDue(adjusted > threshold, accounting.total, adjusted, threshold)
