"""Nothing is written outside of a wiki, through a link, over a secret, or half."""

from __future__ import annotations

import os
import threading
from pathlib import Path

import pytest

from tests.io.sources.files.trees import hostile_tree
from tests.io.sources.wiki.writers import Step, edit, said

pytest.importorskip("pathspec")

#: Where somebody tried to write.
PATHS = (
    ".git/config", ".GIT/config.md", "notes/.git/hooks/a.md", ".git.md/a.md", "\uff0egit/a.md",
    "..", "../a.md", "notes/../../outside/a.md", "/tmp/a.md", "//a.md", "a\x00.md", "a\n.md",
    "folder_link/a.md", "folder_link/deep/plain.txt", "file_link", "up_link", "dangling",
    "self_link", "inner_link", "notes/root_link/a.md", "pipe", "socket", ".env", "secrets.md",
    "id_rsa.md", "node_modules/a.md", "ignored.txt", ".github/workflows/a.md", ".gitattributes",
    ".gitmodules", "Makefile", "run.sh", "a.md/", "", ".", "notes", "notes/", "plain.txt/a.md",
    "a.md.", "a.md ", " a.md", "-a.md", "a\u200b.md", "a\u202e.md", "a\\b.md", "C:a.md", "con:.md",
    "a" * 254 + ".md", "/".join("a" * 70) + "/a.md", "\udc80.md", "e\u0301.md",
)  # fmt: skip


class TestPaths:
    """Nothing is written outside, through a link, over a secret, or where a machine would run it."""

    @pytest.mark.parametrize("path", PATHS, ids=ascii)
    def test_no_path_leads_out(self, tmp_path: Path, path: str) -> None:
        root = hostile_tree(tmp_path)
        before = _everything(tmp_path)
        steps: tuple[Step, ...] = (
            ("create_page", {"path": path, "text": "mine"}),
            edit(path, "plain", "mine"),
            edit(path, "hunter2", "mine"),
            edit(path, "HEAD", "mine"),
            ("delete_page", {"path": path}),
        )

        told = said(root, *steps)

        assert not [one for one in told if one.startswith(("made", "edited", "removed"))]
        assert _everything(tmp_path) == before

    def test_a_folder_swapped_for_a_link_while_it_is_written_leads_nowhere(
        self, tmp_path: Path
    ) -> None:
        root = hostile_tree(tmp_path)
        (root / "swap").mkdir()
        (root / "swap" / "plain.txt").write_text("0 inside")
        (root / "link").symlink_to(tmp_path / "outside")
        before = _everything(tmp_path / "outside")
        steps: list[Step] = []
        for number in range(150):
            steps.append(("create_page", {"path": f"swap/{number}/x.md", "text": "x"}))
            steps.append(edit("swap/plain.txt", "hunter2", "mine"))
            steps.append(edit("swap/plain.txt", f"{number} inside", f"{number + 1} inside"))
            steps.append(("delete_page", {"path": "swap/deep/plain.txt"}))

        with _swapping(root):
            told = said(root, *steps)

        assert _everything(tmp_path / "outside") == before
        assert any(one.startswith("made") for one in told)
        assert any(one.startswith("swap") for one in told)

    def test_nothing_half_written_is_left_or_seen(self, tmp_path: Path) -> None:
        long = "x" * 400_000
        (tmp_path / "a.md").write_text("0" + long)
        seen: set[int] = set()
        over = threading.Event()

        def look() -> None:
            while not over.is_set():
                seen.add(len((tmp_path / "a.md").read_text()))

        looking = threading.Thread(target=look)
        looking.start()
        try:
            said(tmp_path, *(edit("a.md", f"{at}x", f"{at + 1}x") for at in range(9)))
        finally:
            over.set()
            looking.join()

        assert seen == {400_001}
        assert os.listdir(tmp_path) == ["a.md"]

    def test_a_page_keeps_who_may_read_it(self, tmp_path: Path) -> None:
        (tmp_path / "a.md").write_text("one")
        (tmp_path / "a.md").chmod(0o640)

        said(tmp_path, edit("a.md", "one", "two"))

        assert (tmp_path / "a.md").stat().st_mode & 0o777 == 0o640


def _everything(folder: Path) -> dict[str, object]:
    """Each name, and what it is or holds."""
    found: dict[str, object] = {}
    for path in sorted(folder.rglob("*")):
        plain = path.is_file() and not path.is_symlink()
        found[str(path)] = path.read_bytes() if plain else path.is_symlink()
    return found


class _swapping:
    """Swap a folder for a link and back, while a block lasts."""

    def __init__(self, root: Path) -> None:
        self.root, self.over = root, threading.Event()
        self.made = 0
        self.thread = threading.Thread(target=self._swap)

    def __enter__(self) -> None:
        self.thread.start()

    def __exit__(self, *_error: object) -> None:
        self.over.set()
        self.thread.join()

    def _swap(self) -> None:
        root = self.root
        while not self.over.is_set():
            os.rename(root / "swap", root / "kept")
            self._put("link")
            os.rename(root / "swap", root / "link")
            self._put("kept")

    def _put(self, name: str) -> None:
        """Put something in the place of the folder, also if the writer has just made one there."""
        while True:
            try:
                os.rename(self.root / name, self.root / "swap")
            except OSError:
                self.made += 1
                os.rename(self.root / "swap", self.root / f"made {self.made}")
            else:
                return
