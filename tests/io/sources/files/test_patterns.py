"""Patterns: they say what they said, and no name makes one take long."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ctxfn.errors import InvalidArgument
from ctxfn.io.sources import filesystem, opened_now
from ctxfn.io.sources.files.patterns import spec_of

pathspec = pytest.importorskip("pathspec")

PIECES = st.lists(
    st.sampled_from(["*", "**", "a", "b", "?", "[ab]", "/", "/**/", ".", "a*"]), min_size=1
)
PATTERNS = PIECES.map("".join)
NAMES = st.lists(st.text("ab.", min_size=1, max_size=5), min_size=1, max_size=3).map("/".join)


@given(st.lists(PATTERNS, min_size=1, max_size=2), NAMES)
def test_a_pattern_fits_what_it_fitted_before(patterns: list[str], name: str) -> None:
    try:
        plain = pathspec.GitIgnoreSpec.from_lines(patterns)
        quick = spec_of(patterns, "x")
    except (InvalidArgument, ValueError):
        return

    assert quick.match_file(name) == plain.match_file(name)


def test_a_long_query_takes_no_longer_than_a_short_one(tmp_path: Path) -> None:
    """Before, ten thousand letters took a minute, and held all threads."""
    (tmp_path / "a.md").write_text("a" * 400_000 + " \u0130STANBUL ΣΑΣ Straße")
    words = ("a" * 10_000 + "b", "stanbul σας", "STRAßE", "\u0130")
    with opened_now(filesystem(tmp_path)) as live:
        found = [live.call("search_content", {"query": each}) for each in words]

    assert [len(one.results) for one in found] == [0, 1, 1, 1]


@pytest.mark.parametrize("count", [5, 40])
def test_many_stars_take_no_longer_than_few(count: int) -> None:
    """Before, five of them and such a name took minutes, and held all threads."""
    spec = spec_of(["*a" * count + "b"], "x")

    assert not spec.match_file("/".join(["a" * 250] * 4))


def test_many_deep_stars_are_refused_and_left_out_where_others_wrote_them(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    pattern = "**/a/" * 9 + "b"
    root = tmp_path_factory.mktemp("root")
    (root / ".gitignore").write_text(f"{pattern}\nhidden.md\n")
    (root / "hidden.md").write_text("x")
    (root / "a.md").write_text("x")

    with opened_now(filesystem(root)) as live:
        listed = live.call("list_files", {})
        refused = live.call("search_files", {"pattern": pattern})

    assert listed.text == ".gitignore (48 B)\na.md (1 B)".replace("48", f"{len(pattern) + 11}")
    assert refused.problem is not None
    assert refused.problem.reason == "pattern: found a pattern with many **, expected 3 at most"
