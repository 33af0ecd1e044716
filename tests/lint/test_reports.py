"""What APIs refused, by public bug reports, is found: in its place, by the rule of that name."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve

from ctxfn import check
from ctxfn.front import fix
from ctxfn.lint import rule_named
from ctxfn.wire import Profile, profile
from tests.front.histories import reports

#: The rule that speaks of a case, and where.
JUDGED: dict[str, tuple[str, int | None]] = {
    "b007": ("tool-result-not-adjacent", 3),
    "b008": ("reasoning-item-orphan", 1),
    "b009": ("reasoning-item-missing", 1),
    "b011": ("reasoning-item-summary", 1),
    "b012": ("reasoning-for-nonreasoning-model", 1),
    "b016": ("tool-result-count", 1),
    "b018": ("first-turn-not-user", 0),
    "b021": ("thought-signature-missing", 5),
    "b025": ("tool-call-id-charset", 1),
    "b028": ("empty-text-block", 1),
    "b033": ("consecutive-same-role", 2),
    "b035": ("tool-call-without-result", 1),
    "b037": ("tool-call-without-result", 1),
    "b039": ("duplicate-tool-call-id", 1),
    "b042": ("unreadable-value", 1),
    "b045": ("arguments-invalid-json", 1),
    "b046": ("invalid-unicode", 0),
    "b049": ("image-not-supported", 0),
    "b050": ("image-role-not-allowed", 2),
    "b056": ("multiple-system", 1),
    "b057": ("system-not-first", 3),
    "b062": ("schema-no-arguments", None),
    "b065": ("schema-root-not-object", None),
    "b067": ("tool-name-format", None),
    "b069": ("reasoning-content-forbidden", 1),
    "b078": ("result-turn-mixed", 2),
    "b079": ("tool-result-empty", 2),
    "b080": ("tool-call-id-charset", 1),
    "b085": ("tool-then-user", 3),
    "b087": ("tool-call-without-result", 1),
    "b089": ("empty-content-array", 1),
    "b091": ("empty-parts", 1),
    "b101": ("empty-assistant-message", 1),
    "b102": ("responses-item-id-stateless", 2),
    "b104": ("responses-item-id-prefix", 1),
    "b106": ("responses-item-id-prefix", 1),
    "b114": ("schema-unsupported-keyword", None),
    "b115": ("schema-unsupported-keyword", None),
    "b116": ("tool-call-without-result", 1),
    "b117": ("approval-parts", 1),
    "b118": ("tool-result-not-first", 2),
    "b122": ("cache-ttl-order", 2),
    "b123": ("cache-on-empty-block", 0),
    "b124": ("last-turn-assistant", 1),
    "b125": ("server-tool-pair", 1),
    "b126": ("tool-call-without-result", 1),
    "b127": ("message-name-format", 1),
    "b130": ("document-name-duplicate", 2),
    "b133": ("document-needs-text", 0),
    "b140": ("tool-result-without-call", 0),
    "b144": ("tool-result-before-call", 0),
    "b149": ("image-role-not-allowed", 1),
    "b150": ("no-user-message", None),
    "b156": ("tool-result-not-first", 2),
    "b159": ("tool-result-wrong-id", 2),
    "b160": ("call-turn-mixed", 1),
    "b162": ("system-not-first", 3),
    "b165": ("tool-result-without-call", 1),
}

#: Why no finding can be asked of the others.
NOT_REFUSED = "no API refused it: the model was misled, or tokens were wasted"
MADE_LATER = "what was refused is what a client made of it; what is given is fine"
ACCEPTED = "it is accepted as it is, and the report is of a client that changed it"
NOT_JUDGED = {
    "b002": ACCEPTED,
    "b003": MADE_LATER,
    "b005": MADE_LATER,
    "b006": ACCEPTED,
    "b010": MADE_LATER,
    "b014": NOT_REFUSED,
    "b034": NOT_REFUSED,
    "b036": MADE_LATER,
    "b043": MADE_LATER,
    "b047": "a client's own crash",
    "b052": NOT_REFUSED,
    "b054": NOT_REFUSED,
    "b055": NOT_REFUSED,
    "b058": NOT_REFUSED,
    "b063": "a recorded request with the same parameters was accepted, so it is a warning",
    "b068": MADE_LATER,
    "b071": "the budget is exceeded, which no rule measures",
    "b073": "the budget is exceeded, which no rule measures",
    "b076": NOT_REFUSED,
    "b090": ACCEPTED,
    "b092": MADE_LATER,
    "b095": ACCEPTED,
    "b096": MADE_LATER,
    "b098": MADE_LATER,
    "b100": NOT_REFUSED,
    "b110": ACCEPTED,
    "b111": "its pictures are told by their size alone, without any bytes to look at",
    "b120": MADE_LATER,
    "b136": MADE_LATER,
    "b137": MADE_LATER,
    "b139": NOT_REFUSED,
    "b141": "the budget is exceeded, which no rule measures",
    "b142": "the budget is exceeded, which no rule measures",
    "b143": "a client's own crash",
    "b145": NOT_REFUSED,
    "b146": NOT_REFUSED,
    "b147": NOT_REFUSED,
    "b153": NOT_REFUSED,
    "b154": "two requests show it, not one: `thinking-bound-to-prefix` compares them",
    "b155": NOT_REFUSED,
    "b161": ACCEPTED,
}

#: The target where the report tells more than its provider: a model, or a server.
TARGETS = {
    "b009": "openai/responses-reasoning",
    "b012": "openai/responses-plain",
    "b045": "openai/compatible",
    "b124": "anthropic/recent",
}
KEYS = {"openai-responses": "input", "gemini": "contents"}
REPORTS = reports()


def refused_by(name: str) -> Profile:
    case = REPORTS[name]
    options = case["input"]["options"]
    said = options.get("profile")
    to = profile(TARGETS.get(name) or (said if isinstance(said, str) else case["provider"]))
    if not options.get("capabilities", {}).get("image", True) and name == "b049":
        return evolve(to, media=())
    return evolve(to, **said) if isinstance(said, dict) else to


def body_of(name: str) -> dict[str, Any]:
    case = REPORTS[name]
    given = case["input"]
    foreign = given["options"].get("from", "gemini") != "gemini"
    key = "messages" if foreign else KEYS.get(case["provider"], "messages")
    kept = {key: given["messages"], **({"tools": given["tools"]} if given["tools"] else {})}
    return kept | {
        each: given["options"][each]
        for each in ("previous_response_id", "store")
        if each in given["options"]
    }


def errors(name: str) -> list[tuple[str, int | None]]:
    found = check(body_of(name), refused_by(name))
    return [(one.name, one.index) for one in found if one.severity == "error"]


def test_each_report_is_judged_or_it_is_said_why_not() -> None:
    assert sorted((*JUDGED, *NOT_JUDGED)) == sorted(REPORTS)


@pytest.mark.parametrize("name", JUDGED)
class TestJudged:
    """Cases that an API refused as they are."""

    def test_it_is_found_in_its_place_by_the_rule_of_that_name(self, name: str) -> None:
        assert JUDGED[name] in errors(name)

    def test_after_the_fix_no_rule_that_has_one_finds_more(self, name: str) -> None:
        left = fix(body_of(name), refused_by(name), unsafe=True).left
        rules = [rule_named(one.code) for one in left if one.severity == "error"]

        assert [rule.name for rule in rules if rule is not None and rule.has_fix] == []


@pytest.mark.parametrize(
    "name", [name for name, why in NOT_JUDGED.items() if why in (ACCEPTED, NOT_REFUSED)]
)
def test_what_no_api_refused_is_no_error(name: str) -> None:
    unsigned = ("thought-signature-missing", "last-turn-pending-call")

    assert [one for one, _ in errors(name) if one not in unsigned] == []
