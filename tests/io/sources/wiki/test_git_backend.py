"""A git wiki: cloned once, brought up to date, committed, sent; and nothing of ours left anywhere."""

from __future__ import annotations

import asyncio
import os
import re
import shutil
import time
from datetime import UTC, datetime
from pathlib import Path

import pytest

from ctxfn.errors import InvalidArgument
from ctxfn.io.sources import (
    AgentTask,
    Answer,
    Source,
    aupdate,
    opened_now,
    query,
    refresh_wiki,
    status,
    update,
    wiki,
    wiki_git,
)
from tests.io.sources.wiki.repositories import (
    bare,
    committed,
    git,
    pushed_by_others,
    serving,
    written,
)
from tests.io.sources.wiki.writers import Step, calling, edit, writer_of

pytest.importorskip("pathspec")
if shutil.which("git") is None:
    pytest.skip("git is not installed", allow_module_level=True)

TOKEN = "gh-t0ken/with+signs"
NOW = datetime(2026, 5, 4, 3, 2, tzinfo=UTC)
OWLS: Step = ("create_page", {"path": "birds/owls.md", "text": "# Owls\n\nThey eat voles.\n"})


def made(folder: Path, remote: Path | str, *steps: Step, fails: bool = False) -> Source:
    backend = wiki_git(remote, folder / "clone", now=lambda: NOW)
    return wiki(backend, writer=writer_of(*steps, fails=fails))


def reason(answer: Answer) -> str:
    assert answer.problem is not None
    return answer.problem.reason


class TestExamples:
    """What happens around a change."""

    def test_a_page_is_written_committed_and_sent(self, tmp_path: Path) -> None:
        remote = bare(tmp_path, {"index.md": "Hello.\n"})
        source = wiki(
            wiki_git(remote, tmp_path / "clone", author="Robin"),
            writer=writer_of(OWLS),
            summarise=lambda diff: f'- "Add owls" {"+They eat voles." in diff}\nand more',
        )

        answer = update(source, "note what owls eat")

        sha = git(remote, "rev-parse", "main").strip()
        told = f'saved as {sha[:10]}, 1 file: Add owls" True'
        assert answer == Answer(text="done", remarks=(told,))
        assert committed(remote)["birds/owls.md"] == "# Owls\n\nThey eat voles.\n"
        assert git(remote, "log", "-1", "--format=%an %s", "main") == 'Robin Add owls" True\n'

    def test_a_question_needs_no_opening_before(self, tmp_path: Path) -> None:
        remote = bare(tmp_path, {"index.md": "Owls sleep by day.\n"})
        source = made(tmp_path, remote)

        assert status(source).detail.endswith("clone: to be cloned")
        assert [one.id for one in query(source, "owls").results] == ["index.md"]
        assert status(source).detail.endswith("clone: a clone, branch main")

    def test_a_clone_that_is_there_is_used_again(self, tmp_path: Path) -> None:
        remote = bare(tmp_path, {"index.md": "Hello.\n"})
        source = made(tmp_path, f"file://{remote}", OWLS)
        query(source, "owls")
        before = (tmp_path / "clone" / ".git").stat().st_ino
        pushed_by_others(remote, {"index.md": "Hello, you.\n"})

        answer = update(source, "owls")

        assert answer.problem is None
        assert (tmp_path / "clone" / ".git").stat().st_ino == before
        assert committed(remote).keys() == {"index.md", "birds/owls.md"}
        assert answer.remarks[0].endswith("1 file: Update the wiki (2026-05-04 03:02 UTC)")

    def test_a_repository_with_nothing_in_it_gets_its_first_commit(self, tmp_path: Path) -> None:
        remote = bare(tmp_path)

        answers = [update(made(tmp_path, remote, OWLS), "owls") for _ in range(2)]

        assert [one.problem for one in answers] == [None, None]
        assert committed(remote).keys() == {"birds/owls.md"}

    def test_the_sha_is_one_that_the_remote_has(self, tmp_path: Path) -> None:
        """It is read behind the rebase, which makes another commit."""
        remote = bare(tmp_path, {"index.md": "Hello.\n"})

        async def write(task: AgentTask) -> str:
            await calling(task, OWLS[0])(OWLS[1])
            pushed_by_others(remote, {"new.md": "meanwhile\n"})
            return "done"

        answer = update(wiki(wiki_git(remote, tmp_path / "clone"), writer=write), "owls")

        sha = re.findall(r"saved as (\w+)", answer.remarks[0])[0]
        assert git(remote, "rev-parse", "main").startswith(sha)
        assert committed(remote).keys() == {"index.md", "new.md", "birds/owls.md"}

    def test_a_scheduler_brings_it_up_to_date(self, tmp_path: Path) -> None:
        remote = bare(tmp_path, {"index.md": "Hello.\n"})
        backend = wiki_git(remote, tmp_path / "clone")
        refresh_wiki(backend)
        pushed_by_others(remote, {"owls.md": "voles\n"})

        assert refresh_wiki(backend) == ()
        assert query(wiki(backend), "voles").results[0].id == "owls.md"


class TestTrouble:
    """What is in the way is told; nobody's work is lost."""

    def test_two_who_changed_the_same_place(self, tmp_path: Path) -> None:
        remote = bare(tmp_path, {"index.md": "one\n"})

        async def write(task: AgentTask) -> str:
            await calling(task, "edit_page")(edit("index.md", "one", "ours")[1])
            pushed_by_others(remote, {"index.md": "theirs\n"})
            return "done"

        source = wiki(wiki_git(remote, tmp_path / "clone", now=lambda: NOW), writer=write)

        told = reason(update(source, "x"))

        clone = tmp_path / "clone"
        assert told.startswith("others changed the same place: index.md. Our commits stay")
        assert "git rebase --continue" in told
        assert git(clone, "status", "--porcelain", "--branch") == (
            "## main...origin/main [ahead 1, behind 1]\n"
        )
        assert (clone / "index.md").read_text() == "ours\n"
        assert committed(remote) == {"index.md": "theirs\n"}

    def test_when_it_is_mended_what_is_left_is_sent(self, tmp_path: Path) -> None:
        remote = bare(tmp_path, {"index.md": "one\n"})
        source = made(tmp_path, remote)
        query(source, "x")
        written(tmp_path / "clone" / "mended.md", "by hand\n")
        git(tmp_path / "clone", "add", "--all")
        git(tmp_path / "clone", "commit", "--quiet", "-m", "mended")

        answer = update(source, "nothing")

        assert answer == Answer(text="done")
        assert committed(remote).keys() == {"index.md", "mended.md"}

    def test_a_writer_that_fails_leaves_a_clean_tree(self, tmp_path: Path) -> None:
        remote = bare(tmp_path, {"index.md": "one\n"})
        steps = (OWLS, edit("index.md", "one", "half"))

        failed = update(made(tmp_path, remote, *steps, fails=True), "x")
        left = git(tmp_path / "clone", "status", "--porcelain")
        again = update(made(tmp_path, remote, OWLS), "x")

        assert (reason(failed), left) == ("RuntimeError: out of ink", "")
        assert [one.split(",")[0][:8] for one in again.remarks] == ["saved as"]
        assert committed(remote) == {
            "index.md": "one\n",
            "birds/owls.md": "# Owls\n\nThey eat voles.\n",
        }

    def test_what_nobody_committed_is_set_aside_and_told(self, tmp_path: Path) -> None:
        remote = bare(tmp_path, {"index.md": "one\n"})
        source = made(tmp_path, remote, OWLS)
        query(source, "x")
        clone = tmp_path / "clone"
        written(clone / "index.md", "by hand\n")
        written(clone / "new.md", "by hand\n")
        pushed_by_others(remote, {"index.md": "two\n"})

        answer = update(source, "x")

        told = "changes that nobody had committed are set aside (git stash list): index.md, new.md"
        assert answer.remarks[0] == told
        assert committed(remote).keys() == {"index.md", "birds/owls.md"}
        assert "by hand" in git(clone, "stash", "show", "-p", "--include-untracked")

    @pytest.mark.parametrize("there", ["files", "other remote", "other branch"])
    def test_what_else_lies_there_is_refused_unless_forced(
        self, tmp_path: Path, there: str
    ) -> None:
        remote = bare(tmp_path, {"index.md": "one\n"})
        clone = tmp_path / "clone"
        if there == "files":
            written(clone / "mine.md", "mine")
        else:
            query(made(tmp_path, remote), "x")
        if there == "other branch":
            git(clone, "checkout", "--quiet", "-b", "mine")
            git(clone, "branch", "-D", "main")
        other = bare(tmp_path / "two", {"two.md": "two\n"}) if "remote" in there else remote

        told = reason(query(wiki(wiki_git(other, clone)), "x"))
        forced = query(wiki(wiki_git(other, clone, force_clone=True)), "one two")

        assert told.startswith("the folder of the wiki ")
        assert "force_clone=True" in told
        assert [one.id for one in forced.results] == [
            "two.md" if there == "other remote" else "index.md"
        ]

    def test_a_branch_that_is_not_there_is_told_with_those_that_are(self, tmp_path: Path) -> None:
        remote = bare(tmp_path, {"index.md": "one\n"})
        source = wiki(wiki_git(remote, tmp_path / "clone", branch="docs"))

        assert reason(query(source, "x")) == "the remote has no branch docs; there is: main"
        assert query(made(tmp_path, remote), "one").problem is None

    def test_two_writers_at_once_come_one_after_the_other(self, tmp_path: Path) -> None:
        remote = bare(tmp_path, {"index.md": "start\n"})
        inside: list[int] = []

        def writing(number: int) -> Source:
            async def write(task: AgentTask) -> str:
                inside.append(number)
                text = f"by {number}\n"
                await calling(task, "create_page")({"path": f"{number}.md", "text": text})
                await asyncio.sleep(0.02)
                assert inside[-1] == number
                return "done"

            return wiki(wiki_git(remote, tmp_path / "clone"), writer=write)

        async def both() -> list[Answer]:
            return await asyncio.gather(*(aupdate(writing(each), "x") for each in range(3)))

        assert [one.problem for one in asyncio.run(both())] == [None] * 3
        assert committed(remote).keys() == {"index.md", "0.md", "1.md", "2.md"}
        assert len(git(remote, "log", "--format=%H", "main").split()) == 4


class TestToken:
    """A token opens the remote, and is found nowhere."""

    def test_right_over_http(self, tmp_path: Path) -> None:
        remote = bare(tmp_path / "served", {"index.md": "one\n"})
        with serving(tmp_path / "served", TOKEN) as address:
            backend = wiki_git(f"{address}/wiki.git", tmp_path / "clone", token=TOKEN)
            answer = update(wiki(backend, writer=writer_of(OWLS)), "x")

        assert answer.problem is None
        assert committed(remote).keys() == {"index.md", "birds/owls.md"}
        assert TOKEN not in repr(backend)
        on_disk = (one for one in (tmp_path / "clone").rglob("*") if one.is_file())
        assert not [one for one in on_disk if TOKEN.encode() in one.read_bytes()]

    @pytest.mark.parametrize("token", ["wr0ng-and-secret", None])
    def test_wrong_or_none_over_http(self, tmp_path: Path, token: str | None) -> None:
        bare(tmp_path / "served", {"index.md": "one\n"})
        with serving(tmp_path / "served", TOKEN) as address:
            backend = wiki_git(f"{address}/wiki.git", tmp_path / "clone", token=token)
            answer = query(wiki(backend), "x")

        assert reason(answer).startswith("git ls-remote: fatal: ")
        assert "wr0ng" not in repr(answer)
        assert "terminal prompts disabled" in reason(answer) or "failed" in reason(answer)


class TestSafety:
    """git runs nothing of what lies in the folder, and is led nowhere else."""

    def test_hooks_monitors_and_signers_do_not_run(self, tmp_path: Path) -> None:
        remote = bare(tmp_path, {"index.md": "one\n"})
        source = made(tmp_path, remote, OWLS)
        query(source, "x")
        clone, ran = tmp_path / "clone", tmp_path / "ran"
        trap = written(tmp_path / "trap", f"#!/bin/sh\necho $0 >> {ran}\nexit 0\n")
        trap.chmod(0o755)
        (clone / ".git" / "hooks").mkdir()
        hooks = ("pre-commit", "post-commit", "pre-push", "pre-rebase", "post-checkout")
        for name in (*hooks, "post-rewrite", "commit-msg", "prepare-commit-msg", "post-merge"):
            shutil.copy(trap, clone / ".git" / "hooks" / name)
        for key in ("core.fsmonitor", "gpg.program", "core.editor", "core.askPass"):
            git(clone, "config", key, str(trap))
        git(clone, "config", "core.sshCommand", str(trap))
        git(clone, "config", "commit.gpgSign", "true")
        pushed_by_others(remote, {"index.md": "two\n"})

        assert update(source, "x").problem is None
        assert not ran.exists()

    def test_the_environment_leads_it_nowhere_else(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        remote = bare(tmp_path, {"index.md": "one\n"})
        other = bare(tmp_path / "other", {"other.md": "other\n"})
        monkeypatch.setenv("GIT_DIR", str(other))
        monkeypatch.setenv("GIT_WORK_TREE", str(tmp_path))
        monkeypatch.setenv("GIT_INDEX_FILE", str(tmp_path / "index"))

        assert update(made(tmp_path, remote, OWLS), "x").problem is None
        monkeypatch.undo()
        assert committed(remote).keys() == {"index.md", "birds/owls.md"}
        assert committed(other).keys() == {"other.md"}

    def test_a_command_that_hangs_is_killed_with_all_it_began(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        programs, alive = tmp_path / "bin", tmp_path / "alive"
        script = f"#!/bin/sh\n(trap '' TERM; while :; do touch {alive}; sleep 0.02; done) &\nwait\n"
        written(programs / "git", script).chmod(0o755)
        monkeypatch.setenv("PATH", f"{programs}{os.pathsep}{os.environ['PATH']}")
        backend = wiki_git(tmp_path / "x.git", tmp_path / "clone", seconds=0.2)

        with opened_now(wiki(backend)) as live:
            told = reason(live.query("x"))
        alive.unlink()
        time.sleep(0.1)

        assert told == "git ls-remote took more than 0.2 s"
        assert not alive.exists()

    @pytest.mark.parametrize(
        ("remote", "token"),
        [
            ("http://example.org/x.git", None),
            ("ext::sh -c id", None),
            ("git://example.org/x.git", None),
            ("https://ann:word@example.org/x.git", None),
            ("https://t0ken@example.org/x.git", None),
            ("ssh://-oProxyCommand=id/x", None),
            ("ssh://git@example.org/x.git", "t0ken"),
            ("/srv/x.git", "t0ken"),
            ("https://example.org/x.git", "a\nb"),
            ("https://example.org/x\n.git", None),
            ("", None),
        ],
    )
    def test_such_addresses_are_refused(
        self, tmp_path: Path, remote: str, token: str | None
    ) -> None:
        with pytest.raises(InvalidArgument) as caught:
            wiki_git(remote, tmp_path, token=token)

        assert "word" not in str(caught.value)
        assert "t0ken" not in str(caught.value)

    @pytest.mark.parametrize(
        "branch", ["-x", "a..b", "a b", "x.lock", "HEAD", "", "/a", "a~1", "@{-1}"]
    )
    def test_such_branches_are_refused(self, tmp_path: Path, branch: str) -> None:
        with pytest.raises(InvalidArgument, match="branch"):
            wiki_git(tmp_path / "x.git", tmp_path, branch=branch)
