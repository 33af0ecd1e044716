"""A Notion wiki: files from pages, and only what changed sent back; nothing there is lost."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from ctxfn.errors import InvalidArgument
from ctxfn.io.sources import (
    AgentTask,
    Answer,
    Source,
    WikiBackend,
    query,
    refresh_wiki,
    status,
    update,
    wiki,
    wiki_notion,
)
from tests.io.sources.wiki.notion_double import (
    DATABASE,
    TOKEN,
    Notion,
    paragraph,
    serving_notion,
    span,
)
from tests.io.sources.wiki.writers import Step, calling, edit, writer_of

pytest.importorskip("pathspec")
pytest.importorskip("notion_client")

NOW = datetime(2026, 5, 1, tzinfo=UTC)
TABLE: dict[str, Any] = {"type": "table", "table": {"table_width": 2}, "has_children": True}


class Kept:
    """A notion, and a folder that follows it."""

    def __init__(self, notion: Notion, address: str, folder: Path) -> None:
        self.notion, self.folder = notion, folder
        self.backend: WikiBackend = wiki_notion(
            DATABASE, folder, token=TOKEN, address=address, now=lambda: NOW
        )

    def source(self, *steps: Step, fails: bool = False) -> Source:
        return wiki(self.backend, writer=writer_of(*steps, fails=fails), deleting=True)

    def read(self, name: str) -> str:
        return (self.folder / name).read_text().partition("---\n\n")[2]

    def sent(self) -> list[str]:
        """What was written, since this was asked last."""
        asked = [
            one for one in self.notion.asked if not one.startswith("GET") and "query" not in one
        ]
        self.notion.asked.clear()
        return [one.split("/")[0] + ("/children" if "children" in one else "") for one in asked]


@pytest.fixture
def kept(tmp_path: Path) -> Iterator[Kept]:
    notion = Notion()
    with serving_notion(notion) as address:
        yield Kept(notion, address, tmp_path / "pages")


def create(path: str, text: str) -> Step:
    return ("create_page", {"path": path, "text": text})


def reason(answer: Answer) -> str:
    assert answer.problem is not None
    return answer.problem.reason


class TestFetching:
    """Pages as files."""

    def test_a_page_is_a_file_with_a_quoted_header(self, kept: Kept) -> None:
        page = kept.notion.page('Eulen: "nachts" #1', paragraph("Sie jagen."))

        found = query(kept.source(), "jagen").results

        assert [one.id for one in found] == ["eulen-nachts-1.md"]
        text = (kept.folder / "eulen-nachts-1.md").read_text()
        edited = kept.notion.pages[page]["last_edited_time"]
        header = f'notion: "{page}"\nedited: "{edited}"\ntitle: "Eulen: \\"nachts\\" #1"\n'
        assert text == f"---\n{header}---\n\nSie jagen.\n"

    def test_names_keep_letters_and_tell_like_titles_apart(self, kept: Kept) -> None:
        titles = ("猫头鹰", "Owls", "owls!", "", "Secrets", "x" * 80)
        pages = [kept.notion.page(title) for title in titles]

        refresh_wiki(kept.backend)

        names = {path.name for path in kept.folder.glob("*.md")}
        expected = {"猫头鹰.md", "owls.md", f"owls-{pages[2][-6:]}.md", "untitled.md"}
        assert names == expected | {f"secrets-{pages[4][-6:]}.md", f"{'x' * 60}.md"}

    def test_names_fit_where_letters_take_four_bytes(self, kept: Kept) -> None:
        for _ in range(2):
            kept.notion.page("\U00010330" * 80)

        refresh_wiki(kept.backend)

        assert len(list(kept.folder.glob("*.md"))) == 2

    def test_what_was_cut_off_before_it_was_sent_is_put_aside_and_told(self, kept: Kept) -> None:
        kept.notion.page("Owls", paragraph("They eat voles."))
        refresh_wiki(kept.backend)
        (kept.folder / "owls.md").write_text("They eat mice.")
        (kept.folder / "new.md").write_text("# New")

        told = refresh_wiki(kept.backend)

        assert [one.partition(": ")[0] for one in told] == [
            "new.md was changed here and not sent",
            "owls.md was changed here and not sent",
        ]
        aside = (kept.folder / one.rpartition(" ")[2] for one in told)
        assert [path.read_text() for path in aside] == ["# New", "They eat mice."]
        assert kept.read("owls.md") == "They eat voles.\n"
        assert refresh_wiki(kept.backend) == ()

    def test_more_pages_and_blocks_than_one_answer_has(self, kept: Kept) -> None:
        for number in range(130):
            kept.notion.page(f"p{number}")
        long = kept.notion.page("long", *(paragraph(f"line {each}") for each in range(130)))

        refresh_wiki(kept.backend)

        assert len(list(kept.folder.glob("*.md"))) == 131
        assert kept.read("long.md").count("line") == 130
        assert kept.notion.asked.count(f"GET blocks/{long}/children") == 2

    def test_a_repeated_cursor_ends(self, kept: Kept) -> None:
        for number in range(110):
            kept.notion.page(f"p{number}")
        kept.notion.repeats_cursor = True

        answer = query(kept.source(), "p")

        assert reason(answer) == "Notion: it sends the same results again and again"
        kept.notion.repeats_cursor = False
        assert query(kept.source(), "x").problem is None

    def test_what_is_gone_there_is_gone_here_and_what_stayed_is_not_asked_for(
        self, kept: Kept
    ) -> None:
        gone, stays = kept.notion.page("gone"), kept.notion.page("stays", paragraph("x"))
        refresh_wiki(kept.backend)
        (kept.folder / "surplus.md").write_text("x")
        (kept.folder / "other.txt").write_text("x")
        del kept.notion.pages[gone]
        kept.notion.asked.clear()

        refresh_wiki(kept.backend)

        names = {path.name for path in kept.folder.iterdir()}
        assert names == {"stays.md", "other.txt", ".notion"}
        assert f"GET blocks/{stays}/children" not in kept.notion.asked

    def test_several_data_sources_are_told_of(self, kept: Kept) -> None:
        kept.notion.sources.append({"id": "6" * 32, "name": "Others"})

        told = refresh_wiki(kept.backend)

        assert told == ("the database has 2 data sources; pages are of the first: Pages",)

    def test_a_folder_of_somebody_else_is_refused(self, kept: Kept) -> None:
        kept.folder.mkdir()
        (kept.folder / "mine.md").write_text("mine")

        told = reason(query(kept.source(), "mine"))

        assert told == "the folder of the wiki holds other files; give it another folder"
        assert (kept.folder / "mine.md").read_text() == "mine"


class TestPushing:
    """What changed is sent, and nothing else."""

    def test_a_page_that_did_not_change_has_no_request(self, kept: Kept) -> None:
        one = kept.notion.page("One", paragraph("first"), TABLE, paragraph("last"))
        two = kept.notion.page("Two", paragraph("x"))
        query(kept.source(), "x")
        kept.sent()

        answer = update(kept.source(edit("one.md", "last", "**end**")), "x")

        assert answer.remarks == ("saved, 1 file: one.md changed",)
        assert not [asked for asked in kept.notion.asked if two in asked]
        assert kept.sent() == ["PATCH blocks/children", "DELETE blocks"]
        assert kept.notion.words(one) == ["first", "table", "end"]
        assert kept.notion.blocks[one][2]["paragraph"]["rich_text"][0]["annotations"]["bold"]

    def test_nothing_changed_nothing_sent(self, kept: Kept) -> None:
        kept.notion.page("One", paragraph("first"))

        assert update(kept.source(), "x") == Answer(text="done")
        assert kept.sent() == []

    def test_what_has_no_words_stays_in_its_place(self, kept: Kept) -> None:
        colored = {"type": "quote", "quote": {"rich_text": [span("red")], "color": "red"}}
        mention = {**span("@Ann"), "type": "mention"}
        blocks = (
            paragraph("a"), TABLE, paragraph("b"), colored,
            {"type": "paragraph", "paragraph": {"rich_text": [mention], "color": "default"}},
        )  # fmt: skip
        page = kept.notion.page("One", *blocks)
        before = [one["id"] for one in kept.notion.blocks[page]]
        steps = (edit("one.md", "a\n\n<", "new\n\na\n\n<"), edit("one.md", "b\n", "c\n\nd\n"))

        answer = update(kept.source(*steps), "x")

        assert answer.problem is None
        assert kept.notion.words(page) == ["new", "a", "table", "c", "d", "red", "@Ann"]
        after = [one["id"] for one in kept.notion.blocks[page]]
        assert [after[2], *after[5:]] == [before[1], *before[3:]]
        assert "quote: red -->" in kept.read("one.md")

    def test_a_change_that_would_lose_it_is_refused_and_put_aside(self, kept: Kept) -> None:
        page = kept.notion.page("One", paragraph("a"), TABLE)
        query(kept.source(), "x")
        line = kept.read("one.md").splitlines()[2]

        told = reason(update(kept.source(edit("one.md", line, "no table")), "x"))

        assert "is missing: such a line stands for what cannot be written here" in told
        assert kept.notion.words(page) == ["a", "table"]
        assert kept.read("one.md") == f"a\n\n{line}\n"
        aside = next((kept.folder / ".notion" / "refused").iterdir())
        assert "no table" in aside.read_text()

    @pytest.mark.parametrize("settled", [True, False])
    def test_one_that_was_edited_there_meanwhile_is_refused(
        self, kept: Kept, settled: bool
    ) -> None:
        """Also within the minute that Notion tells times by."""
        page = kept.notion.page("One", paragraph("a"))
        time = kept.notion.pages[page]["last_edited_time"]

        async def write(task: AgentTask) -> str:
            await calling(task, "edit_page")(edit("one.md", "a\n", "ours\n")[1])
            kept.notion.edit(page, paragraph("theirs"))
            if not settled:
                kept.notion.pages[page]["last_edited_time"] = time
            return "done"

        told = reason(update(wiki(kept.backend, writer=write), "x"))

        assert told.startswith("one.md: it was edited in Notion since it came; ask again (what was")
        assert kept.notion.words(page) == ["a", "theirs"]
        again = update(kept.source(edit("one.md", "a\n", "ours\n")), "x")
        assert (again.problem, kept.notion.words(page)) == (None, ["ours", "theirs"])

    def test_a_new_page_of_250_blocks_is_three_requests(self, kept: Kept) -> None:
        text = "# Long one\n\n" + "".join(f"- line {each}\n" for each in range(250))

        answer = update(kept.source(create("long-one.md", text)), "x")

        assert answer.remarks == ("saved, 1 file: long-one.md made",)
        assert kept.sent() == ["POST pages", *["PATCH blocks/children"] * 2]
        ((page, row),) = kept.notion.pages.items()
        assert row["properties"]["Name"]["title"][0]["plain_text"] == "Long one"
        assert kept.notion.words(page) == [f"line {each}" for each in range(250)]

    def test_250_blocks_behind_one_keep_their_order(self, kept: Kept) -> None:
        page = kept.notion.page("One", paragraph("a"), TABLE)
        query(kept.source(), "x")
        kept.sent()
        more = "".join(f"line {each}\n\n" for each in range(250))

        update(kept.source(edit("one.md", "a\n\n<", f"a\n\n{more}<")), "x")

        assert kept.sent() == ["PATCH blocks/children"] * 3
        words = ["a", *(f"line {each}" for each in range(250)), "table"]
        assert kept.notion.words(page) == words

    def test_long_texts_are_parted_into_spans(self, kept: Kept) -> None:
        long = "word \U0001f989 " * 1200

        assert update(kept.source(create("x.md", long)), "x").problem is None
        page = next(iter(kept.notion.pages))
        assert kept.notion.words(page) == [long.rstrip(" ") + " "]

    def test_a_title_is_changed_in_the_header(self, kept: Kept) -> None:
        page = kept.notion.page("One", paragraph("a"))

        update(kept.source(edit("one.md", 'title: "One"', 'title: "Uno"')), "x")
        refresh_wiki(kept.backend)

        title = kept.notion.pages[page]["properties"]["Name"]["title"]
        assert [one["plain_text"] for one in title] == ["Uno"]
        assert [path.name for path in kept.folder.glob("*.md")] == ["uno.md"]

    @pytest.mark.parametrize(
        ("step", "told"),
        [
            (edit("one.md", 'title: "One"', "title: Uno"), "one.md: its header is broken"),
            (edit("one.md", "---\n\n", "\n"), "one.md: its header is broken"),
            (create("two.md", "---\ntitle: Two\n---\nx"), "two.md: a new page has no header"),
        ],
    )
    def test_a_header_that_is_none_is_no_text(self, kept: Kept, step: Step, told: str) -> None:
        page = kept.notion.page("One", paragraph("a"))

        assert reason(update(kept.source(step), "x")).startswith(told)
        assert (list(kept.notion.pages), kept.notion.words(page)) == ([page], ["a"])

    def test_one_that_is_taken_away_goes_into_the_bin(self, kept: Kept) -> None:
        kept.notion.page("One", paragraph("a"))

        answer = update(kept.source(("delete_page", {"path": "one.md"})), "x")

        assert answer.remarks == ("saved, 1 file: one.md put into the bin",)
        assert kept.notion.pages == {}

    def test_a_writer_that_fails_changes_nothing(self, kept: Kept) -> None:
        kept.notion.page("One", paragraph("a"))
        steps = (create("two.md", "b"), edit("one.md", "a\n", "half\n"))

        told = reason(update(kept.source(*steps, fails=True), "x"))

        assert told == "RuntimeError: out of ink"
        assert kept.sent() == []
        assert [path.name for path in kept.folder.glob("*.md")] == ["one.md"]
        assert kept.read("one.md") == "a\n"

    def test_where_taking_away_fails_the_new_stands_and_nothing_is_lost(self, kept: Kept) -> None:
        page = kept.notion.page("One", paragraph("a"))
        kept.notion.fails_on = "DELETE"

        told = reason(update(kept.source(edit("one.md", "a\n", "b\n")), "x"))

        assert told.startswith("one.md: Notion: no [hidden] today (validation_error) (what was")
        assert kept.notion.words(page) == ["a", "b"]
        kept.notion.fails_on = ""
        refresh_wiki(kept.backend)
        assert kept.read("one.md") == "a\n\nb\n"

    def test_pages_lie_in_no_folders(self, kept: Kept) -> None:
        async def write(task: AgentTask) -> str:
            return await calling(task, "create_page")(create("a/b.md", "x")[1])

        answer = update(wiki(kept.backend, writer=write), "x")

        assert "pages of this wiki lie in no folders" in (answer.text or "")


class TestToken:
    """Who has none learns nothing."""

    def test_a_wrong_one(self, kept: Kept) -> None:
        address = kept.backend
        with serving_notion(kept.notion) as place:
            backend = wiki_notion(DATABASE, kept.folder, token="wr0ng", address=place)
            answer = query(wiki(backend), "x")

        assert reason(answer) == "Notion: API token is invalid. (unauthorized)"
        assert TOKEN not in repr(address)

    def test_none(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.delenv("NOTION_API_KEY", raising=False)

        with pytest.raises(InvalidArgument, match="NOTION_API_KEY"):
            wiki_notion(DATABASE, tmp_path)

    @pytest.mark.parametrize("address", ["http://example.org", "nonsense", "file:///x", "http://["])
    def test_no_token_goes_where_others_read_it(self, tmp_path: Path, address: str) -> None:
        with pytest.raises(InvalidArgument, match="https://"):
            wiki_notion(DATABASE, tmp_path, token=TOKEN, address=address)

    def test_a_status_asks_nobody(self, kept: Kept) -> None:
        assert status(kept.source()).detail.endswith("pages: to be fetched")
        query(kept.source(), "x")
        kept.notion.asked.clear()

        assert status(kept.source()).detail.endswith("0 pages of a Notion database")
        assert kept.notion.asked == []
