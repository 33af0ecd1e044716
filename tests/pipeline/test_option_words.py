"""Options that are words of a closed list, or patterns, are checked where they are declared."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from attrs import evolve

from ctxfn.assembly import Policy
from ctxfn.errors import InvalidArgument
from ctxfn.pipeline import OptionError
from ctxfn.processors import (
    CachePrices,
    StaleTools,
    fill_placeholders,
    lift_media,
    mend_call_ids,
    strip_fields,
)
from ctxfn.wire import is_text_pattern, profile

#: What a program may write that no type checker reads, by a name for the report.
WRONG: dict[str, tuple[Callable[..., object], dict[str, object]]] = {
    "a role nobody has": (fill_placeholders, {"roles": ("nope",)}),
    "a list of roles": (fill_placeholders, {"roles": ["user"]}),
    "a kind of media there is not": (lift_media, {"kinds": ("picture",)}),
    "a codec there is not": (strip_fields, {"codec": "opanai_chat"}),
    "a broken pattern": (mend_call_ids, {"pattern": "["}),
    "a pattern without end": (mend_call_ids, {"pattern": "(a+)+$"}),
    "a price in words": (CachePrices, {"read": "x"}),
    "a negative price": (CachePrices, {"read": -1}),
    "a text for a tuple": (StaleTools, {"reads": "readFile"}),
    "old_searches": (Policy, {"old_searches": "nope"}),
    "open_calls": (Policy, {"open_calls": "nope"}),
    "trim_stale": (Policy, {"trim_stale": "yes"}),
    "head": (Policy, {"head": 5}),
    "input_template": (Policy, {"input_template": 5}),
    "unknown_agents": (Policy, {"unknown_agents": "nobody"}),
    "cache_prices": (Policy, {"cache_prices": 0.1}),
    "fill_placeholders_in": (Policy, {"fill_placeholders_in": ("system",)}),
    "refuse_without": (Policy, {"refuse_without": ("flight",)}),
}


class TestExamples:
    """What a reader checks by eye."""

    @pytest.mark.parametrize("name", WRONG)
    def test_each_is_refused(self, name: str) -> None:
        declare, options = WRONG[name]

        with pytest.raises(OptionError):
            declare(**options)

    def test_the_error_says_what_a_pattern_may_be(self) -> None:
        with pytest.raises(OptionError) as refused:
            mend_call_ids(pattern="(a+)+$")

        assert str(refused.value) == (
            "mend_call_ids: option pattern: found '(a+)+$', expected a character class and how "
            "often, like '[a-zA-Z0-9]{9}' or '[a-z_-]+' | None"
        )

    def test_the_error_lists_the_words(self) -> None:
        declare, options = WRONG["a kind of media there is not"]

        with pytest.raises(OptionError) as refused:
            declare(**options)

        assert refused.value.expected == ("tuple[Literal['image', 'video', 'audio', 'file'], ...]")

    @pytest.mark.parametrize(
        "text", ["[a-zA-Z0-9]{9}", "[a-z_-]+", r"[^\s]*", r"[\w.\-]{1,64}", "[a]"]
    )
    def test_one_class_is_a_pattern(self, text: str) -> None:
        assert is_text_pattern(text)

    @pytest.mark.parametrize(
        "text",
        ["", "[", "[]", "[a", "a+", "[a][b]", "[z-a]", "[a]{2,1}", "[a]+?", "[[a]]", "[a&&b]"],
    )
    def test_nothing_else_is(self, text: str) -> None:
        assert not is_text_pattern(text)

    @pytest.mark.parametrize(
        "field", ["call_id_pattern", "tool_name_pattern", "message_name_pattern"]
    )
    def test_a_profile_has_no_others_either(self, field: str) -> None:
        pattern: Any = {field: "(a+)+"}
        with pytest.raises(InvalidArgument, match=f"openai/compatible, {field}: found"):
            evolve(profile("openai/compatible"), **pattern)
