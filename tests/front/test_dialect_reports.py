"""Cases made from public bug reports that Mistral's and DeepSeek's APIs gave rise to."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from ctxfn.front import check, repair
from tests.front.histories import reports
from tests.judges import deepseek, mistral
from tests.judges.mistral_validator import VERSIONS, complaint

#: Whom each report is for; those that name a profile are for that.
TARGETS = {
    name: case["input"]["options"].get("profile", case["provider"])
    for name, case in reports().items()
    if case["provider"] in ("mistral", "deepseek")
}
TARGETS["b068"] = "deepseek/thinking"
REPORTS = {name: reports()[name] for name in TARGETS}
WHOLE = ("b033", "b068", "b069", "b087", "b165")


def repaired(name: str) -> Any:
    given = REPORTS[name]["input"]
    rows, to = given["messages"], TARGETS[name]
    if given["tools"]:
        return repair({"messages": rows, "tools": given["tools"]}, to)
    output: Any = repair(rows, to)
    kind = to.replace("-", "/").partition("/")[2]
    if to.startswith("mistral"):
        version: Any = kind or "hosted"
        asked = VERSIONS["mistral/legacy" if kind == "legacy" else "mistral"]
        assert mistral.judge(output, version) == []
        assert not any(complaint(output, one) for one in asked)
    else:
        of_deepseek: Any = kind or "chat"
        assert deepseek.judge(output, of_deepseek) == []
    return output


def found(name: str) -> list[tuple[str, int | None]]:
    findings: Any = check(REPORTS[name]["input"]["messages"], TARGETS[name])
    return [(one.name, one.index) for one in findings]


def test_every_report_is_here() -> None:
    assert sorted(REPORTS) == [
        "b025",
        "b033",
        "b065",
        "b068",
        "b069",
        "b085",
        "b087",
        "b160",
        "b161",
        "b162",
        "b165",
    ]


@pytest.mark.parametrize("name", WHOLE)
def test_repair_gives_what_the_report_calls_right(name: str) -> None:
    assert repaired(name) == REPORTS[name]["expect"]["messages"]


@pytest.mark.parametrize("name", ["b085", "b162"])
def test_repair_gives_the_roles_that_the_report_calls_right(name: str) -> None:
    assert [row["role"] for row in repaired(name)] == REPORTS[name]["expect"]["roles"]


def test_b025_ids_are_nine_letters_and_digits_the_same_for_call_and_result() -> None:
    rows = repaired("b025")
    asked = [call["id"] for call in rows[1]["tool_calls"]]

    assert all(re.fullmatch(REPORTS["b025"]["expect"]["id_regex"], one) for one in asked)
    assert [row["tool_call_id"] for row in rows[2:]] == asked
    assert len(set(asked)) == 2
    assert repaired("b025") == rows


def test_b065_a_schema_of_no_type_is_one_of_an_object() -> None:
    right = REPORTS["b065"]["expect"]["tools.0.function.parameters"]

    assert repaired("b065")["tools"][0]["function"]["parameters"] == right


def test_b085_both_said_what_they_said() -> None:
    given = REPORTS["b085"]["input"]["messages"]
    rows = repaired("b085")

    assert [*rows[:3], rows[4]] == given
    assert found("b085") == [("tool-then-user", 3)]


@pytest.mark.parametrize("to", ["openai", "mistral/current", "deepseek"])
def test_b085_elsewhere_nothing_is_put_in_between(to: str) -> None:
    given = REPORTS["b085"]["input"]["messages"]

    assert repair(given, to) == given


def test_b160_words_stand_behind_the_results() -> None:
    *rows, last = repaired("b160")

    assert rows == REPORTS["b160"]["expect"]["messages"]
    # The report ends on an answer, which these models refuse as well.
    assert last == {"role": "user", "content": "Continue."}
    assert found("b160") == [("call-turn-mixed", 1), ("last-turn-assistant", 3)]


def test_b160_later_models_take_both() -> None:
    given = REPORTS["b160"]["input"]["messages"][:3]

    assert repair(given, "mistral") == given


def test_b161_nothing_is_changed_nor_found() -> None:
    given = REPORTS["b161"]["input"]["messages"]

    assert json.dumps(repaired("b161")) == json.dumps(given)
    assert found("b161") == REPORTS["b161"]["expect"]["findings"]


def test_b162_the_system_is_marked_where_a_person_says_its_words() -> None:
    assert repaired("b162")[3]["content"] == "[system] B\n\nbye"


def test_b162_behind_a_person_it_stays() -> None:
    given = [
        {"role": "user", "content": "hi"},
        {"role": "system", "content": "B"},
        {"role": "user", "content": "bye"},
    ]

    assert repair(given, "mistral") == given


def test_b165_the_orphan_is_found() -> None:
    right = REPORTS["b165"]["expect"]["findings"][0]

    assert (right["rule"], right["index"]) in found("b165")


def test_b068_what_is_not_known_is_an_empty_text() -> None:
    given = json.loads(json.dumps(REPORTS["b068"]["input"]["messages"]))
    del given[1]["reasoning_content"]
    report = repair.report(given, "deepseek/thinking")
    output: Any = report.output

    assert output[1]["reasoning_content"] == ""
    assert [one.code for one in check(given, "deepseek/thinking")] == ["N710"]
    assert repair(given, "deepseek") == given
