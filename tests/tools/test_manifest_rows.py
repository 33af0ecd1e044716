"""read_manifests, write_manifest: rows of a store, and back."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from ctxfn.messages import freeze
from ctxfn.tools import ApprovalRule, Manifest, ToolFunction, read_manifests, write_manifest
from tests.tools.manifest_sets import MANIFESTS, VALUES

WEATHER: dict[str, Any] = {
    "identifier": "weather-mcp",
    "type": "mcp",
    "meta": {"title": "Weather", "description": "Forecasts", "avatar": "sun", "tags": ["sky"]},
    "systemRole": "Prefer metric units.",
    "version": "2",
    "api": [
        {
            "name": "forecast",
            "description": "Seven days.",
            "parameters": {"type": "object", "properties": {"city": {"type": "string"}}},
            "humanIntervention": [
                {"match": {"city": "Oslo"}, "policy": "never"},
                {"policy": "first"},
            ],
            "defaultTimeoutMs": 5000,
            "url": "https://weather.example/forecast",
            "since": 3,
        }
    ],
}


def read(*rows: object) -> Manifest:
    """Read the one manifest of *rows* in which nothing is wrong."""
    (manifest,), problems = read_manifests(rows)
    assert problems == ()
    return manifest


def problem(row: object) -> str:
    """Return the one thing that is wrong with *row*."""
    [told] = read_manifests([row]).problems
    return told


class TestExamples:
    """What a reader can check by eye."""

    def test_every_key_has_its_field(self) -> None:
        manifest = read(WEATHER)
        [forecast] = manifest.functions

        assert (manifest.identifier, manifest.kind, manifest.title) == (
            "weather-mcp",
            "mcp",
            "Weather",
        )
        assert (manifest.description, manifest.avatar) == ("Forecasts", "sun")
        assert manifest.instructions == "Prefer metric units."
        assert forecast.timeout_ms == 5000
        assert forecast.approval == (
            ApprovalRule("never", freeze({"city": "Oslo"})),
            ApprovalRule("first"),
        )

    def test_keys_without_a_word_of_ours_come_back(self) -> None:
        assert write_manifest(read(WEATHER)) == WEATHER

    def test_instructions_that_show_the_date_are_known_by_the_package(self) -> None:
        assert read({"identifier": "lobe-web-browsing", "api": []}).tells_date is True
        assert read({"identifier": "web", "api": []}).tells_date is False

    def test_of_two_rows_the_last_counts_and_is_told(self) -> None:
        rows = [{"identifier": "a", "api": []}, {"identifier": "b", "api": []}]
        again = {"identifier": "a", "api": [{"name": "go"}]}
        manifests, problems = read_manifests([*rows, again])

        assert manifests == (Manifest("a", (ToolFunction("go"),)), Manifest("b"))
        assert problems == ("row 2: takes the place of an earlier 'a'",)


class TestBroken:
    """What a row may hold that no manifest can; each is told, and spoils nothing else."""

    @pytest.mark.parametrize(
        ("row", "told"),
        [
            (None, "row 0: found None, expected a manifest"),
            ("web", "row 0: found 'web', expected a manifest"),
            ({"api": []}, "row 0: identifier: found None, expected text, not empty"),
            ({"identifier": "web"}, "row 0: api: found None, expected a list of functions"),
            (
                {"identifier": "web", "api": {}},
                "row 0: api: found {}, expected a list of functions",
            ),
        ],
    )
    def test_no_manifest(self, row: object, told: str) -> None:
        good = {"identifier": "maps", "api": []}

        assert read_manifests([row, good]) == ((Manifest("maps"),), (told,))

    @pytest.mark.parametrize(
        ("entry", "told"),
        [
            (None, "row 0: api[0]: found None, expected an object"),
            ({}, "row 0: api[0].name: found None, expected text, not empty"),
            (
                {"name": "go", "parameters": "none"},
                "api[0].parameters: found 'none', expected an object",
            ),
            ({"name": "go", "parameters": {1: 2}}, "api[0].parameters: "),
            ({"name": "go", "description": 3}, "api[0].description: found 3, expected text"),
            ({"name": "go", "defaultTimeoutMs": -1}, "expected a whole number above 0"),
            ({"name": "go", "url": []}, "api[0].url: found [], expected text"),
        ],
    )
    def test_a_broken_function(self, entry: object, told: str) -> None:
        assert told in problem({"identifier": "web", "api": [entry]})

    @pytest.mark.parametrize(
        ("value", "approval"),
        [
            ("often", "always"),
            (3, "always"),
            (
                [{"policy": "x"}, {"policy": "first"}],
                (ApprovalRule("always"), ApprovalRule("first")),
            ),
        ],
    )
    def test_an_approval_nobody_can_read_asks(self, value: object, approval: object) -> None:
        row = {"identifier": "web", "api": [{"name": "go", "humanIntervention": value}]}
        (manifest,), problems = read_manifests([row])

        assert manifest.functions[0].approval == approval
        assert len(problems) == 1

    @pytest.mark.parametrize(
        ("key", "value"),
        [("meta", 3), ("type", 3), ("systemRole", []), ("tellsDate", 1), ("meta", {"title": 2})],
    )
    def test_another_broken_key(self, key: str, value: object) -> None:
        assert f"row 0: {key}" in problem({"identifier": "web", "api": [], key: value})

    def test_a_function_named_twice_is_the_first(self) -> None:
        row = {"identifier": "web", "api": [{"name": "go", "description": "one"}, {"name": "go"}]}

        assert "expected a name that no function before it has" in problem(row)
        assert read_manifests([row]).manifests[0].functions == (ToolFunction("go", "one"),)


class TestProperties:
    """What is true of every manifest and every row."""

    @given(MANIFESTS)
    def test_reading_undoes_writing(self, manifest: Manifest) -> None:
        once = {one.name: one for one in reversed(manifest.functions)}
        clean = evolve(manifest, functions=tuple(reversed(once.values())))

        assert read(write_manifest(clean)) == clean

    @given(
        st.lists(
            VALUES
            | st.fixed_dictionaries(
                {"identifier": st.text(max_size=3), "api": VALUES, "meta": VALUES}
            )
        )
    )
    def test_total(self, rows: list[Any]) -> None:
        manifests, _ = read_manifests(rows)

        assert len(manifests) == len({one.identifier for one in manifests})


class TestApproval:
    """What should ask a person and cannot be read asks; what spares one and cannot, does not."""

    @pytest.mark.parametrize(
        ("written", "read"),
        [
            (["always"], (ApprovalRule("always"),)),
            ("typo", "always"),
            ([{"policy": "typo", "match": {"a": "b"}}], (ApprovalRule("always"),)),
            ([{"policy": "first", "match": "ls *"}], (ApprovalRule("always"),)),
            ([{"policy": "never", "match": "ls *"}], "always"),
            (
                [{"policy": "never", "match": "ls *"}, {"policy": "first"}],
                (ApprovalRule("first"),),
            ),
            (
                [{"policy": "never", "match": {"a": "b"}}, 5],
                (ApprovalRule("never", freeze({"a": "b"})), ApprovalRule("always")),
            ),
            ([], ()),
            (None, None),
        ],
    )
    def test_approval(self, written: object, read: object) -> None:
        row = {"identifier": "sh", "api": [{"name": "run", "humanIntervention": written}]}
        [manifest], _ = read_manifests([row])

        assert manifest.functions[0].approval == read

    @pytest.mark.parametrize("key", ["identifier", "type", "api", "meta"])
    def test_what_is_too_deep_to_print_is_told(self, key: str) -> None:
        deep: dict[str, object] = {}
        for _ in range(100_000):
            deep = {"a": deep}

        assert len(read_manifests([{"identifier": "d", "api": [], key: deep}]).problems) <= 1
        assert read_manifests([{"identifier": "d", "api": 5, key: deep}]).problems
