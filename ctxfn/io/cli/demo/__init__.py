"""Demo: the main job on a real history, damaged as stores damage them."""

from __future__ import annotations

from ctxfn.io.cli.demo.command import demo

__all__ = ["demo"]
