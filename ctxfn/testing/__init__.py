"""Testing: Hypothesis strategies for conversations, and laws to hold anybody's things to."""

from __future__ import annotations

from ctxfn.testing.dependency import require_hypothesis

require_hypothesis()

# isort: split
from ctxfn.testing.anthropic import anthropic_requests  # noqa: E402
from ctxfn.testing.bedrock import bedrock_requests  # noqa: E402
from ctxfn.testing.cards import cards, leaf_cards, nodes, roles, too_deep_cards  # noqa: E402
from ctxfn.testing.check_codec import check_codec  # noqa: E402
from ctxfn.testing.check_rule import check_rule  # noqa: E402
from ctxfn.testing.check_slot import SlotLike, check_slot  # noqa: E402
from ctxfn.testing.check_step import check_step  # noqa: E402
from ctxfn.testing.conserving import conserving  # noqa: E402
from ctxfn.testing.contents import calls_in, results_in, texts_in  # noqa: E402
from ctxfn.testing.conversations import conversations  # noqa: E402
from ctxfn.testing.damaged import (  # noqa: E402
    DAMAGES,
    ROW_DAMAGES,
    Damage,
    damaged,
    damaged_rows,
)
from ctxfn.testing.errors import LawBroken, MissingExtra  # noqa: E402
from ctxfn.testing.facts import facts  # noqa: E402
from ctxfn.testing.growing import growing  # noqa: E402
from ctxfn.testing.laws import (  # noqa: E402
    EVERY_STEP,
    Law,
    elsewhere,
    faithful,
    idempotent,
    pure,
    same_object,
    total,
    travels,
)
from ctxfn.testing.nodes import (  # noqa: E402
    assistants,
    messages,
    systems,
    tool_results,
    users,
)
from ctxfn.testing.openai import openai_histories, openai_requests  # noqa: E402
from ctxfn.testing.pieces import (  # noqa: E402
    CALL_IDS,
    ROW_IDS,
    arguments,
    blocks,
    calls,
    marks,
    origins,
    parts,
    reasoning,
    tool_errors,
    tools,
    usages,
)
from ctxfn.testing.promises import paired, unpaired_in, whole_groups  # noqa: E402
from ctxfn.testing.running import AnyChange  # noqa: E402
from ctxfn.testing.shown import shown  # noqa: E402
from ctxfn.testing.talks import talks  # noqa: E402
from ctxfn.testing.texts import HOSTILE, extras, hostile_texts, json_values, texts, verbatims  # noqa: E402
from ctxfn.testing.traced import traced  # noqa: E402
from ctxfn.testing.trees import trees  # noqa: E402
from ctxfn.testing.words import KINDS, Kind  # noqa: E402

__all__ = [
    "CALL_IDS",
    "DAMAGES",
    "EVERY_STEP",
    "HOSTILE",
    "KINDS",
    "ROW_DAMAGES",
    "ROW_IDS",
    "AnyChange",
    "Damage",
    "Kind",
    "Law",
    "LawBroken",
    "MissingExtra",
    "SlotLike",
    "anthropic_requests",
    "arguments",
    "assistants",
    "bedrock_requests",
    "blocks",
    "calls",
    "calls_in",
    "cards",
    "check_codec",
    "check_rule",
    "check_slot",
    "check_step",
    "conserving",
    "conversations",
    "damaged",
    "damaged_rows",
    "elsewhere",
    "extras",
    "facts",
    "faithful",
    "growing",
    "hostile_texts",
    "idempotent",
    "json_values",
    "leaf_cards",
    "marks",
    "messages",
    "nodes",
    "openai_histories",
    "openai_requests",
    "origins",
    "paired",
    "parts",
    "pure",
    "reasoning",
    "require_hypothesis",
    "results_in",
    "roles",
    "same_object",
    "shown",
    "systems",
    "talks",
    "texts",
    "texts_in",
    "too_deep_cards",
    "tool_errors",
    "tool_results",
    "tools",
    "total",
    "traced",
    "travels",
    "trees",
    "unpaired_in",
    "usages",
    "users",
    "verbatims",
    "whole_groups",
]
