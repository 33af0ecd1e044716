"""The reduced form of structural cases: what a conversation holds, without its prose.

A case (``structural_<kind>.jsonl``) has an input of UI rows and outputs in reduced form:
roles, ids, traced words (one or two small letters and a number), calls, attachments. This
module brings our records into the same form, so that `reduce_messages(ours, case)` is to be
one of `acceptable(case)`.

What a record cannot tell and no reader of it needs is left out on both sides: whether nothing
was written as null, empty text or an empty list (`emptyList`, an empty `tool_calls`), that an
id was a number, that a stored answer was multimodal JSON text once (`isMultimodal`; it is
parts by now), reactions that name no emoji, and a list of children on a message that is no card.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, TypeAlias

from ctxfn.messages import Messages
from tests.cases.reduced_node import Reduction

__all__ = ["Case", "acceptable", "load_cases", "reduce_messages"]

Case: TypeAlias = dict[str, Any]

_HERE = Path(__file__).parent


def load_cases(name: str) -> list[Case]:
    """Read the cases of ``structural_<name>.jsonl``, but for those skipped by a decision.

    ``skipped_<name>.json`` maps the ids of skipped cases to the reason.
    """
    lines = (_HERE / f"structural_{name}.jsonl").read_text(encoding="utf-8").splitlines()
    skipped_path = _HERE / f"skipped_{name}.json"
    skipped = json.loads(skipped_path.read_text(encoding="utf-8")) if skipped_path.exists() else {}
    cases = [json.loads(line) for line in lines if line]
    unknown = skipped.keys() - {case["id"] for case in cases}
    assert not unknown, f"skipped but not there: {sorted(unknown)}"
    return [case for case in cases if case["id"] not in skipped]


def acceptable(case: Case) -> list[list[dict[str, Any]]]:
    """List the outputs a correct engine may give for *case*, as `reduce_messages` writes them."""
    match case["verdict"]:
        case "right":
            outputs = [case["output"]]
        case "peer-bug":
            outputs = [case["right"], *case.get("alts", ())]
        case _:
            outputs = [case["output"], *case.get("options", ())]
    return [[_told(row) for row in output] for output in outputs]


def reduce_messages(
    messages: Messages, case: Case, *, marks: Mapping[str, str] | None = None
) -> list[dict[str, Any]]:
    """Bring *messages* into the reduced form of *case*.

    *marks* maps texts of ours (the ends of an envelope, a stand-in's sentence) to the three
    marks ``#<``, ``#>`` and ``#s``. Ids we made up become ``<new1>``, ``<new2>``, ... in order.
    """
    reduction = Reduction(case, dict(marks or {}))
    return renumbered([_told(reduction.row(node)) for node in messages], reduction.known_calls)


def renumbered(rows: list[dict[str, Any]], known: frozenset[str]) -> list[dict[str, Any]]:
    """Write call ids that the input does not have as ``<new1>``, ``<new2>``, ... in order."""
    new: dict[str, str] = {}

    def name(call_id: str) -> str:
        if call_id in known:
            return call_id
        return new.setdefault(call_id, f"<new{len(new) + 1}>")

    for row in rows:
        for call in [*row.get("tools", ()), *row.get("tool_calls", ())]:
            call["id"] = name(call["id"])
        if "tool_call_id" in row:
            row["tool_call_id"] = name(row["tool_call_id"])
    return rows


def _told(row: dict[str, Any]) -> dict[str, Any]:
    """Leave out of *row* what a record does not tell."""
    told = {key: value for key, value in row.items() if key not in _UNTOLD}
    if told.get("tool_calls") == []:
        del told["tool_calls"]
    if told.get("role") in ("assistant", "user"):
        told.pop("children", None)
    for call in [told, *told.get("tools", ()), *told.get("tool_calls", ())]:
        for key in ("id", "tool_call_id"):
            if isinstance(call, dict) and isinstance(call.get(key), int):
                call[key] = str(call[key])
    metadata = _told_of(told.pop("metadata", None))
    if metadata:
        told["metadata"] = metadata
    for key in ("children", "members", "tasks", "pinnedMessages"):
        if isinstance(told.get(key), list):
            told[key] = [_told(inner) for inner in told[key] if isinstance(inner, dict)]
    return told


def _told_of(metadata: object) -> dict[str, Any]:
    """Leave out of *metadata* what a record does not tell, and reactions without an emoji."""
    if not isinstance(metadata, dict):
        return {}
    told = {key: value for key, value in metadata.items() if key != "isMultimodal"}
    reactions = told.pop("reactions", None)
    read = [one for one in reactions if one] if isinstance(reactions, list) else []
    return told | ({"reactions": read} if read else {})


_UNTOLD = frozenset({"emptyList", "reasoningMultimodal", "other"})
