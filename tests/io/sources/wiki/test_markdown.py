"""Blocks as Markdown: what is shown as text comes back the same."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

pytest.importorskip("pathspec")

from ctxfn.io.sources.wikis.notion.blocks import HEADINGS, ITEMS, KEPT, PageBlock
from ctxfn.io.sources.wikis.notion.languages import LANGUAGES
from ctxfn.io.sources.wikis.notion.markdown import (
    can_be_written,
    read_blocks,
    shown_block,
    write_blocks,
)
from ctxfn.io.sources.wikis.notion.planning import Placed, planned
from ctxfn.io.sources.wikis.notion.spans import (
    Span,
    joined,
    read_spans,
    rich_text,
    spans_of,
    write_spans,
)
from tests.io.sources.wiki.notion_double import paragraph, span

SIGNS = st.text(st.sampled_from("ab \n\t*_`[]()\\<>!-#.1~x猫"), min_size=1, max_size=12)
TEXTS = st.one_of(SIGNS, st.text(st.characters(codec="utf-8"), min_size=1, max_size=20))
SPANS = st.builds(
    Span,
    TEXTS,
    bold=st.booleans(),
    italic=st.booleans(),
    code=st.booleans(),
    link=st.sampled_from((None, None, "https://example.org/a_(b)", "https://example.org/*a*")),
)


def as_notion_has_it(spans: tuple[Span, ...]) -> tuple[Span, ...]:
    return spans_of(
        span(one.text, one.link, bold=one.bold, italic=one.italic, code=one.code) for one in spans
    ) or (Span("x"),)


RICH = st.lists(SPANS, min_size=1, max_size=3).map(tuple).map(as_notion_has_it)
KEPT_BLOCKS = st.builds(
    PageBlock,
    st.just(KEPT),
    id=st.text("0123456789abcdef", min_size=32, max_size=32),
    about=st.just("table"),
)
BLOCKS = st.one_of(
    st.builds(PageBlock, st.sampled_from(("paragraph", "quote", *HEADINGS, *ITEMS[:2])), RICH),
    st.builds(PageBlock, st.just("to_do"), RICH, checked=st.booleans()),
    st.builds(
        lambda text, language: PageBlock("code", joined((Span(text),)), language=language),
        TEXTS,
        st.sampled_from(sorted(LANGUAGES)),
    ),
    st.just(PageBlock("divider")),
)
SHOWN = BLOCKS.filter(can_be_written)


class TestExamples:
    """A page, as people write one."""

    def test_every_kind_of_block(self) -> None:
        page = (
            "# Owls\n\nThey **eat** *voles*, `mice` and [more](https://example.org).\n"
            "On two lines.\n\n## By night\n\n### Late\n\n- one\n- two\n\n1. first\n2. second\n\n"
            "- [ ] to do\n- [x] done\n\n> quoted\n> twice\n\n```python\nx = '``'\n```\n\n---\n"
        )

        blocks = read_blocks(page)

        assert [one.kind for one in blocks] == [
            "heading_1", "paragraph", "heading_2", "heading_3", "bulleted_list_item",
            "bulleted_list_item", "numbered_list_item", "numbered_list_item", "to_do", "to_do",
            "quote", "code", "divider",
        ]  # fmt: skip
        assert write_blocks(blocks) == page

    @pytest.mark.parametrize(
        ("written", "meant"),
        [
            ("snake_case and 2 * 3 * 4", (Span("snake_case and 2 * 3 * 4"),)),
            ("__b__ _i_", (Span("b", bold=True), Span(" "), Span("i", italic=True))),
            ("***x***", (Span("x", bold=True, italic=True),)),
            ("**a `b` c**", None),
            (r"\*no\*", (Span("*no*"),)),
            ("`open and **so", (Span("`open and **so"),)),
            ("[no] (x)", (Span("[no] (x)"),)),
        ],
    )
    def test_marks_as_people_write_them(self, written: str, meant: tuple[Span, ...] | None) -> None:
        spans = read_spans(written)

        assert meant is None or spans == meant
        assert read_spans(write_spans(spans)) == spans

    def test_what_has_no_words_is_kept(self) -> None:
        odd = [
            {"type": "paragraph", "paragraph": {"rich_text": [span("x", underline=True)]}},
            {"type": "paragraph", "paragraph": {"rich_text": [{"type": "equation"}]}},
            {"type": "paragraph", "paragraph": {"rich_text": []}},
            {**paragraph("a"), "has_children": True},
            {"type": "heading_1", "heading_1": {"rich_text": [span("x")], "is_toggleable": True}},
            {"type": "code", "code": {"rich_text": [span("x")], "caption": [span("y")]}},
            {"type": "code", "code": {"rich_text": [span("x", bold=True)], "language": "c"}},
            {"type": "unsupported", "unsupported": {}},
        ]

        assert [shown_block({"id": "0" * 32, **row}).kind for row in odd] == [KEPT] * len(odd)


class TestProperties:
    """What is true of every page."""

    @given(st.lists(st.one_of(SHOWN, KEPT_BLOCKS), max_size=6))
    def test_a_page_comes_back_the_same(self, blocks: list[PageBlock]) -> None:
        assert read_blocks(write_blocks(blocks)) == tuple(blocks)

    @given(st.text(st.sampled_from("ab \n\t*_`[]()\\<>!-#.1~x"), max_size=40))
    def test_what_is_read_is_read_again_the_same(self, page: str) -> None:
        """So that what was sent does not look changed when it comes back."""
        once = read_blocks(page)
        shown = tuple(one for one in once if can_be_written(one))

        assert read_blocks(write_blocks(shown)) == shown

    @given(RICH)
    def test_spans_that_are_sent_come_back(self, spans: tuple[Span, ...]) -> None:
        sent = [
            span(one["text"]["content"], one["text"]["link"] and one["text"]["link"]["url"],
                 **one["annotations"])
            for one in rich_text(spans)
        ]  # fmt: skip

        assert spans_of(sent) == spans

    @given(
        st.lists(st.sampled_from("abc"), max_size=8),
        st.lists(st.sampled_from("abcd"), max_size=8),
        st.lists(st.integers(0, 8), max_size=2),
        st.lists(st.integers(1, 8), max_size=2),
    )
    def test_a_plan_leads_there_and_leaves_alone_what_is_kept(
        self, before: list[str], after: list[str], old_at: list[int], new_at: list[int]
    ) -> None:
        count = min(len(old_at), len(new_at))
        there = self._with_kept(before, sorted(old_at)[:count])
        wanted = self._with_kept(after, sorted(new_at)[:count])
        if there and there[0].kind == KEPT and wanted[0].kind != KEPT:
            return  # refused: nothing can be put before it
        placed = [Placed(str(number), one) for number, one in enumerate(there)]
        placed = [Placed(one.block.id or one.id, one.block) for one in placed]

        plan = planned(placed, wanted)

        rows = [(one.id, one.block) for one in placed]
        for number, put in enumerate(plan.puts):
            at = 0 if put.after is None else 1 + [name for name, _ in rows].index(put.after)
            rows[at:at] = [(f"new {number}", block) for block in put.blocks]
        left = [(name, block) for name, block in rows if name not in plan.deletes]
        assert [block for _, block in left] == wanted
        assert [name for name, block in left if block.kind == KEPT] == [
            one.id for one in wanted if one.kind == KEPT
        ]

    def _with_kept(self, words: list[str], places: list[int]) -> list[PageBlock]:
        blocks = [PageBlock("paragraph", (Span(word),)) for word in words]
        for number, at in reversed(list(enumerate(places))):
            blocks.insert(min(at, len(words)), PageBlock(KEPT, id=f"{number}" * 32))
        return blocks
