"""The command line: `ctxfn assemble`, `check`, `count`, `fit`, `repair` and `demo`."""

from __future__ import annotations

from ctxfn.io.cli.main import main

__all__ = ["main"]
