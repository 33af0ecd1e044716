"""What is measured finds its place in the page, and draws plots that are drawings."""

from __future__ import annotations

from typing import Final
from xml.etree import ElementTree

from benchmarks.figures import Figure
from benchmarks.interpreters import Column
from benchmarks.page import Measured, filled, plots_of
from benchmarks.peer_jobs import JOBS, Way
from benchmarks.peers import PEER_SIZES, PeerTimes, peer_times
from benchmarks.plots import Line, plot
from benchmarks.sizes import BySize
from tests.house.tree import ROOT

TIMES: Final[dict[str, tuple[float | None, ...]]] = {"cold": (0.5, 2.0), "turn": (0.1, None)}
BY_SIZE: Final = BySize("drop_empty", (100, 1_000), TIMES, {"cold": 0.6, "turn": None})
COLUMNS: Final = [Column("on", [Figure("a row that is made up", 3.0, " ms", 2.0)])]
PEERS: Final = [
    PeerTimes(job.name, way.whose, (1.0, None, None), None, 7, 0)
    for job in JOBS
    for way in job.ways
]
MEASURED: Final = Measured(
    "a machine",
    1_000,
    3,
    COLUMNS,
    [BY_SIZE],
    [BY_SIZE],
    COLUMNS,
    PEERS,
    COLUMNS[0].figures,
    COLUMNS,
)
PAGE: Final = (ROOT / "docs" / "performance.md").read_text(encoding="utf-8")


class TestFilled:
    def test_the_page_has_a_region_for_all_that_is_measured(self) -> None:
        page = filled(PAGE, MEASURED, "measured")

        made_up = page.count("| a row that is made up | ≤ 2 ms | **3.00 ms** missed |")
        assert made_up == 4, "table, formats, many, interpreters"
        assert "| drop_empty | 0.50 | 0.10 |  |  | 2.00 |  |  |  | 0.60 |" in page
        assert all(job.says in page for job in JOBS)
        assert "](measured/pipelines.svg)" in page

    def test_twice_is_once_and_other_text_stays(self) -> None:
        page = filled(PAGE, MEASURED, "measured")

        assert filled(page, MEASURED, "measured") == page
        assert filled("# No region\n", MEASURED, "measured") == "# No region\n"
        before, after = PAGE.index("<!-- measured: table"), PAGE.index("## What it costs beside")
        assert page.startswith(PAGE[:before])
        assert page.endswith(PAGE[after:])


class TestPlots:
    def test_each_is_a_drawing(self) -> None:
        drawings = plots_of(MEASURED)

        assert len(drawings) == len(JOBS) + 1
        for drawing in drawings.values():
            assert ElementTree.fromstring(drawing).tag.endswith("svg")

    def test_one_point_and_odd_names_do(self) -> None:
        drawing = plot("a < b & c", [Line("<none>", ()), Line("one", ((100, 0.5),))])

        assert ElementTree.fromstring(drawing)[0].text == "a < b & c"


class TestPeers:
    def test_who_is_not_installed_has_a_row_that_says_so(self) -> None:
        def absent() -> object:
            raise ImportError("no such library")

        job = JOBS[-1]._replace(ways=(Way("nobody", absent),))  # type: ignore[arg-type]

        (row,) = peer_times((100,), 1, (job,))

        assert row == PeerTimes(job.name, "nobody: not installed", (None,), None, None, None)

    def test_ours_do_each_job(self) -> None:
        ours = [
            job._replace(ways=tuple(way for way in job.ways if way.whose.startswith("ctxfn")))
            for job in JOBS
        ]

        for row in peer_times(PEER_SIZES[:1], 1, ours):
            assert row.times[0]
            assert not row.alone
