"""The machine that measured, in a line."""

from __future__ import annotations

import os
import platform
from pathlib import Path

from pyrsistent import pvector

__all__ = ["extension", "machine", "python"]


def machine() -> str:
    """Describe processor, load and interpreter."""
    load = f"load {os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else "load unknown"
    return f"{_processor()}, {os.cpu_count()} cores, {load}, {platform.system()}, {python()}"


def python() -> str:
    """Name the interpreter."""
    return f"{platform.python_implementation()} {platform.python_version()}"


def extension() -> str:
    """Say whether pyrsistent's vectors are those of its C extension."""
    return "no C" if type(pvector()).__module__.startswith("pyrsistent") else "C"


def _processor() -> str:
    told = Path("/proc/cpuinfo")
    if told.exists():
        for line in told.read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or platform.machine()
