"""--out over a file that is read: a store's rows are not stripped without a word."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.io.running import GOOD, ORPHAN, run, written

STORED = [{"id": "m1", "created_at": "2026-01-01", **GOOD[0]}]
UI_ROWS = [{"id": "m1", "createdAt": 5, "topicId": "t", "role": "user", "content": "hi"}]


class TestInPlace:
    @pytest.mark.parametrize("rows", [STORED, UI_ROWS])
    @pytest.mark.parametrize("command", ["repair", "assemble"])
    def test_keys_of_a_store_are_not_written_away(
        self, tmp_path: Path, command: str, rows: list[object]
    ) -> None:
        history = written(tmp_path / "history.json", rows)
        link = tmp_path / "link.json"
        link.symlink_to(history)
        before = history.read_bytes()

        for out in (history, link):
            done = run(command, history, "--out", out)

            assert done.code == 2
            assert "--out: found" in done.err
            assert "id" in done.err
            assert done.err.rstrip().endswith("expected another file, or --strip-keys as well")
            assert history.read_bytes() == before
        assert sorted(one.name for one in tmp_path.iterdir()) == ["history.json", "link.json"]

    def test_unless_one_says_so(self, tmp_path: Path) -> None:
        history = written(tmp_path / "history.json", STORED)

        assert run("repair", history, "--out", history, "--strip-keys").code == 0
        assert json.loads(history.read_text()) == GOOD

    def test_elsewhere_and_without_keys_nothing_is_asked(self, tmp_path: Path) -> None:
        history = written(tmp_path / "history.json", STORED)
        bare = written(tmp_path / "bare.json", ORPHAN)

        assert run("repair", history, "--out", tmp_path / "other.json").code == 0
        assert run("repair", bare, "--out", bare).code == 0
        assert json.loads(bare.read_text()) == GOOD
