"""documents_of_rows: from what a store holds to documents, whatever it holds."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ctxfn.facts import (
    AgentDocument,
    Always,
    ByKeywords,
    ByPattern,
    ByTimeRange,
    LoadRule,
    ReadDocuments,
    UnreadableRule,
    documents_of_rows,
)


def read(**row: object) -> AgentDocument:
    """Read one row without problems."""
    documents, problems = documents_of_rows([{"filename": "a.md", **row}])
    assert problems == ()
    return documents[0]


class TestExamples:
    """Both writings, and what one key says over another."""

    def test_as_an_engine_is_handed_it(self) -> None:
        row = {
            "id": "doc_1",
            "filename": "style.md",
            "title": "House style",
            "content": "Use sentence case.",
            "contentCharCount": 900,
            "policyId": "p1",
            "policyLoad": "always",
            "policyLoadFormat": "file",
            "loadPosition": "system-append",
            "sourceType": "agent",
            "updatedAt": "2026-03-01T00:00:00Z",
            "loadRules": {
                "rule": "by-keywords",
                "keywords": ["write", "edit", 7],
                "keywordMatchMode": "all",
                "priority": 10,
                "maxTokens": 400.5,
            },
        }

        assert documents_of_rows([row]) == ReadDocuments(
            (
                AgentDocument(
                    id="doc_1",
                    filename="style.md",
                    title="House style",
                    content="Use sentence case.",
                    characters=900,
                    policy_id="p1",
                    load="always",
                    format="file",
                    position="system-append",
                    source="agent",
                    updated_ms=1_772_323_200_000,
                    rule=ByKeywords(("write", "edit"), "all"),
                    priority=10,
                    max_tokens=400,
                ),
            ),
            (),
        )

    def test_the_policy_of_a_stored_row_comes_first(self) -> None:
        found = read(
            policy={"context": {"position": "context-end", "policyLoadFormat": "file"}},
            policyLoadPosition="before-system",
            policyLoadFormat="raw",
        )

        assert (found.position, found.format) == ("context-end", "file")
        assert read(policyLoadPosition="before-system").position == "before-system"

    def test_a_rule_may_stand_in_the_policy(self) -> None:
        stored = read(policy={"context": {"rule": "by-regexp", "regexp": "a+", "priority": 2}})

        assert (stored.rule, stored.priority) == (ByPattern("a+"), 2)

    def test_folders_give_their_titles_and_go(self) -> None:
        rows = [
            {"filename": "a", "parentId": "d1"},
            {"id": "r1", "documentId": "d1", "title": "Notes", "isFolder": True},
            {"documentId": "d2", "filename": "pack", "fileType": "skills/bundle"},
            {"filename": "b", "parentId": "d2", "fileType": "custom/document"},
            {"filename": "c", "parentId": "r1"},
        ]
        documents = documents_of_rows(rows).documents

        assert [(one.filename, one.folder) for one in documents] == [
            ("a", "Notes"),
            ("b", "pack"),
            ("c", None),
        ]

    @pytest.mark.parametrize(
        ("rules", "expected"),
        [
            ({}, Always()),
            ({"rule": "by-keywords"}, ByKeywords()),
            ({"rule": "by-regexp"}, ByPattern("")),
            ({"rule": "by-time-range"}, ByTimeRange()),
            (
                {"rule": "by-time-range", "timeRange": {"from": "1970-01-02", "to": ""}},
                ByTimeRange(86_400_000),
            ),
            (
                {"rule": "by-time-range", "timeRange": {"to": "soon"}},
                UnreadableRule("the bound 'soon' of its time range is no moment"),
            ),
        ],
    )
    def test_each_rule(self, rules: dict[str, object], expected: LoadRule) -> None:
        assert read(loadRules=rules).rule == expected

    def test_a_name_is_found_somewhere(self) -> None:
        rows: list[object] = [{"title": "T"}, {"id": 7}, {}]

        assert [one.filename for one in documents_of_rows(rows).documents] == ["T", "7", "document"]


class TestProblems:
    """What cannot be read counts as missing, and is told."""

    @pytest.mark.parametrize(
        ("row", "problem"),
        [
            (None, "row 0 is no row but a NoneType"),
            ({"loadPosition": "after-knowledge"}, "position 'after-knowledge' is none of ours"),
            ({"policyLoad": "sometimes"}, "policyLoad 'sometimes' is none of ours"),
            ({"sourceType": {}, "content": []}, "content [] is no text"),
            ({"loadRules": {"rule": "by-moon"}}, "rule 'by-moon' is none of ours"),
            ({"loadRules": {"priority": "high"}}, "priority 'high' is no number"),
            ({"updatedAt": "yesterday"}, "updatedAt 'yesterday' is no moment"),
            ({"createdAt": 10**400}, "is no moment"),
        ],
    )
    def test_a_problem_is_told(self, row: object, problem: str) -> None:
        assert problem in " ".join(documents_of_rows([row]).problems)

    @given(
        st.lists(
            st.dictionaries(
                st.sampled_from(
                    [
                        *("id", "documentId", "filename", "title", "content", "isFolder"),
                        *("loadPosition", "policy", "loadRules", "policyLoad", "sourceType"),
                        *("parentId", "updatedAt", "contentCharCount", "policyLoadRule"),
                    ]
                ),
                st.recursive(
                    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=3),
                    lambda inner: (
                        st.lists(inner, max_size=2)
                        | st.dictionaries(
                            st.sampled_from(
                                ["context", "rule", "keywords", "timeRange", "from", "priority"]
                            ),
                            inner | st.sampled_from(["by-time-range", "by-keywords", "by-regexp"]),
                            max_size=4,
                        )
                    ),
                    max_leaves=6,
                ),
            )
            | st.none()
            | st.text(max_size=2),
            max_size=4,
        )
    )
    def test_whatever_a_store_holds_is_read(self, rows: list[Any]) -> None:
        documents, problems = documents_of_rows(rows)

        assert len(documents) <= len(rows)
        assert all(problem.startswith("row ") for problem in problems)
