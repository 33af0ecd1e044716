"""Files of a project are changed as a whole or not at all, and nothing beside them is."""

from __future__ import annotations

import contextlib
import os
import shutil
import threading
import time
from pathlib import Path
from typing import Any

import pytest

from ctxfn.errors import InvalidArgument
from ctxfn.io.sources import (
    Answer,
    Limits,
    OpenSource,
    expose,
    opened_now,
    read_only,
    update,
    workspace,
)
from tests.io.sources.files.trees import hostile_tree

pytest.importorskip("pathspec")

LIMITS = Limits(seconds=10.0, file_bytes=2_000)


def snapshot(folder: Path) -> dict[str, object]:
    """Everything below *folder*: of files what is in them, of links where they lead."""
    found: dict[str, object] = {}
    for place, folders, files in os.walk(folder):
        for name in (*folders, *files):
            path = Path(place, name)
            if path.is_symlink():
                found[str(path)] = os.readlink(path)
            else:
                found[str(path)] = path.read_bytes() if path.is_file() else path.stat().st_mode
    return found


def reason_of(answer: Answer) -> str:
    return "" if answer.problem is None else answer.problem.reason


@pytest.fixture
def root(tmp_path: Path) -> Path:
    made = tmp_path / "project"
    (made / "notes").mkdir(parents=True)
    (made / "notes" / "owls.md").write_bytes(b"Owls sleep\r\nby day.\r\n")
    (made / "aaa.txt").write_text("aaa")
    (made / "latin.txt").write_bytes(b"caf\xe9")
    return made


def changed(root: Path, name: str, **given: Any) -> Answer:
    with opened_now(workspace(root, writes=True, limits=LIMITS)) as live:
        return live.call(name, given)


class TestExamples:
    """What each does, and says that it did."""

    def test_write_edit_move_and_delete(self, root: Path) -> None:
        with opened_now(workspace(root, writes=True)) as live:
            said = [
                live.call("write_file", {"path": "new/deep/a.txt", "text": "ä\n"}),
                live.call("write_file", {"path": "aaa.txt", "text": "b", "replace": True}),
                live.call("edit_file", {"path": "notes/owls.md", "old": "day", "new": "night"}),
                live.call("move_file", {"path": "aaa.txt", "target": "new/b.txt"}),
                live.call("delete_file", {"path": "latin.txt"}),
            ]

        assert [one.text for one in said] == [
            "written: new/deep/a.txt, 3 bytes",
            "replaced: aaa.txt, 1 bytes",
            "edited: notes/owls.md, 1 places",
            "moved: aaa.txt to new/b.txt",
            "deleted: latin.txt",
        ]
        assert (root / "new/deep/a.txt").read_text() == "ä\n"
        assert (root / "notes/owls.md").read_bytes() == b"Owls sleep\r\nby night.\r\n"
        assert (root / "new/b.txt").read_text() == "b"
        assert sorted(one.name for one in root.iterdir()) == ["new", "notes"]

    def test_what_it_may_be_stays_as_it_was(self, root: Path) -> None:
        (root / "aaa.txt").chmod(0o640)
        changed(root, "edit_file", path="aaa.txt", old="aaa", new="b")

        assert (root / "aaa.txt").stat().st_mode & 0o777 == 0o640

    def test_a_second_name_of_a_file_keeps_what_it_had(self, root: Path) -> None:
        outside = root.parent / "outside.txt"
        os.link(root / "aaa.txt", outside)
        changed(root, "write_file", path="aaa.txt", text="b", replace=True)

        assert (outside.read_text(), (root / "aaa.txt").read_text()) == ("aaa", "b")

    def test_every_place(self, root: Path) -> None:
        said = changed(root, "edit_file", path="notes/owls.md", old="y", new="Y", every_place=True)

        assert said.text == "edited: notes/owls.md, 2 places"


@pytest.mark.parametrize(
    ("name", "given", "reason"),
    [
        ("write_file", {"path": "aaa.txt", "text": ""}, "it is there already"),
        ("write_file", {"path": "notes", "text": "", "replace": True}, "a folder"),
        ("write_file", {"path": "aaa.txt/b", "text": ""}, "no folder"),
        ("write_file", {"path": "big", "text": "x" * 2_001}, "found 2,001 bytes"),
        ("write_file", {"path": "half", "text": "\ud800"}, "halves of characters"),
        ("write_file", {"path": "x" * 256, "text": ""}, "its name is too long"),
        ("write_file", {"path": "new/", "text": ""}, "a folder, expected a file"),
        ("write_file", {"path": ".gitignore", "text": ""}, "it says what is hidden here"),
        ("edit_file", {"path": "aaa.txt", "old": "aa", "new": "b"}, "in 2 places"),
        ("edit_file", {"path": "aaa.txt", "old": "b", "new": "c"}, "stands nowhere"),
        ("edit_file", {"path": "aaa.txt", "old": "", "new": "c"}, "expected a text"),
        ("edit_file", {"path": "aaa.txt", "old": "aaa", "new": "aaa"}, "by another one"),
        ("edit_file", {"path": "latin.txt", "old": "c", "new": "d"}, "it is not UTF-8"),
        ("edit_file", {"path": "gone", "old": "c", "new": "d"}, "there is no such file"),
        ("edit_file", {"path": "aaa.txt", "old": "aaa", "new": "x" * 2_000 + "y"}, "bytes"),
        ("move_file", {"path": "aaa.txt", "target": "latin.txt"}, "it is there already"),
        ("move_file", {"path": "aaa.txt", "target": "aaa.txt"}, "another path"),
        ("move_file", {"path": "notes", "target": "b"}, "a folder"),
        ("move_file", {"path": "gone", "target": "b"}, "there is no such file"),
        ("move_file", {"path": "aaa.txt", "target": "notes", "replace": True}, "a folder"),
        ("delete_file", {"path": "notes"}, "a folder"),
        ("delete_file", {"path": "gone"}, "there is no such file"),
        ("delete_file", {"path": "."}, "a folder"),
    ],
)
def test_what_may_not_be_changes_nothing(
    root: Path, name: str, given: dict[str, Any], reason: str
) -> None:
    before = snapshot(root)
    answer = changed(root, name, **given)

    assert reason in reason_of(answer)
    assert snapshot(root) == before


HOSTILE = (
    "../outside/plain.txt", "/etc/passwd", "a\0b", "a\nb", "..", "notes/../../x", "file_link",
    "up_link", "folder_link/x", "folder_link/plain.txt", "self_link", "notes/root_link/x",
    "dangling", "inner_link", "pipe", "socket", ".env", ".ENV", "notes/.ENV", "prod.env",
    ".git/config", ".git/hooks/post-commit", ".GIT/config", ".git./config", ".git /x", "id_rsa",
    ".ssh/authorized_keys", "node_modules/x", "node_modules/plain.txt", "ignored.txt",
    "notes/draft.tmp", ".gitignore", "notes/.gitignore", ".GitIgnore", "x/.git/config",
    "\uff0egit/config", "secrets.toml", "server.pem",
)  # fmt: skip


def attempts(live: OpenSource, path: str) -> list[Answer]:
    """Try everything on *path*."""
    return [
        live.call("write_file", {"path": path, "text": "changed"}),
        live.call("write_file", {"path": path, "text": "changed", "replace": True}),
        live.call("edit_file", {"path": path, "old": "hunter2", "new": "changed"}),
        live.call("move_file", {"path": "plain.txt", "target": path}),
        live.call("move_file", {"path": "plain.txt", "target": path, "replace": True}),
        live.call("move_file", {"path": path, "target": "shown.txt"}),
        live.call("delete_file", {"path": path}),
    ]


def test_nothing_hidden_and_nothing_outside_is_ever_changed(tmp_path: Path) -> None:
    root = hostile_tree(tmp_path)
    before = snapshot(tmp_path)
    went: list[object] = []
    with opened_now(workspace(root, writes=True, limits=LIMITS)) as live:
        for path in HOSTILE:
            went += [(path, one) for one in attempts(live, path) if one.problem is None]

    assert went == []
    assert snapshot(tmp_path) == before


def test_a_folder_that_becomes_a_link_leads_nowhere(tmp_path: Path) -> None:
    root, outside = tmp_path / "root", tmp_path / "outside"
    for one in (root / "a", outside):
        one.mkdir(parents=True)
    (outside / "kept.txt").write_text("kept")
    done = threading.Event()

    def swap() -> None:
        while not done.is_set():
            with contextlib.suppress(OSError):  # one was made anew in between
                os.rename(root / "a", root / "b")
                os.symlink(outside, root / "a")
                time.sleep(0.001)
            with contextlib.suppress(OSError):
                os.unlink(root / "a")
            shutil.rmtree(root / "b", ignore_errors=True)
            (root / "a").mkdir(exist_ok=True)

    swapping = threading.Thread(target=swap)
    swapping.start()
    with opened_now(workspace(root, writes=True, limits=LIMITS)) as live:
        for _ in range(150):
            live.call("write_file", {"path": "a/kept.txt", "text": "x", "replace": True})
            live.call("delete_file", {"path": "a/kept.txt"})
    done.set()
    swapping.join()

    assert snapshot(outside) == {str(outside / "kept.txt"): b"kept"}


class TestShown:
    """Who may write, and who is told so."""

    def test_only_where_it_is_asked_for(self, root: Path) -> None:
        plain, writing = workspace(root), workspace(root, writes=True)
        with opened_now(writing) as live:
            shown = [tool.name for tool in expose(live, mode="tools").tools]
            both = [tool.name for tool in expose(live, write=True).tools]
            words = live.update("rename it")
        with opened_now(plain) as live:
            missing = live.call("write_file", {"path": "a", "text": ""})

        assert shown == ["list_files", "search_content", "read_file"]
        assert both == ["query_workspace", "update_workspace"]
        assert "words need an agent" in reason_of(words)
        assert "no operation 'write_file'" in reason_of(missing)
        assert not plain.writable
        assert update(read_only(writing), "x").problem is not None

    def test_what_does_not_belong_is_refused(self, root: Path) -> None:
        with pytest.raises(InvalidArgument):
            workspace(root, writes=1)  # type: ignore[arg-type]
