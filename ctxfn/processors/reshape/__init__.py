"""Reshape: cards become messages a model can read, and other agents' turns a user's."""

from __future__ import annotations

from ctxfn.processors.reshape.as_user import Label
from ctxfn.processors.reshape.attribute import CallsOfOthers
from ctxfn.processors.reshape.attribute_agents import attribute_agents
from ctxfn.processors.reshape.choose_columns import choose_columns
from ctxfn.processors.reshape.drop_handoffs import HANDOFF_NAMES, TO_PEOPLE, drop_handoffs
from ctxfn.processors.reshape.filter_orchestration import (
    ORCHESTRATION_APIS,
    ORCHESTRATION_TOOLS,
    filter_orchestration,
)
from ctxfn.processors.reshape.flatten_councils import flatten_councils
from ctxfn.processors.reshape.flatten_groups import flatten_groups
from ctxfn.processors.reshape.others_of import Whose
from ctxfn.processors.reshape.restore_supervisor import restore_supervisor
from ctxfn.processors.reshape.surface_summaries import surface_summaries
from ctxfn.processors.reshape.unfold import calls_left_out, said_by, unfold
from ctxfn.processors.reshape.unfold_any import unfold_any
from ctxfn.processors.reshape.unfold_cards import unfold_cards
from ctxfn.processors.reshape.view_as import view_as

__all__ = [
    "HANDOFF_NAMES",
    "ORCHESTRATION_APIS",
    "ORCHESTRATION_TOOLS",
    "TO_PEOPLE",
    "CallsOfOthers",
    "Label",
    "Whose",
    "attribute_agents",
    "calls_left_out",
    "choose_columns",
    "drop_handoffs",
    "filter_orchestration",
    "flatten_councils",
    "flatten_groups",
    "restore_supervisor",
    "said_by",
    "surface_summaries",
    "unfold",
    "unfold_any",
    "unfold_cards",
    "view_as",
]
