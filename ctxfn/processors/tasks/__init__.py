"""Tasks: what other agents were asked to do, came back with and checked, told to the model."""

from __future__ import annotations

from ctxfn.processors.tasks.flatten_tasks import flatten_tasks
from ctxfn.processors.tasks.render_task_callbacks import render_task_callbacks
from ctxfn.processors.tasks.render_tasks import TASK_TEMPLATE, render_tasks
from ctxfn.processors.tasks.render_verifications import render_verifications

__all__ = [
    "TASK_TEMPLATE",
    "flatten_tasks",
    "render_task_callbacks",
    "render_tasks",
    "render_verifications",
]
