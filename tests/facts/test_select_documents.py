"""select_documents: which load rules hold, and why the others do not."""

from __future__ import annotations

import sys
from typing import Any

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from ctxfn.errors import MissingExtra
from ctxfn.facts import (
    LONGEST_PATTERN,
    AgentDocument,
    Always,
    ByKeywords,
    ByPattern,
    ByTimeRange,
    LoadRule,
    UnreadableRule,
    select_documents,
)

DAY = 86_400_000


def document(rule: LoadRule, **fields: Any) -> AgentDocument:
    return evolve(AgentDocument(filename="a.md", rule=rule), **fields)


def reason(rule: LoadRule, words: str | None = "Please WRITE it", now: int | None = DAY) -> str:
    """Why the rule does not hold; empty if it does."""
    found = select_documents((document(rule),), words=words, now=now)
    return found.left_out[0].reason if found.left_out else ""


class TestKeywords:
    """Keywords are looked for inside words, whatever their case."""

    @pytest.mark.parametrize(
        ("rule", "expected"),
        [
            (ByKeywords(("write",)), ""),
            (ByKeywords(("read", "RIT")), ""),
            (ByKeywords(("read",)), "none of its keywords was said"),
            (ByKeywords(("write", "please"), "all"), ""),
            (ByKeywords(("write", "read"), "all"), "not all of its keywords were said"),
            (ByKeywords(()), "its rule has no keywords"),
            (ByKeywords((), "all"), "its rule has no keywords"),
            (ByKeywords(("", "  ")), "its rule has no keywords"),
            (ByKeywords(("", "write"), "all"), ""),
        ],
    )
    def test_what_is_said_decides(self, rule: ByKeywords, expected: str) -> None:
        assert reason(rule) == expected

    def test_nobody_said_anything(self) -> None:
        assert reason(ByKeywords(("write",)), words=None) == "none of its keywords was said"

    def test_case_is_that_of_all_languages(self) -> None:
        assert reason(ByKeywords(("STRASSE",)), words="die straße") == ""


class TestPatterns:
    """Patterns are those of RE2, and what is none of them is told."""

    @pytest.fixture(autouse=True)
    def engine(self) -> None:
        pytest.importorskip("re2")

    @pytest.mark.parametrize(
        ("pattern", "expected"),
        [
            (r"\bwrite\b", ""),
            ("ÄRGER|it$", ""),
            ("^write", "its pattern is not found in what was said last"),
            ("", "its rule has no pattern"),
        ],
    )
    def test_what_is_said_decides(self, pattern: str, expected: str) -> None:
        assert reason(ByPattern(pattern)) == expected

    @pytest.mark.parametrize("pattern", ["[", "(?=a)b", r"(a)\1", "a{2000}", "\\", "*", "\ud800["])
    def test_what_is_no_pattern_is_noted(self, pattern: str) -> None:
        assert "is none of RE2's: " in reason(ByPattern(pattern))

    def test_a_long_pattern_is_not_looked_for(self) -> None:
        longest = "a?" * (LONGEST_PATTERN // 2)

        assert reason(ByPattern(longest)) == ""
        assert reason(ByPattern(longest + "a")) == "its pattern has 1001 characters, more than 1000"

    def test_half_a_pair_is_text_as_any_other(self) -> None:
        assert reason(ByPattern("a.b"), words="a\ud800b") == ""

    def test_what_stops_an_engine_that_goes_back_is_found_at_once(self) -> None:
        words = "a" * 100_000 + "!"

        assert reason(ByPattern("(a+)+$"), words) == (
            "its pattern is not found in what was said last"
        )

    @given(st.text(max_size=30), st.text(max_size=30))
    def test_any_pattern_is_found_not_found_or_refused(self, pattern: str, words: str) -> None:
        answer = reason(ByPattern(pattern), words)

        assert answer == "" or answer.startswith(("its pattern", "its rule", "nobody said"))


class TestWithoutTheEngine:
    """A pattern needs google-re2, and only a pattern that is looked for."""

    @pytest.fixture(autouse=True)
    def without(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setitem(sys.modules, "re2", None)

    def test_a_pattern_names_the_extra(self) -> None:
        with pytest.raises(MissingExtra, match=r"google-re2 is not installed.*ctxfn\[re2\]"):
            reason(ByPattern("a"))

    @pytest.mark.parametrize(
        ("pattern", "words"), [("a", None), ("a", ""), ("", "a"), ("a" * 1_001, "a")]
    )
    def test_one_that_is_not_looked_for_needs_nothing(self, pattern: str, words: str) -> None:
        assert reason(ByPattern(pattern), words) != ""

    def test_nor_does_a_disabled_document(self) -> None:
        off = document(ByPattern("a"), load="disabled")

        assert select_documents((off,), words="a", now=0) == ((), ())


class TestTimeRanges:
    """Both bounds are inside."""

    @pytest.mark.parametrize(
        ("rule", "expected"),
        [
            (ByTimeRange(), ""),
            (ByTimeRange(DAY, DAY), ""),
            (ByTimeRange(from_ms=DAY + 1), "its time has not come yet"),
            (ByTimeRange(until_ms=DAY - 1), "its time is over"),
            (ByTimeRange(DAY + 1, DAY - 1), "its time has not come yet"),
            (ByTimeRange(until_ms=DAY + 0.5), ""),
        ],
    )
    def test_the_time_decides(self, rule: ByTimeRange, expected: str) -> None:
        assert reason(rule) == expected

    def test_nobody_knows_the_time(self) -> None:
        assert reason(ByTimeRange(), now=None) == "nobody knows the time; tell a Clock"


class TestSelection:
    """Order, and what counts at all."""

    def test_what_is_always_loaded_and_what_could_not_be_read(self) -> None:
        assert reason(Always(), words=None, now=None) == ""
        assert reason(UnreadableRule("no moment")) == "no moment"

    def test_a_disabled_document_is_neither_chosen_nor_left_out(self) -> None:
        off = document(ByKeywords(("no",)), load="disabled")

        assert select_documents((off,), words="yes", now=None) == ((), ())

    def test_priority_decides_then_the_order_given(self) -> None:
        names = [("a", 999), ("b", 1), ("c", 999), ("d", -0.5), ("e", 1)]
        given = [document(Always(), filename=name, priority=rank) for name, rank in names]
        chosen = select_documents(given, words=None, now=None).chosen

        assert "".join(one.filename for one in chosen) == "dbeac"


RULES = st.one_of(
    st.just(Always()),
    st.builds(ByKeywords, st.lists(st.sampled_from("abc ")).map(tuple)),
    st.builds(ByTimeRange, st.none() | st.integers(0, 9), st.none() | st.integers(0, 9)),
    st.just(UnreadableRule("why")),
)
DOCUMENTS = st.lists(
    st.builds(
        AgentDocument,
        filename=st.sampled_from(["x", "y"]),
        rule=RULES,
        priority=st.integers(0, 3),
        load=st.sampled_from(["always", "progressive", "disabled"]),
    ),
    max_size=6,
)
WORDS = st.none() | st.text("abcd")
NOW = st.none() | st.integers(0, 9)


class TestProperties:
    """What is true of all documents."""

    @given(DOCUMENTS, WORDS, NOW)
    def test_each_is_chosen_or_left_out_or_disabled(
        self, documents: list[AgentDocument], words: str | None, now: int | None
    ) -> None:
        chosen, left_out = select_documents(documents, words=words, now=now)
        parted = [*map(id, chosen), *(id(one.document) for one in left_out)]

        assert sorted(parted) == sorted(id(one) for one in documents if one.load != "disabled")

    @given(DOCUMENTS, DOCUMENTS, WORDS, NOW)
    def test_each_is_judged_alone(
        self,
        some: list[AgentDocument],
        more: list[AgentDocument],
        words: str | None,
        now: int | None,
    ) -> None:
        few = select_documents(some, words=words, now=now)
        many = select_documents([*some, *more], words=words, now=now)
        others = {id(one) for one in more}

        assert [one for one in many.chosen if id(one) not in others] == list(few.chosen)

    @given(DOCUMENTS, WORDS, NOW)
    def test_chosen_twice_is_chosen_once(
        self, documents: list[AgentDocument], words: str | None, now: int | None
    ) -> None:
        once = select_documents(documents, words=words, now=now)

        assert select_documents(once.chosen, words=words, now=now) == (once.chosen, ())

    @given(DOCUMENTS, st.text("abcd"), st.text("abcd"), NOW)
    def test_who_says_more_gets_no_fewer(
        self, documents: list[AgentDocument], words: str, more: str, now: int | None
    ) -> None:
        few = select_documents(documents, words=words, now=now).chosen
        many = select_documents(documents, words=words + more, now=now).chosen

        assert {id(one) for one in few} <= {id(one) for one in many}
