"""Exit codes; none of these, and all is clean."""

from __future__ import annotations

from typing import Final

__all__ = ["BROKEN_PIPE", "FOUND", "INTERRUPTED", "MISUSE"]

#: At least one finding is an error.
FOUND: Final = 1

#: The caller has to change something.
MISUSE: Final = 2

#: As shells report a process that SIGINT or SIGPIPE ended.
INTERRUPTED: Final = 130
BROKEN_PIPE: Final = 141
