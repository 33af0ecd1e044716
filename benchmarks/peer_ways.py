"""How ctxfn and three public libraries do what `benchmarks.peer_jobs` asks of them.

Each function imports what it needs and returns what is timed, so that a library that is not
installed is known before anything is timed.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any, Final

from benchmarks.pairs_of_history import fours
from benchmarks.subjects import CHAT, encoded
from ctxfn.front import convert, repair
from ctxfn.messages import Messages
from ctxfn.processors import fit_budget, pair_tool_results
from ctxfn.tokens import Counter
from ctxfn.tokens import exact as counter_of

__all__ = [
    "BUDGET",
    "Rows",
    "as_rows",
    "convert_dicts",
    "fit_dicts_estimated",
    "fit_records_estimated",
    "fit_records_exact",
    "langchain_fit",
    "langchain_fit_dicts",
    "langchain_read",
    "langchain_there_and_back",
    "litellm_convert",
    "litellm_fit",
    "nothing",
    "pair_dicts",
    "pair_records",
    "read_and_counted",
    "read_chat",
    "repair_dicts",
    "there_and_back",
    "turnsafe_fit",
    "turnsafe_repair",
]

Rows = list[dict[str, Any]]
Timed = Callable[[Any], object]

BUDGET: Final = 20_000
_FOURS: Final = Counter("fours", False, fours)
_VOCABULARY: Final = "o200k_base"
_MODEL: Final = "gpt-4o"


def as_rows(after: Any) -> Rows | None:
    """Read what a library gave as rows of the chat format."""
    if isinstance(after, list):
        return after if not after or isinstance(after[0], dict) else _from_langchain(after)
    rows: Any = encoded(after)
    return rows if isinstance(rows, list) else None


def nothing(after: Any) -> None:
    """Say that what came out is of another format."""


def read_chat(rows: Rows) -> Messages:
    """Read dicts into records."""
    return CHAT.decode(rows).messages


def read_and_counted(rows: Rows) -> Messages:
    """Read dicts into records whose tokens are remembered."""
    messages = read_chat(rows)
    fit_records_exact()(messages)
    return messages


def fit_records_estimated() -> Callable[[Messages], Messages]:
    """Fit records, counted by fours."""
    return fit_budget(budget=BUDGET, counter=_FOURS, pin_in="head")


def fit_dicts_estimated() -> Timed:
    """Fit dicts, counted by fours."""
    step = fit_records_estimated()
    return lambda rows: encoded(step(read_chat(rows)))


def fit_records_exact() -> Callable[[Messages], Messages]:
    """Fit records, counted by a vocabulary."""
    return fit_budget(budget=BUDGET, counter=counter_of(_VOCABULARY), pin_in="head")


def pair_records() -> Callable[[Messages], Messages]:
    """Mend records."""
    return pair_tool_results()


def pair_dicts() -> Timed:
    """Mend dicts."""
    step = pair_tool_results()
    return lambda rows: encoded(step(read_chat(rows)))


def repair_dicts() -> Timed:
    """Mend all that the API refuses."""
    return lambda rows: repair(rows, to="openai")


def convert_dicts() -> Timed:
    """Make a request for Anthropic."""
    body = {"model": _MODEL}
    return lambda rows: convert({**body, "messages": rows}, to="anthropic", format="openai_chat")


def there_and_back() -> Timed:
    """Read dicts, and write them."""
    return lambda rows: encoded(read_chat(rows))


def langchain_read(rows: Rows) -> list[Any]:
    """Read dicts into langchain's messages."""
    from langchain_core.messages import convert_to_messages

    return list(convert_to_messages(rows))


def langchain_fit(*, exact: bool = False) -> Timed:
    """Fit langchain's messages."""
    from langchain_core.messages import trim_messages

    count = _counting(exact=exact)

    def count_all(messages: list[Any]) -> int:
        return sum([4 + count(message.text) for message in messages])

    return lambda messages: trim_messages(
        messages,
        max_tokens=BUDGET,
        token_counter=count_all,
        strategy="last",
        start_on="human",
        include_system=True,
    )


def langchain_fit_dicts() -> Timed:
    """Fit dicts, by way of langchain's messages."""
    fit = langchain_fit()
    return lambda rows: _from_langchain(fit(langchain_read(rows)))


def langchain_there_and_back() -> Timed:
    """Read dicts into langchain's messages, and write them."""
    import langchain_core.messages  # noqa: F401

    return lambda rows: _from_langchain(langchain_read(rows))


def _from_langchain(messages: Any) -> Rows:
    from langchain_core.messages import convert_to_openai_messages

    rows: Any = convert_to_openai_messages(messages)
    return list(rows)


def turnsafe_fit(*, exact: bool = False) -> Timed:
    """Fit dicts by whole turns."""
    import turnsafe

    count = _counting(exact=exact)

    def count_one(row: Any) -> int:
        calls = [call["function"] for call in row.get("tool_calls", ())]
        asked = "".join([call["name"] + call["arguments"] for call in calls])
        return 4 + count((row.get("content") or "") + asked)

    return lambda rows: turnsafe.fit(rows, BUDGET, provider="openai", counter=count_one)


def turnsafe_repair() -> Timed:
    """Mend dicts."""
    import turnsafe

    return lambda rows: turnsafe.repair(rows, provider="openai")


def litellm_fit() -> Timed:
    """Fit dicts; it knows the vocabulary by the model."""
    litellm = _litellm()
    return lambda rows: litellm.utils.trim_messages(rows, model=_MODEL, max_tokens=BUDGET)


def litellm_convert() -> Timed:
    """Translate dicts into Anthropic's."""
    _litellm()
    from litellm.litellm_core_utils.prompt_templates.factory import anthropic_messages_pt

    return lambda rows: anthropic_messages_pt(rows, "claude-sonnet-4-5", "anthropic")


def _litellm() -> Any:
    # Else it asks the network for a list of prices when it is imported.
    os.environ.setdefault("LITELLM_LOCAL_MODEL_COST_MAP", "True")
    import litellm

    return litellm


def _counting(*, exact: bool) -> Callable[[str], int]:
    return counter_of(_VOCABULARY).text if exact else fours
