"""S606 schema-ref-cycle.

What it does:
    Finds references in parameters for Gemini that lead back to where they stand.

Why it is bad:
    ``parameters`` has no references, so each is written out: one into itself never ends, and
    converters die of it. Some cycles are taken under ``parametersJsonSchema``: there it is a
    warning.

Example:
    ``{"$defs": {"tree": {"properties": {"left": {"$ref": "#/$defs/tree"}}}}, ...}``

Use instead:
    As many levels as are needed, written out.

Fix safety:
    None as a step; repair cuts where the reference comes back, and tells so.

Sources:
    NousResearch/hermes-agent#98928, google/adk-python#3870, google-gemini/gemini-cli#5609.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ctxfn.lint.rule import Found, Rule, Severity
from ctxfn.lint.schemas import outer_schemas, spoken_as_gemini
from ctxfn.wire import Conversation, Profile, cyclic_reference

__all__ = ["schema_ref_cycle"]


def _find(conversation: Conversation, profile: Profile) -> Iterator[Found]:
    for one in outer_schemas(conversation):
        reference = cyclic_reference(one.value)
        if reference is not None:
            level: Severity | None = None if spoken_as_gemini(conversation, one) else "warning"
            found = f"the reference {reference!r} inside what it refers to"
            yield Found(None, found, "schemas that end", one.path, level)


def _severity(profile: Profile) -> Severity | None:
    return "error" if profile.schema_subset == "gemini" else None


schema_ref_cycle: Final = Rule(
    code="S606",
    name="schema-ref-cycle",
    find=_find,
    severity=_severity,
    hint="Write the levels out that are needed.",
    no_fix="A step sees messages alone; repair cuts where the reference comes back.",
)
