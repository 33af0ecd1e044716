"""How deep data from outside may be, and how long its numbers; beyond it the door says so."""

from __future__ import annotations

from typing import Final

__all__ = ["MAX_CARD_DEPTH", "MAX_CARD_NODES", "MAX_JSON_DEPTH", "TOO_LARGE"]

#: Cards inside cards. Real ones have three or four; at 100, `==`, hash, repr
#: and pickle of CPython still have room to spare in its stack of 1,000 frames.
MAX_CARD_DEPTH: Final = 100

#: Messages and cards that one card holds at any depth, each counted wherever it stands.
MAX_CARD_NODES: Final = 1_000_000

#: Brackets inside brackets of a JSON text, counted before it is parsed.
MAX_JSON_DEPTH: Final = 500

#: Python writes whole numbers of so many digits and no longer ones, and no JSON reader takes them.
TOO_LARGE: Final = 10**4300
