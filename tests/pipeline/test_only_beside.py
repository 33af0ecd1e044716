"""Options that do nothing without another are refused where they are written."""

from __future__ import annotations

from typing import Any

import pytest

from ctxfn.errors import InvalidArgument
from ctxfn.messages import Messages, chat, user
from ctxfn.pipeline import OptionError, only_beside, processor
from ctxfn.processors import fit_budget


@processor
@only_beside("cut", "size", "most")
def trim(
    messages: Messages, /, *, cut: bool = False, size: int = 0, most: int | None = None
) -> Messages:
    return messages[-size:] if cut else messages


class TestExamples:
    """Refused, and not refused."""

    @pytest.mark.parametrize("options", [{"size": 1}, {"most": 2, "cut": False}])
    def test_alone_it_is_refused(self, options: dict[str, Any]) -> None:
        with pytest.raises(OptionError, match="expected cut=True beside it"):
            trim(**options)

    def test_beside_the_other_and_at_its_default_it_is_taken(self) -> None:
        said = chat(user("a"), user("b"))

        assert trim(cut=True, size=1)(said) == said[1:]
        assert trim(size=0, most=None)(said) is said

    def test_something_that_is_no_function_is_refused(self) -> None:
        with pytest.raises(InvalidArgument, match="a function"):
            only_beside("cut", "size")("trim")  # type: ignore[type-var]

    @pytest.mark.parametrize("option", ["unit", "turn_tokens"])
    def test_a_budget_asks_for_a_stable_cut(self, option: str) -> None:
        given: dict[str, Any] = {"budget": 10, option: 5}
        with pytest.raises(OptionError, match=f"fit_budget: option {option}: found 5"):
            fit_budget(**given)

        assert fit_budget(**given, stable=True).name == "fit_budget"
