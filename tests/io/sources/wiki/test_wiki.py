"""A wiki of files: read without a lock, changed by an agent, set up before all else."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from ctxfn.errors import InvalidArgument
from ctxfn.io.errors import UnreadableInput
from ctxfn.io.sources import (
    AgentTask,
    Answer,
    Limits,
    aquery,
    aupdate,
    expose,
    opened_now,
    operation,
    query,
    read_sources,
    status,
    update,
    wiki,
    wiki_files,
)
from ctxfn.io.sources.wikis.locking import locked
from tests.io.sources.made import answering
from tests.io.sources.wiki.repositories import bare, committed
from tests.io.sources.wiki.writers import Step, edit, made, said, writer_of

pytest.importorskip("pathspec")

OWLS: Step = ("create_page", {"path": "birds/owls.md", "text": "# Owls\n\nThey eat voles.\n"})


class TestExamples:
    """What one does with it."""

    def test_write_and_ask(self, tmp_path: Path) -> None:
        source = made(tmp_path / "wiki", OWLS)

        assert update(source, "note it") == Answer(text="done")
        assert query(source, "voles").results[0].id == "birds/owls.md"

    def test_the_tools_of_a_writer_and_of_a_reader(self, tmp_path: Path) -> None:
        tasks: list[AgentTask] = []

        async def agent(task: AgentTask) -> str:
            tasks.append(task)
            return "done"

        with opened_now(made(tmp_path)) as live:
            own = expose(live, mode="tools", write=True)
            shown = expose(live, mode="agent", agent=agent, write=True)
            for tool in shown.tools:
                tool.run({tool.declaration.parameters.thaw()["required"][0]: "x"})  # type: ignore[index, union-attr]

        reads = ["list_files", "search_content", "read_file"]
        assert [tool.name for tool in own.tools] == reads
        assert [tool.name for tool in shown.tools] == ["query_wiki", "update_wiki"]
        writes = ["create_page", "edit_page", "delete_page"]
        assert [[tool.name for tool in task.tools] for task in tasks] == [reads, [*reads, *writes]]

    def test_each_is_told_its_own(self, tmp_path: Path) -> None:
        plain = made(tmp_path)
        with_web = wiki(wiki_files(tmp_path), web=answering(id="web"))

        assert "contradict" in plain.inner
        assert "exactly what stands there" in plain.inner_write
        assert "Sources" not in plain.inner_write
        assert "Sources" in with_web.inner_write

    def test_what_one_can_do_with_a_page(self, tmp_path: Path) -> None:
        told = said(
            tmp_path,
            OWLS,
            OWLS,
            edit("birds/owls.md", "voles", "mice"),
            edit("birds/owls.md", "voles", "mice"),
            edit("birds/owls.md", "e", "x"),
            edit("birds/owls.md", "", "x"),
            edit("gone.md", "a", "b"),
            ("delete_page", {"path": "birds/owls.md"}),
            ("delete_page", {"path": "birds/owls.md"}),
        )

        assert told == [
            "made birds/owls.md",
            "birds/owls.md: it is there already; edit it",
            "edited birds/owls.md at line 3",
            "birds/owls.md, old_text: it stands there nowhere, expected once; read the page, and say"
            " more of it",
            "birds/owls.md, old_text: it stands there 3 times, expected once; read the page, and say"
            " more of it",
            "birds/owls.md, old_text: found nothing, expected what stands there now",
            "gone.md: there is no such file or folder",
            "removed birds/owls.md",
            "birds/owls.md: there is no such file or folder",
        ]

    def test_bytes_that_are_no_text_and_the_ends_of_lines_stay(self, tmp_path: Path) -> None:
        (tmp_path / "a.md").write_bytes(b"caf\xe9\r\none\r\ntwo\r\n")

        assert said(tmp_path, edit("a.md", "one\ntwo", "1\n2")) == ["edited a.md at line 2"]
        assert (tmp_path / "a.md").read_bytes() == b"caf\xe9\r\n1\r\n2\r\n"

    def test_without_a_writer_nobody_writes(self, tmp_path: Path) -> None:
        answer = update(wiki(wiki_files(tmp_path)), "x")

        assert answer.problem is not None
        assert answer.problem.reason.startswith("nobody writes here: it needs wiki(..., writer=")

    def test_a_web_is_for_the_writer_alone(self, tmp_path: Path) -> None:
        def web_search(words: str) -> Answer:
            """Search."""
            return Answer(text=f"found {words}")

        web = answering(lambda question: Answer(), operation(web_search), id="web")
        step: Step = ("web_web_search", {"words": "owls"})
        heard: list[str] = []
        source = wiki(wiki_files(tmp_path), writer=writer_of(step, heard=heard), web=web)

        answers = [update(source, "x") for _ in range(2)]
        with opened_now(source) as live:
            own = [tool.name for tool in expose(live, mode="tools").tools]

        assert [one.problem for one in answers] == [None, None]
        assert heard == ['{"text": "found owls"}'] * 2
        assert own == ["list_files", "search_content", "read_file"]


class TestLife:
    """Set up always, changed one after the other, read at any time."""

    def test_it_is_set_up_however_it_is_asked(self, tmp_path: Path) -> None:
        first, second = tmp_path / "a" / "b", tmp_path / "c"

        query(made(first), "x")
        with opened_now(made(second)) as live:
            shown = expose(live).tools[0].run({"question": "x"})

        assert (first.is_dir(), second.is_dir(), shown) == (True, True, "{}")

    def test_after_closing_all_works_again(self, tmp_path: Path) -> None:
        source = made(tmp_path / "wiki", OWLS)
        with opened_now(source) as live:
            assert live.update("x").problem is None
        (tmp_path / "wiki" / "birds" / "owls.md").unlink()
        (tmp_path / "wiki" / "birds").rmdir()
        (tmp_path / "wiki").rmdir()

        with opened_now(source) as live:
            assert live.update("x").problem is None
            assert live.query("voles").results[0].id == "birds/owls.md"

    def test_reading_waits_for_no_writer(self, tmp_path: Path) -> None:
        async def both() -> Answer:
            async with locked(str(tmp_path), 1):
                return await aquery(made(tmp_path), "x")

        assert asyncio.run(both()).problem is None

    def test_a_writer_waits_no_longer_than_it_may(self, tmp_path: Path) -> None:
        limits = Limits(agent_seconds=0.1)
        source = wiki(wiki_files(tmp_path), writer=writer_of(), limits=limits)

        async def both() -> Answer:
            async with locked(str(tmp_path), 1):
                return await aupdate(source, "x")

        answer = asyncio.run(both())
        assert answer.problem is not None
        told = (answer.problem.kind, answer.problem.reason)
        assert told == ("late", "another change was not done within 0.1 s")

    def test_a_late_writer_can_write_no_more(self, tmp_path: Path) -> None:
        kept: list[AgentTask] = []

        async def write(task: AgentTask) -> str:
            kept.append(task)
            await asyncio.sleep(5)
            return "done"

        source = wiki(wiki_files(tmp_path), writer=write, limits=Limits(agent_seconds=0.1))

        answer = update(source, "x")
        later = kept[0].tools[3].run(OWLS[1])

        assert answer.problem is not None
        assert answer.problem.kind == "late"
        assert "this change is over" in later
        assert list(tmp_path.iterdir()) == []

    def test_a_folder_that_is_a_file(self, tmp_path: Path) -> None:
        (tmp_path / "wiki").write_text("x")
        answer = query(made(tmp_path / "wiki"), "x")

        assert answer.problem is not None
        assert answer.problem.reason == "the folder of the wiki: it is a file"
        assert not status(made(tmp_path / "wiki")).ok


class TestDeclared:
    """In a file, as in a program."""

    def test_each_backend(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        pytest.importorskip("notion_client")
        remote = bare(tmp_path, {"index.md": "Owls sleep.\n"})
        monkeypatch.setenv("TOKEN", "ntn_x")
        declared = f"""
            [sources.plain]
            type = "wiki"
            folder = "plain"
            [sources.team]
            type = "wiki"
            backend = "git"
            remote = "{remote.name}"
            folder = "team"
            [sources.far]
            type = "wiki"
            backend = "git"
            remote = "git@example.org:team/wiki.git"
            folder = "far"
            [sources.notes]
            type = "wiki"
            backend = "notion"
            database = "{"d" * 32}"
            folder = "notes"
            token = {{ env = "TOKEN" }}
            """
        (tmp_path / "sources.toml").write_text(declared)

        plain, team, far, notes = read_sources(tmp_path / "sources.toml").sources

        assert [one.id for one in query(team, "owls").results] == ["index.md"]
        assert query(plain, "owls") == Answer()
        assert (far.id, notes.secrets) == ("far", ("ntn_x",))
        assert committed(remote) == {"index.md": "Owls sleep.\n"}

    @pytest.mark.parametrize(
        ("lines", "reason"),
        [
            ('backend = "svn"\nfolder = "x"', "backend: found 'svn', expected files, git, notion"),
            ('backend = "git"\nfolder = "x"', "backend git, remote: found nothing"),
            ('folder = "x"\nremote = "y"', "found the option remote, expected one of folder"),
            ('backend = "git"\nremote = "x"\nfolder = "x"\ntoken = "t0"', "sources.w.token: found a secret"),
            ('folders = "x"', "perhaps 'folder'"),
        ],
    )  # fmt: skip
    def test_what_does_not_belong(self, tmp_path: Path, lines: str, reason: str) -> None:
        (tmp_path / "sources.toml").write_text(f'[sources.w]\ntype = "wiki"\n{lines}\n')

        with pytest.raises(UnreadableInput) as caught:
            read_sources(tmp_path / "sources.toml")

        assert reason in str(caught.value)
        assert "t0" not in str(caught.value).replace("tmp", "").replace(str(tmp_path), "")

    @pytest.mark.parametrize(
        "wrong", [{"writer": 1}, {"web": "x"}, {"pages": "*.md"}, {"pages": [""]}, {"exclude": "x"}]
    )
    def test_in_a_program(self, tmp_path: Path, wrong: dict[str, object]) -> None:
        with pytest.raises(InvalidArgument):
            wiki(wiki_files(tmp_path), **wrong)  # type: ignore[arg-type]
