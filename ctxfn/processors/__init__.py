"""Processors: steps that change what is already there."""

from __future__ import annotations

from ctxfn.processors.clean import *  # noqa: F403
from ctxfn.processors.reshape import *  # noqa: F403
