"""The options of `pair_tool_results`, as one value."""

from __future__ import annotations

from typing import Literal, TypeAlias

from attrs import frozen

__all__ = ["LateResult", "MissingResult", "OpenCalls", "OrphanResult", "Rules"]

#: What becomes of a call that has no result.
MissingResult: TypeAlias = Literal["answer", "drop_call"]

#: What becomes of a result that has no call.
OrphanResult: TypeAlias = Literal["drop", "keep_as_text"]

#: What becomes of a further result of a call that has one.
LateResult: TypeAlias = Literal["drop", "replace", "keep_as_text"]

#: What becomes of calls at the very end, which somebody may be about to run.
OpenCalls: TypeAlias = Literal["answer", "leave"]


@frozen
class Rules:
    """The options of `pair_tool_results`."""

    missing: MissingResult
    orphan: OrphanResult
    late: LateResult
    open_calls: OpenCalls
    wording: str
