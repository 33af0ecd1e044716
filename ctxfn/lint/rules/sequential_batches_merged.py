"""T112 sequential-batches-merged.

What it does:
    Finds results of an earlier step among those right behind the calls of a later one.

Why it is bad:
    Each step of calls is answered by a turn of its own. A turn that answers two of them is
    refused, for it has more results than the step in front of it has calls.

Example:
    ``chat(assistant(call("c1")), user("go on"), assistant(call("c2")), tool_result("c1", "42"),
    tool_result("c2", "43"))``

Use instead:
    ``chat(assistant(call("c1")), tool_result("c1", "42"), user("go on"), assistant(call("c2")),
    tool_result("c2", "43"))``

Fix safety:
    Safe: each result moves behind its call.

Sources:
    GoogleCloudPlatform/generative-ai#368.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ctxfn.lint.reading import all_in_place, faulty_pairing, runs_of_results
from ctxfn.lint.rule import Found, Rule, Severity
from ctxfn.messages import Assistant, Pairing
from ctxfn.processors import pair_tool_results
from ctxfn.wire import Conversation, Profile

__all__ = ["sequential_batches_merged"]


def _find(conversation: Conversation, profile: Profile) -> Iterator[Found]:
    messages = conversation.messages
    steps = _steps_of(faulty_pairing(messages))
    ends = runs_of_results(messages)
    for index, message in enumerate(messages):
        if not isinstance(message, Assistant) or not message.calls:
            continue
        results = range(index + 1, ends[index])
        if not any(steps.get(place) == index for place in results):
            continue
        for place in results:
            step = steps.get(place)
            if step is not None and step < index:
                found = f"a result of messages[{step}] among those of messages[{index}]"
                yield Found(place, found, "results of one step alone", ("tool_call_id",))


def _steps_of(pairing: Pairing) -> dict[int, int]:
    """Return for each result that came first for its call the place of the answer that called."""
    return {results[0]: place.message for place, results in pairing.answers.items() if results}


def _severity(profile: Profile) -> Severity | None:
    return "error" if profile.results_counted else None


sequential_batches_merged: Final = Rule(
    code="T112",
    name="sequential-batches-merged",
    find=_find,
    severity=_severity,
    hint="Send the results of a step before the next step.",
    fix=pair_tool_results(),
    fix_safety="safe",
    unless=all_in_place,
)
