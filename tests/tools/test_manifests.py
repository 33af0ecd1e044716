"""Manifest: what one may hold, and what is refused when it is made."""

from __future__ import annotations

import pickle
from collections.abc import Callable

import pytest
from hypothesis import given

from ctxfn.messages import ToolName, freeze
from ctxfn.tools import DEFAULT_TIMEOUT_MS, ApprovalRule, InvalidTool, Manifest, ToolFunction
from tests.tools.manifest_sets import MANIFESTS

SEARCH = ToolFunction("search", "Find pages.")


class TestExamples:
    """What a reader can check by eye."""

    def test_a_function_has_the_name_of_its_package(self) -> None:
        assert Manifest("web", (SEARCH,), "mcp").tools == (ToolName("web", "search", "mcp"),)

    def test_a_function_may_take_two_minutes_unless_it_says(self) -> None:
        assert (SEARCH.timeout_ms, DEFAULT_TIMEOUT_MS) == (120_000, 120_000)

    def test_a_package_may_have_instructions_alone(self) -> None:
        assert Manifest("style", instructions="Be brief.").tools == ()


class TestRefused:
    """What is a mistake of the declaration, told by field, found and expected."""

    @pytest.mark.parametrize(
        ("make", "told"),
        [
            (
                lambda: Manifest(""),
                "Manifest '': field identifier: found '', expected text, not empty",
            ),
            (lambda: Manifest(3), "Manifest 3: field identifier: found 3"),  # type: ignore[arg-type]
            (
                lambda: Manifest("web", [SEARCH]),  # type: ignore[arg-type]
                "Manifest 'web': field functions: found a list of ToolFunction",
            ),
            (
                lambda: Manifest("web", ("search",)),  # type: ignore[arg-type]
                "field functions: found a tuple of str, expected a tuple of ToolFunction",
            ),
            (lambda: Manifest("web", kind=None), "field kind: found None, expected text"),  # type: ignore[arg-type]
            (lambda: Manifest("web", title=3), "field title: found 3, expected text or None"),  # type: ignore[arg-type]
            (
                lambda: Manifest("web", tells_date=1),  # type: ignore[arg-type]
                "field tells_date: found 1, expected True or False",
            ),
            (lambda: ToolFunction(""), "ToolFunction '': field name: found ''"),
            (
                lambda: ToolFunction("go", parameters={"type": "object"}),  # type: ignore[arg-type]
                "field parameters: found {'type': 'object'}, expected a frozen JSON object or None",
            ),
            (
                lambda: ToolFunction("go", parameters=freeze([])),
                "field parameters: found freeze([])",
            ),
            (lambda: ToolFunction("go", timeout_ms=0), "field timeout_ms: found 0"),
            (lambda: ToolFunction("go", timeout_ms=True), "field timeout_ms: found True"),
            (lambda: ToolFunction("go", approval="often"), "field approval: found 'often'"),  # type: ignore[arg-type]
            (
                lambda: ToolFunction("go", approval=("always",)),  # type: ignore[arg-type]
                "field approval: found a tuple of str",
            ),
            (lambda: ApprovalRule("often"), "ApprovalRule: field policy: found 'often'"),  # type: ignore[arg-type]
        ],
    )
    def test_what_a_field_cannot_hold(self, make: Callable[[], object], told: str) -> None:
        with pytest.raises(InvalidTool) as caught:
            make()

        assert told in str(caught.value)


class TestProperties:
    """What is true of every manifest."""

    @given(MANIFESTS)
    def test_a_manifest_is_a_value(self, manifest: Manifest) -> None:
        copy: Manifest = pickle.loads(pickle.dumps(manifest))

        assert copy == manifest
        assert hash(copy) == hash(manifest)

    @given(MANIFESTS)
    def test_each_function_is_named_once(self, manifest: Manifest) -> None:
        names = [tool.api for tool in manifest.tools]

        assert len(names) == len(set(names))
        assert set(names) == {one.name for one in manifest.functions}
