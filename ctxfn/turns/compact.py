"""Compact JSON: what is estimated, and what a log is written in."""

from __future__ import annotations

import json
from typing import Final

__all__ = ["compact"]

compact: Final = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode
