"""Nothing outside the root, and no secret inside, whatever path is written."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ctxfn.io.sources import OpenSource, Source, filesystem, opened_now, workspace
from tests.io.sources.files.trees import SECRET, hostile_tree

pytest.importorskip("pathspec")

MAKERS = (filesystem, workspace)

#: Ways out, or to a secret, that somebody tried somewhere.
PATHS = (
    "..",
    "../",
    "../outside/plain.txt",
    "../*",
    "notes/../../outside/plain.txt",
    "notes/../.env",
    "./../outside/plain.txt",
    "notes//..//..//outside/plain.txt",
    "/etc/passwd",
    "//etc/passwd",
    "/",
    "~",
    "~/.ssh/id_rsa",
    "~root",
    "$HOME/.netrc",
    "file:///etc/passwd",
    "..\\outside\\plain.txt",
    "..%2foutside%2fplain.txt",
    "%2e%2e/outside/plain.txt",
    "%2e%2e%2foutside%2fplain.txt",
    "..%c0%afoutside/plain.txt",
    "..%252foutside/plain.txt",
    "\uff0e\uff0e/outside/plain.txt",
    "..\uff0foutside\uff0fplain.txt",
    "\u2024\u2024/outside/plain.txt",
    "..\u2215outside",
    "..\x00/outside/plain.txt",
    "plain.txt\x00.md",
    "plain.txt\n",
    "notes\r/owls.md",
    "\udc80",
    "file_link",
    "up_link",
    "folder_link",
    "folder_link/plain.txt",
    "folder_link/deep/plain.txt",
    "folder_link/../plain.txt",
    "self_link",
    "notes/root_link/../outside/plain.txt",
    "notes/root_link/.env",
    "dangling",
    "pipe",
    "socket",
    ".env",
    ".ENV",
    "./.env",
    ".env.",
    ".env ",
    ".env/",
    "notes/../.env",
    "notes/.ENV",
    ".env.local",
    "prod.env",
    "id_rsa",
    "server.pem",
    ".netrc",
    "secrets.toml",
    ".git",
    ".git/config",
    ".GIT/config",
    ".git./config",
    "\uff0egit/config",
    ".ssh/config",
    ".aws/config",
    "ignored.txt",
    "notes/draft.tmp",
    "node_modules/plain.txt",
    "node_modules",
    "/proc/self/environ",
    "proc/self/cwd/etc/passwd",
    "CON",
    "C:\\Windows",
    "C:/Windows",
    "\\\\server\\share",
    "a" * 255,
    "a" * 256,
    "a" * 5000,
    "/".join("a" * 100),
    "**",
    "**/*",
    "*",
    ".*",
    ".[g]it/*",
    "[",
    "!*",
    "",
    " ",
    ".",
    "...",
    ". .",
)


@pytest.fixture(params=MAKERS, ids=lambda maker: maker.__name__)
def live(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[OpenSource]:
    source: Source = request.param(hostile_tree(tmp_path))
    with opened_now(source) as opened:
        yield opened


def tried(live: OpenSource, path: str) -> str:
    """Hand *path* to every tool, wherever it takes one."""
    calls: list[tuple[str, dict[str, object]]] = [
        ("list_files", {"directory": path}),
        ("search_content", {"query": SECRET, "directory": path}),
    ]
    if live.source.id == "fs":
        calls += [
            ("search_files", {"pattern": path}),
            ("read_file", {"file_name": path}),
            ("read_file_chunk", {"file_name": path, "start_line": 1, "end_line": 9}),
        ]
    else:
        calls += [
            ("list_files", {"pattern": path, "recursive": True, "max_depth": 9}),
            ("read_file", {"path": path}),
        ]
    answers = [live.call(name, arguments) for name, arguments in calls]
    refused = [one.problem for one in answers if one.problem is not None]
    assert all(one.kind == "refused" for one in refused)
    reasons = [one.reason.replace(path, "").replace(repr(path)[1:-1], "") for one in refused]
    return "\n".join((*map(repr, (one for one in answers if one.problem is None)), *reasons))


@pytest.mark.parametrize("path", PATHS, ids=ascii)
def test_no_path_leads_out_or_to_a_secret(live: OpenSource, path: str, tmp_path: Path) -> None:
    told = tried(live, path)

    # What was looked for is no answer; neither is where the root lies, nor what it is called.
    assert SECRET not in told
    assert str(tmp_path) not in told
    assert "outside/" not in told
    assert "quarters" not in told


@pytest.mark.parametrize("maker", MAKERS)
@settings(
    suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=60, deadline=None
)
@given(
    pieces=st.lists(
        st.sampled_from(
            ("..", ".", "outside", "plain.txt", "folder_link", "root_link", "notes", ".git",
             "config", ".env", "deep", "", "root", "~", "%2e%2e", "\u2024\u2024")
        ),
        max_size=7,
    ),
    before=st.sampled_from(("", "/", "./", "notes/", "//")),
)  # fmt: skip
def test_no_path_of_such_pieces_does(
    maker: type, pieces: list[str], before: str, tmp_path_factory: pytest.TempPathFactory
) -> None:
    root = _shared(tmp_path_factory)
    with opened_now(maker(root)) as live:
        assert SECRET not in tried(live, before + "/".join(pieces))


def test_a_question_finds_no_secret(live: OpenSource) -> None:
    assert SECRET not in repr(live.query(f"{SECRET} plain owls").results)


def test_links_are_passed_by_and_counted(live: OpenSource) -> None:
    listed = live.call("list_files", {})

    assert listed.text is not None
    assert "link" not in listed.text
    assert "passed by 6 links, which are not followed" in listed.remarks


def test_a_folder_swapped_for_a_link_while_it_is_read_leads_nowhere(tmp_path: Path) -> None:
    root = hostile_tree(tmp_path)
    (root / "swap").mkdir()
    (root / "swap" / "plain.txt").write_text("inside")
    (root / "link").symlink_to(tmp_path / "outside")
    over = threading.Event()

    def swap() -> None:
        while not over.is_set():
            os.rename(root / "swap", root / "kept")
            os.rename(root / "link", root / "swap")
            os.rename(root / "swap", root / "link")
            os.rename(root / "kept", root / "swap")

    swapping = threading.Thread(target=swap)
    swapping.start()
    try:
        with opened_now(filesystem(root)) as live:
            answers = [live.call("read_file", {"file_name": "swap/plain.txt"}) for _ in range(300)]
            found = [live.call("search_content", {"query": SECRET}) for _ in range(30)]
    finally:
        over.set()
        swapping.join()

    assert SECRET not in repr([one.text for one in answers])
    assert [one.results for one in found] == [()] * 30
    assert any(one.text == "inside" for one in answers)


def test_a_file_swapped_for_a_pipe_holds_nobody(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "a.md")
    with opened_now(filesystem(tmp_path)) as live:
        answer = live.call("read_file", {"file_name": "a.md"})

    assert answer.problem is not None
    assert answer.problem.reason == "a.md: no plain file, expected a file"


_ROOTS: list[Path] = []


def _shared(factory: pytest.TempPathFactory) -> Path:
    if not _ROOTS:
        _ROOTS.append(hostile_tree(factory.mktemp("shared")))
    return _ROOTS[0]
