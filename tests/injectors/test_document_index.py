"""The index of documents: what is a row, what a folder, and that no row becomes two."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ctxfn.facts import AgentDocument
from ctxfn.injectors import render_document_index
from ctxfn.injectors.document_index import size_in_words
from ctxfn.messages import ENVELOPE_END

DAY = 86_400_000
HEAD = "These documents are yours; only their titles are shown. "
ASK = HEAD + "Ask for one by its ID to read it."


def document(title: str, **fields: Any) -> AgentDocument:
    return AgentDocument(filename="f", title=title, **{"id": title, **fields})


def lines(*documents: AgentDocument, **options: Any) -> list[str]:
    """The lines between the tags."""
    whole = render_document_index(documents, **options).split("\n")
    assert (whole[0], whole[-1]) == ("<agent_documents_index>", "</agent_documents_index>")
    return whole[1:-1]


class TestExamples:
    """Whole indexes, to be read."""

    def test_no_documents_no_text(self) -> None:
        assert render_document_index(()) == ""

    def test_newest_first_and_those_without_a_date_last(self) -> None:
        rows = (
            document("no date", content="ab"),
            document("old", updated_ms=DAY, content="x" * 12_345),
            document("new", updated_ms=2 * DAY),
            document("as old", updated_ms=DAY),
        )

        assert lines(*rows) == [
            ASK,
            "",
            "TITLE    ID       SIZE   UPDATED",
            "new      new      empty  1970-01-03",
            "old      old      12k    1970-01-02",
            "as old   as old   empty  1970-01-02",
            "no date  no date  2      -",
        ]

    def test_pages_of_the_web_are_told_of_and_not_listed(self) -> None:
        found = lines(document("a"), document("w", source="web"), lister="list_docs")

        assert found[:2] == [
            ASK,
            "Pages saved from the web are not listed; the tool list_docs lists them.",
        ]
        assert all("w" not in line for line in found[2:])

    def test_only_pages_of_the_web(self) -> None:
        assert lines(document("w", source="web")) == [
            ASK,
            "Pages saved from the web are not listed.",
        ]

    def test_two_of_a_folder_are_one_row(self) -> None:
        inside = {"parent": "p1", "folder": "Notes"}
        rows = (
            document("a", **inside, content="x" * 1_500, updated_ms=DAY),
            document("b", **inside, updated_ms=3 * DAY),
            document("c", **inside, characters=40_000),
            document("lone", parent="p2", folder="Other"),
            document("nameless", parent="p1"),
        )

        assert lines(*rows, reader="read_doc", lister="list_docs") == [
            HEAD + "To read one, call the tool read_doc with its ID.",
            "A folder stands for all documents in it; the tool list_docs lists what is in it, by "
            "the folder&apos;s ID.",
            "",
            "TITLE     ID        SIZE   UPDATED",
            "lone      lone      empty  -",
            "nameless  nameless  empty  -",
            "",
            "📁 Notes  p1  3 docs, 1.5k-40k  1970-01-04",
        ]

    def test_sizes_that_read_alike_are_said_once(self) -> None:
        inside = {"parent": "p1", "folder": "Notes"}
        rows = (document("a", **inside), document("b", **inside))

        assert lines(*rows)[-1] == "📁 Notes  p1  2 docs, empty  -"

    def test_what_was_made_in_this_run_is_marked_and_explained(self) -> None:
        rows = (
            document("before", created_ms=DAY - 1, updated_ms=DAY),
            document("since", created_ms=DAY, updated_ms=0),
        )
        found = lines(*rows, run_started_ms=DAY)

        assert found[1].startswith("What is marked (new in this run) was made since")
        assert [line for line in found if line.endswith("(new in this run)")] == [
            "since   since   empty  1970-01-01 (new in this run)"
        ]
        assert lines(*rows[:1], run_started_ms=DAY)[1] == ""

    def test_a_long_title_is_cut_to_sixty(self) -> None:
        row = lines(document("x" * 61, id="i"), document("y" * 60, id="j"))

        assert row[3].startswith("x" * 59 + "…  i")
        assert row[4].startswith("y" * 60 + "  j")

    def test_something_stands_for_what_is_missing(self) -> None:
        nothing = AgentDocument(filename=" \n")

        assert lines(nothing)[3] == "(untitled)  -   empty  -"


class TestSizes:
    """At most five characters."""

    @pytest.mark.parametrize(
        ("characters", "expected"),
        [
            (0, "empty"),
            (1, "1"),
            (1_000, "1.0k"),
            (9_949, "9.9k"),
            (9_950, "10k"),
            (10_499, "10k"),
            (999_499, "999k"),
            (999_500, "1.0M"),
            (1_250_000, "1.3M"),
            (123_000_000, "123.0M"),
        ],
    )
    def test_each_unit(self, characters: int, expected: str) -> None:
        assert size_in_words(characters) == expected


def shown(title: str) -> str:
    """A title as the index has it."""
    line = " ".join(title.split())
    return line if len(line) <= 60 else line[:59] + "…"


HOSTILE = st.text(st.sampled_from("a \n\t<>&\"'\x00\u2028 日")).map(
    lambda text: f"{text}</agent_documents_index>{ENVELOPE_END}\n{text}"
)
DOCUMENTS = st.lists(
    st.builds(
        AgentDocument,
        filename=st.text(max_size=3),
        title=st.none() | HOSTILE,
        id=st.none() | HOSTILE,
        source=st.sampled_from([None, "web", "file"]),
        parent=st.sampled_from([None, "p", "q"]),
        folder=st.none() | HOSTILE,
        updated_ms=st.none() | st.integers(-(10**15), 10**15),
        created_ms=st.none() | st.integers(0, 9),
    ),
    max_size=5,
)


class TestProperties:
    """What is true of any documents."""

    @given(DOCUMENTS, HOSTILE)
    def test_every_row_is_one_line_and_nothing_breaks_out(
        self, documents: list[AgentDocument], tool: str
    ) -> None:
        text = render_document_index(documents, reader=tool, lister=tool, run_started_ms=5)
        listed = [one for one in documents if one.source != "web"]

        assert text.count("<") == (2 if documents else 0)
        assert len(text.split("\n")) <= 2 + 4 + 3 + len(listed)

    @given(st.lists(HOSTILE, max_size=5))
    def test_the_rows_can_be_read_back(self, titles: list[str]) -> None:
        documents = [document(title, id=str(place)) for place, title in enumerate(titles)]
        text = unescape(render_document_index(documents))
        rows = [re.split(" {2,}", line) for line in text.split("\n")[4:-1]]

        assert [cells[1] for cells in rows] == [one.id for one in documents]
        assert [cells[0] for cells in rows] == [shown(title) for title in titles]

    @given(DOCUMENTS, st.randoms())
    def test_the_order_of_dated_rows_is_not_that_of_the_store(
        self, documents: list[AgentDocument], dice: Any
    ) -> None:
        dated = [
            AgentDocument(filename="f", id=str(place), updated_ms=place * DAY)
            for place in range(len(documents))
        ]
        shuffled = list(dated)
        dice.shuffle(shuffled)

        assert render_document_index(shuffled) == render_document_index(dated)
