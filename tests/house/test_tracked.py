"""The project speaks of itself alone: no tracked file knows whose machine it was written on."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.house.tree import ROOT

TEXTS = frozenset({".py", ".md", ".toml", ".yaml", ".yml", ".cfg", ".ini", ".sh", ".in", ""})

# What people and tools said in a recorded conversation may name nearly any path; our own words,
# none.
OURS = re.compile(r"(?<![\w.:/])/(?:work|opt|tmp|root|Users|home/\w+)/")
QUOTED = re.compile(r"(?<![\w.:/])/(?:work|opt)/")

git = shutil.which("git")


def tracked() -> list[Path]:
    """The text files that git knows, from the root."""
    listed = subprocess.run(
        [git or "git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout
    paths = (Path(name) for name in listed.split("\0") if name)
    return [path for path in paths if path.suffix in TEXTS and (ROOT / path).is_file()]


def is_ours(path: Path) -> bool:
    """Whether a file is in our own words, rather than a test that may quote a transcript."""
    return path.parts[0] not in ("tests", "benchmarks")


@pytest.mark.skipif(git is None or not (ROOT / ".git").exists(), reason="not a checkout")
def test_no_tracked_file_names_a_path_of_a_machine() -> None:
    here = [f"{place}/" for place in (ROOT, Path.home()) if len(place.parts) > 1]
    found = []
    for path in tracked():
        text = (ROOT / path).read_text(encoding="utf-8", errors="replace")
        pattern = OURS if is_ours(path) else QUOTED
        if pattern.search(text) or any(place in text for place in here):
            found.append(str(path))

    assert found == []
