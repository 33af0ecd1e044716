"""select_tools: what is offered, and of everything else why not."""

from __future__ import annotations

import copy
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks import twins
from ctxfn.messages import ToolName
from ctxfn.tools import (
    EnableRules,
    Enabling,
    InvalidTool,
    LeftOutTool,
    Manifest,
    ToolFunction,
    ToolQuestion,
    ToolSelection,
    declare,
    select_tools,
    wire_name,
    write_manifest,
)
from tests.tools.manifest_sets import MANIFEST_SETS

WEB, MAPS, MAIL = Manifest("web"), Manifest("maps"), Manifest("mail")
KNOWN = (WEB, MAPS, MAIL)


def reasons(selection: ToolSelection) -> list[tuple[str, str, str | None]]:
    """Return what was left out, in short."""
    return [(one.identifier, one.reason, one.by) for one in selection.left_out]


class TestExamples:
    """What a reader can check by eye."""

    def test_requested_then_defaults_each_once(self) -> None:
        chosen = select_tools(KNOWN, ["maps", "maps"], defaults=["web", "maps"])

        assert chosen == ToolSelection((MAPS, WEB))
        assert chosen.identifiers == ("maps", "web")

    def test_defaults_may_be_skipped(self) -> None:
        chosen = select_tools(KNOWN, ["maps", "maps"], defaults=["web"], skip_defaults=True)

        assert chosen.identifiers == ("maps",)

    def test_an_excluded_default_stays_if_it_is_requested(self) -> None:
        defaults, excluded = ["web", "mail"], ["web", "mail"]
        chosen = select_tools(KNOWN, ["web"], defaults=defaults, excluded_defaults=excluded)

        assert chosen == ToolSelection((WEB,))

    def test_every_reason(self) -> None:
        rules = EnableRules.of(
            {"web": False}, platform=lambda asked: False if asked.manifest is MAPS else None
        )
        chosen = select_tools(
            [*KNOWN, Manifest("rm")],
            ["web", "maps", "mail", "rm", "fax"],
            barred=["rm"],
            enabled=rules,
        )

        assert reasons(chosen) == [
            ("web", "disabled", "rule"),
            ("maps", "disabled", "platform"),
            ("mail", "disabled", "otherwise"),
            ("rm", "disabled", "barred"),
            ("fax", "not_found", None),
        ]

    def test_a_function_of_the_callers_gives_no_reason(self) -> None:
        assert reasons(select_tools(KNOWN, ["web"], enabled=lambda _: False)) == [
            ("web", "disabled", None)
        ]

    def test_a_model_without_functions_is_offered_none(self) -> None:
        chosen = select_tools(KNOWN, ["web", "fax"], defaults=["maps"], functions=False)

        assert chosen.manifests == ()
        assert reasons(chosen) == [
            ("web", "incompatible", None),
            ("fax", "not_found", None),
            ("maps", "incompatible", None),
        ]

    def test_asking_by_name_overrules_the_rules_but_not_the_bar(self) -> None:
        rules = EnableRules.of({}, explicit=True)
        chosen = select_tools(KNOWN, ["web", "mail"], enabled=rules, explicit=True, barred=["mail"])

        assert chosen == ToolSelection((WEB,), (LeftOutTool("mail", "disabled", "barred"),))

    def test_of_two_manifests_the_last_counts(self) -> None:
        newer = Manifest("web", title="New")

        assert select_tools([WEB, newer], ["web"]).manifests == (newer,)

    def test_the_question_tells_model_and_provider(self) -> None:
        asked: list[ToolQuestion] = []

        def note(question: ToolQuestion) -> bool:
            asked.append(question)
            return True

        select_tools(KNOWN, ["web"], enabled=note, model="m", provider="p", explicit=True)

        assert asked == [ToolQuestion(WEB, "m", "p", explicit=True)]


NAMES = st.lists(st.sampled_from(["web", "maps", "mail", "lobe-agent", "ghost"]), max_size=6)
ON = st.dictionaries(st.sampled_from(["web", "maps", "mail", "lobe-agent"]), st.booleans())


class TestProperties:
    """What is true of every selection."""

    @given(MANIFEST_SETS, NAMES, NAMES, NAMES, NAMES, ON, st.booleans(), st.booleans())
    def test_everything_asked_for_is_in_the_answer_once(
        self,
        manifests: list[Manifest],
        requested: list[str],
        defaults: list[str],
        excluded: list[str],
        barred: list[str],
        on: dict[str, bool],
        functions: bool,
        skip: bool,
    ) -> None:
        chosen = select_tools(
            manifests,
            requested,
            defaults=defaults,
            excluded_defaults=excluded,
            skip_defaults=skip,
            barred=barred,
            functions=functions,
            enabled=EnableRules.of(on),
        )
        added = [] if skip else [one for one in defaults if one not in excluded]
        asked = list(dict.fromkeys([*requested, *added]))
        left = [one.identifier for one in chosen.left_out]

        assert sorted([*chosen.identifiers, *left]) == sorted(asked)
        assert [one for one in asked if one in chosen.identifiers] == list(chosen.identifiers)
        assert [one for one in asked if one in left] == left
        assert all(on.get(one) and one not in barred for one in chosen.identifiers)
        assert functions or not chosen.manifests

    @given(MANIFEST_SETS, NAMES)
    def test_selecting_again_from_what_was_selected_changes_nothing(
        self, manifests: list[Manifest], requested: list[str]
    ) -> None:
        chosen = select_tools(manifests, requested)

        assert select_tools(chosen.manifests, chosen.identifiers) == ToolSelection(chosen.manifests)


PLAIN = st.builds(
    Manifest,
    st.sampled_from(["web", "maps", "mail", "a.b"]),
    st.lists(st.sampled_from(["go", "read"]).map(ToolFunction), max_size=3).map(tuple),
    st.sampled_from(["builtin", "mcp", "default"]),
)


class TestTwin:
    """The same as a careful engineer writes it on dicts."""

    @given(st.lists(PLAIN, max_size=5), NAMES, NAMES, NAMES, ON, st.booleans(), st.booleans())
    def test_agrees(
        self,
        manifests: list[Manifest],
        requested: list[str],
        defaults: list[str],
        excluded: list[str],
        on: dict[str, bool],
        functions: bool,
        skip: bool,
    ) -> None:
        chosen = select_tools(
            manifests,
            requested,
            defaults=defaults,
            excluded_defaults=excluded,
            skip_defaults=skip,
            functions=functions,
            enabled=EnableRules.of(on),
        )
        by_hand = twins.select_tools(
            [copy.deepcopy(write_manifest(one)) for one in manifests],
            requested,
            defaults=defaults,
            excluded=excluded,
            skip_defaults=skip,
            functions=functions,
            enabled=lambda row: on.get(row["identifier"], False),
        )
        declared = declare(chosen.manifests, order="given")

        assert [one["function"]["name"] for one in by_hand["tools"]] == [
            wire_name(one.tool) for one in declared if isinstance(one.tool, ToolName)
        ]
        assert by_hand["enabled"] == list(chosen.identifiers)
        assert by_hand["filtered"] == [
            {"id": one.identifier, "reason": one.reason} for one in chosen.left_out
        ]


@pytest.mark.parametrize("kind", ["builtin", "default", "mcp"])
def test_the_twin_of_names_agrees_on_what_is_short(kind: str) -> None:
    tool = ToolName("a.b", "read", kind)

    assert twins.wire_name(tool.identifier, tool.api, kind) == wire_name(tool)


class TestAnswers:
    """What could be taken for on or for off is neither."""

    @pytest.mark.parametrize("answer", [0, 1, "off"])
    def test_a_platform_says_true_or_false_or_nothing(self, answer: Any) -> None:
        rules = EnableRules(platform=lambda _: answer)

        with pytest.raises(InvalidTool, match="platform's answer"):
            select_tools(KNOWN, ["web"], enabled=rules)

    @pytest.mark.parametrize("answer", [0, None, "off"])
    def test_so_does_a_predicate(self, answer: Any) -> None:
        with pytest.raises(InvalidTool, match="answer of enabled for 'web'"):
            select_tools(KNOWN, ["web"], enabled=lambda _: answer)

    def test_an_enabling_holds_one_of_them(self) -> None:
        with pytest.raises(InvalidTool, match="found 0, expected True or False"):
            Enabling(0, "platform")  # type: ignore[arg-type]
