"""What of a pipeline runs on its own, and what its failure does."""

from __future__ import annotations

from collections.abc import Iterator

from ctxfn.pipeline.phase import AnyStep, as_step
from ctxfn.pipeline.pipeline import OnError, Pipeline

__all__ = ["rule_of", "units"]


def units(
    pipeline: AnyStep, on_error: OnError, within: str = ""
) -> Iterator[tuple[str, AnyStep, OnError]]:
    """Yield phase and step of what runs on its own, and what its failure does.

    A nested pipeline whose failures end it runs as one where failures are skipped: all of it
    counts, or nothing.

    Complexity: O(steps).
    """
    if not isinstance(pipeline, Pipeline):
        yield within, as_step(pipeline), on_error
        return
    for one in pipeline.phases:
        name = f"{within}/{one.name}" if within else one.name
        for step in one.steps:
            inside = rule_of(step, None) if isinstance(step, Pipeline) else on_error
            if on_error == "skip" and inside == "raise":
                yield name, step, on_error
            else:
                yield from units(step, inside, name)


def rule_of(pipeline: AnyStep, on_error: OnError | None) -> OnError:
    """Say what failures do: as the caller says, else as the pipeline itself says."""
    own = pipeline.on_error if isinstance(pipeline, Pipeline) else None
    return on_error or own or "raise"
