"""The steps of a repair: what every target needs, and what this one alone demands."""

from __future__ import annotations

from typing import Final

from ctxfn.front.given import Given
from ctxfn.front.mended_signatures import steps_for_signatures
from ctxfn.front.policies import Policies
from ctxfn.front.stripping import stripping_for
from ctxfn.lint import fitting_ids
from ctxfn.pipeline import AnyStep, Pipeline, phase
from ctxfn.processors import (
    claim_results,
    collapse_batches,
    drop_approvals,
    drop_flagged,
    drop_old_reasoning,
    flatten_groups,
    meet_capabilities,
    mend_names,
    modern_calls,
    names_as_text,
    pair_tool_results,
    place_system,
    restore_supervisor,
    stand_in_parts,
    unfold_cards,
)

__all__ = ["repair_steps"]

_TAKE_APART: Final = (flatten_groups(), restore_supervisor(), unfold_cards(), drop_approvals())


def repair_steps(given: Given, policies: Policies) -> Pipeline:
    """Return the steps that mend what was *given*, in the order in which they need each other.

    Complexity: O(1).

    Source: ours.
    """
    profile = given.profile
    flagged = [drop_flagged(keys=policies.drop_flags)] if policies.drop_flags else []
    pairing = pair_tool_results(
        missing_result=policies.missing_result,
        orphan_result=policies.orphan_result,
        open_calls=policies.open_calls,
    )
    return Pipeline(
        (
            phase("reshape", "only messages can be paired", *_TAKE_APART, *flagged),
            phase(
                "ids",
                "pairing goes by ids, so each call needs one first",
                modern_calls(everywhere="function" not in profile.roles),
                fitting_ids(profile),
                claim_results(),
            ),
            phase("clean", "results belong behind their calls", collapse_batches(), pairing),
            phase("legalize", "what this target alone demands", *_legal(given, policies)),
            phase(
                "strip",
                "last, since earlier steps read what stores know",
                stripping_for(profile.codec),
            ),
        )
    )


def _legal(given: Given, policies: Policies) -> list[AnyStep]:
    profile = given.profile
    legal: list[AnyStep] = [meet_capabilities(), stand_in_parts()]
    if not profile.name_field:
        legal.append(names_as_text())
    elif profile.message_name_pattern is not None or profile.message_name_length is not None:
        pattern, length = profile.message_name_pattern, profile.message_name_length
        legal.append(mend_names(pattern=pattern, length=length))
    if profile.single_system_first or not profile.system_after_answer:
        behind = not profile.single_system_first
        legal.append(place_system(mid_system=policies.mid_system, behind_answers=behind))
    legal += steps_for_signatures(given)
    if profile.reasoning == "signed" and policies.prefix_changed:
        legal.append(drop_old_reasoning())
    return legal
