"""Jobs that other libraries do as well, and how each of them does them."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Final, NamedTuple

from benchmarks import peer_ways as ways
from benchmarks.peer_ways import BUDGET, Rows, as_rows

__all__ = ["JOBS", "Job", "Rows", "Way"]


def _same(rows: Rows) -> Rows:
    return rows


class Way(NamedTuple):
    """How one library does a job.

    `ready` imports it and gives what is timed; `given` makes what that takes of fresh dicts,
    outside the time; `rows` reads what came out, where that is comparable.
    """

    whose: str
    ready: Callable[[], Callable[[Any], object]]
    given: Callable[[Rows], Any] = _same
    rows: Callable[[Any], Rows | None] = as_rows


class Job(NamedTuple):
    """One job, said so that a reader can tell what differs, on a history with some *damage*."""

    name: str
    says: str
    ways: tuple[Way, ...]
    damage: float = 0.0


JOBS: Final = (
    Job(
        f"fit {BUDGET:,} tokens, four characters each",
        "Keep the system message and the latest of the rest. All count with a function of the "
        "benchmark's own, on a history that was not counted before. langchain-core begins with "
        "a person's words and counts words alone, not calls; turnsafe drops whole turns; "
        "litellm has no counter of one's own, see the next job.",
        (
            Way("ctxfn, records", ways.fit_records_estimated, ways.read_chat),
            Way("ctxfn, dicts to dicts", ways.fit_dicts_estimated),
            Way("langchain-core, its messages", ways.langchain_fit, ways.langchain_read),
            Way("langchain-core, dicts to dicts", ways.langchain_fit_dicts),
            Way("turnsafe", ways.turnsafe_fit),
        ),
    ),
    Job(
        f"fit {BUDGET:,} tokens, counted exactly",
        "The same, counted in o200k_base by each library's own means, or by tiktoken where it "
        "takes a counter. litellm shortens the message that does not fit, does not look whether a "
        "call keeps its result, and counts all it keeps anew with each message it adds.",
        (
            Way("ctxfn, records", ways.fit_records_exact, ways.read_chat),
            Way("ctxfn, records counted before", ways.fit_records_exact, ways.read_and_counted),
            Way(
                "langchain-core, its messages",
                partial(ways.langchain_fit, exact=True),
                ways.langchain_read,
            ),
            Way("turnsafe", partial(ways.turnsafe_fit, exact=True)),
            Way("litellm", ways.litellm_fit),
        ),
    ),
    Job(
        "mend calls and results, one message in twenty damaged",
        "Results that are lost, late, doubled or of no call. turnsafe writes a stand-in for what "
        "is lost as well; ctxfn's `repair` looks for all that the API refuses, which is 111 "
        "rules more; langchain-core and litellm do not mend.",
        (
            Way("ctxfn, `pair_tool_results` on records", ways.pair_records, ways.read_chat),
            Way("ctxfn, the same, dicts to dicts", ways.pair_dicts),
            Way("ctxfn, `repair(to=)`", ways.repair_dicts),
            Way("turnsafe, `repair`", ways.turnsafe_repair),
        ),
        damage=0.05,
    ),
    Job(
        "a chat request for Anthropic",
        "Dicts to dicts. litellm translates; ctxfn also mends what Anthropic refuses, and tells "
        "what could not be said.",
        (
            Way("ctxfn, `convert`", ways.convert_dicts, rows=ways.nothing),
            Way("litellm", ways.litellm_convert, rows=ways.nothing),
        ),
    ),
    Job(
        "dicts to records and back",
        "What comes back is byte for byte what was given from ctxfn; langchain-core keeps what "
        "its messages have fields for.",
        (
            Way("ctxfn", ways.there_and_back),
            Way("langchain-core", ways.langchain_there_and_back),
        ),
    ),
)
