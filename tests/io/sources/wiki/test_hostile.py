"""Settings of a clone that lead elsewhere, flags that are texts, keys in the wrong place."""

from __future__ import annotations

import asyncio
import shutil
from pathlib import Path
from typing import Any

import pytest

from ctxfn.errors import InvalidArgument
from ctxfn.io.sources import refresh_wiki, update, wiki, wiki_files, wiki_git
from ctxfn.io.sources.wikis import wording
from ctxfn.io.sources.wikis.wording import summary_of, utc_now
from tests.io.sources.wiki.repositories import bare, git
from tests.io.sources.wiki.writers import Step, writer_of

pytest.importorskip("pathspec")
if shutil.which("git") is None:
    pytest.skip("git is not installed", allow_module_level=True)

OWLS: Step = ("create_page", {"path": "owls.md", "text": "# Owls\n"})
MICE: Step = ("create_page", {"path": "mice.md", "text": "# Mice\n"})


class TestSettingsOfAClone:
    @pytest.mark.parametrize("key", ["remote.origin.uploadpack", "remote.origin.receivepack"])
    def test_no_program_of_theirs_runs(self, tmp_path: Path, key: str) -> None:
        remote = bare(tmp_path)
        ran = tmp_path / "ran"
        program = tmp_path / "program"
        program.write_text(f"#!/bin/sh\ntouch {ran}\nexit 1\n")
        program.chmod(0o755)
        backend = wiki_git(remote, tmp_path / "clone")
        assert update(wiki(backend, writer=writer_of(OWLS)), "Write").problem is None
        git(tmp_path / "clone", "config", key, str(program))
        assert update(wiki(backend, writer=writer_of(MICE)), "Write").problem is None
        assert not ran.exists()
        assert "mice.md" in git(remote, "ls-tree", "--name-only", "main")

    @pytest.mark.parametrize("way", ["pushurl", "insteadOf", "pushInsteadOf"])
    def test_nothing_is_sent_elsewhere(self, tmp_path: Path, way: str) -> None:
        remote = bare(tmp_path)
        backend = wiki_git(remote, tmp_path / "clone")
        assert update(wiki(backend, writer=writer_of(OWLS)), "Write").problem is None
        other = str(tmp_path / "other.git")
        pair = ("remote.origin.pushurl", other)
        if way != "pushurl":
            pair = (f"url.{other}.{way}", str(remote))
        git(tmp_path / "clone", "config", *pair)
        problem = update(wiki(backend, writer=writer_of(MICE)), "Write").problem
        assert problem is not None
        assert "other.git, not of the remote" in problem.reason


def test_names_that_others_chose_are_made_plain(tmp_path: Path) -> None:
    backend = wiki_git(bare(tmp_path, {"a.md": "a"}), tmp_path / "clone")
    refresh_wiki(backend)
    (tmp_path / "clone" / "\x1b[31mred\n.md").write_text("a")
    told = "changes that nobody had committed are set aside (git stash list): [31mred .md"
    assert refresh_wiki(backend) == (told,)


class TestArguments:
    @pytest.mark.parametrize("flag", ["no", 0, None])
    def test_a_flag_that_is_a_text_is_none(self, tmp_path: Path, flag: Any) -> None:
        with pytest.raises(InvalidArgument, match="force_clone"):
            wiki_git(tmp_path / "a.git", tmp_path / "a", force_clone=flag)
        with pytest.raises(InvalidArgument, match="deleting"):
            wiki(wiki_files(tmp_path / "a"), deleting=flag)

    @pytest.mark.parametrize(
        "wrong",
        [
            {"remote": "https://host/a", "token": b"t0psecret"},
            {"remote": "https://who:t0psecret@host/a\n"},
        ],
    )
    def test_a_secret_in_the_wrong_place_is_not_shown(self, wrong: dict[str, Any]) -> None:
        with pytest.raises(InvalidArgument) as caught:
            wiki_git(wrong.pop("remote"), "clone", **wrong)
        assert "t0psecret" not in str(caught.value)


def test_who_never_says_what_a_change_is_holds_nobody_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wording, "_SECONDS", 0.01)

    async def silent(_diff: str) -> str:
        await asyncio.Event().wait()
        return "never"

    assert summary_of("+ owls", silent, utc_now).startswith("Update the wiki (")
