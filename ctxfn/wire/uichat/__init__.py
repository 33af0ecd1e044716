"""The UI chat tree: rows and cards as an application stores and shows them."""

from __future__ import annotations

from ctxfn.wire.uichat.codec import uichat

__all__ = ["uichat"]
