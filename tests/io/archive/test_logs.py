"""Logs of events: one file a session, one writer, and whole lines."""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import anyio
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from ctxfn.errors import InvalidArgument
from ctxfn.io.archive import ArchiveFailure, EventLog, logged_sessions, open_log, read_logged
from ctxfn.io.archive.logs.names import LOG, session_of, stem_of
from ctxfn.testing import texts
from ctxfn.turns import AGENT, Happened, Input, Log, read_log, replay, write_log
from ctxfn.turns.scheduling import Offer
from tests.io.archive.crashing import event_at, state_behind

EVENTS = tuple(map(event_at, range(4)))


def logging(
    folder: Path,
    session: str,
    do: Callable[[EventLog], Awaitable[object]] | None = None,
    **options: Any,
) -> Any:
    """Open a log, do something with it, and return what that gave, or what was found there."""

    async def work() -> object:
        async with open_log(folder, session, **options) as log:
            return await do(log) if do is not None else (log.found, log.mended)

    return anyio.run(work)


def file_of(folder: Path, session: str) -> Path:
    return folder / f"{stem_of(session)}{LOG}"


class TestLog:
    """What is appended is read, whoever reads."""

    def test_events_are_there_the_next_time(self, tmp_path: Path) -> None:
        folder = tmp_path / "deep" / "down"

        async def append(log: EventLog) -> int:
            await log.append(*EVENTS[:2])
            await log.append()
            await log.append(EVENTS[2])
            return log.events

        assert logging(folder, "s", append) == 3
        assert logging(folder, "s", sync=False) == (Log(AGENT, EVENTS[:3]), 0)
        assert anyio.run(read_logged, folder, "s") == Log(AGENT, EVENTS[:3])
        assert anyio.run(read_logged, folder, "other") is None

    def test_it_is_a_log_that_can_be_replayed(self, tmp_path: Path) -> None:
        logging(tmp_path, "s", lambda log: log.append(*EVENTS))

        assert file_of(tmp_path, "s").read_text() == write_log(Log(AGENT, EVENTS))

    def test_compacted_it_is_shorter_and_leads_to_the_same(self, tmp_path: Path) -> None:
        async def compact(log: EventLog) -> tuple[int, Log]:
            await log.append(*EVENTS[:3])
            await log.compact(state_behind(3))
            counted = log.events
            await log.append(EVENTS[3])
            return counted, await log.read()

        counted, seen = logging(tmp_path, "s", compact)

        assert (counted, seen) == (0, Log(state_behind(3), EVENTS[3:]))
        assert replay(logging(tmp_path, "s")[0]).agent == state_behind(4)

    def test_what_it_held_can_be_kept_until_it_is_forgotten(self, tmp_path: Path) -> None:
        async def live(log: EventLog) -> list[list[Log]]:
            seen: list[list[Log]] = []
            for place in (0, 1, 2):
                await log.append(EVENTS[place])
                await log.compact(state_behind(place + 1), forget=place == 2)
                await log.compact(state_behind(place + 1))  # nothing happened since
                seen.append([read_log(one.read_text()) for one in sorted(tmp_path.glob("*.past"))])
            return seen

        async def work() -> list[list[Log]]:
            async with open_log(tmp_path, "s", past=True) as log:
                return await live(log)

        first, second = Log(AGENT, EVENTS[:1]), Log(state_behind(1), EVENTS[1:2])
        assert anyio.run(work) == [[first], [first, second], []]

    def test_a_new_one_begins_with_the_agent_it_is_given(self, tmp_path: Path) -> None:
        first = logging(tmp_path, "s", agent=state_behind(1))
        again = logging(tmp_path, "s", agent=state_behind(2))

        assert first == again == (Log(state_behind(1)), 0)

    def test_deleted_it_is_gone(self, tmp_path: Path) -> None:
        long = "s" * 300

        async def delete(log: EventLog) -> None:
            await log.append(EVENTS[0])
            await log.delete()
            with pytest.raises(ArchiveFailure, match="it is closed"):
                await log.append(EVENTS[1])

        logging(tmp_path, long, delete)

        assert os.listdir(tmp_path) == [] or sys.platform == "win32"
        assert logging(tmp_path, long) == (Log(), 0)

    def test_its_files_are_its_owners(self, tmp_path: Path) -> None:
        logging(tmp_path / "logs", "s" * 300)
        modes = {stat.S_IMODE(one.stat().st_mode) for one in (tmp_path / "logs").iterdir()}

        assert modes == {0o600} or sys.platform == "win32"


class TestOneWriter:
    """Two who write would each know half."""

    def test_a_second_one_is_refused(self, tmp_path: Path) -> None:
        async def twice(log: EventLog) -> None:
            with pytest.raises(ArchiveFailure, match=r"^open the log of session 's': .*one writer"):
                async with open_log(tmp_path, "s"):
                    raise AssertionError
            async with open_log(tmp_path, "S") as other:
                await other.append(EVENTS[1])
            await log.append(EVENTS[0])

        logging(tmp_path, "s", twice)

        assert logging(tmp_path, "s") == (Log(AGENT, EVENTS[:1]), 0)

    def test_tasks_may_append_at_the_same_time(self, tmp_path: Path) -> None:
        async def append(log: EventLog) -> None:
            async with anyio.create_task_group() as tasks:
                for event in EVENTS:
                    tasks.start_soon(log.append, event)

        logging(tmp_path, "s", append)

        assert {*logging(tmp_path, "s")[0].events} == {*EVENTS}


class TestDamage:
    """What was being written is cut off; what is anything else is told."""

    @pytest.mark.parametrize(
        "tail", [b"{", b'{"is":"Happ', b"\0" * 50, b'{"a\0\0\0\n\0{}\n', b"\xff"]
    )
    def test_a_torn_end_is_cut_off(self, tmp_path: Path, tail: bytes) -> None:
        logging(tmp_path, "s", lambda log: log.append(*EVENTS[:2]))
        path = file_of(tmp_path, "s")
        sound = path.read_bytes()
        path.write_bytes(sound + tail)
        seen = anyio.run(read_logged, tmp_path, "s") if tail != b"\xff" else None

        assert logging(tmp_path, "s") == (Log(AGENT, EVENTS[:2]), len(tail))
        assert path.read_bytes() == sound
        assert seen in (None, Log(AGENT, EVENTS[:2]))

    def test_a_whole_event_without_its_end_gets_it(self, tmp_path: Path) -> None:
        logging(tmp_path, "s", lambda log: log.append(*EVENTS[:2]))
        path = file_of(tmp_path, "s")
        path.write_bytes(path.read_bytes()[:-1])
        logging(tmp_path, "s", lambda log: log.append(EVENTS[2]))

        assert logging(tmp_path, "s") == (Log(AGENT, EVENTS[:3]), 0)

    @pytest.mark.parametrize("content", [b"", b"\n\n"])
    def test_an_empty_file_is_no_log_yet(self, tmp_path: Path, content: bytes) -> None:
        file_of(tmp_path, "s").write_bytes(content)
        if content:
            with pytest.raises(ArchiveFailure, match="an Agent"):
                logging(tmp_path, "s")
        else:
            assert logging(tmp_path, "s") == (Log(), 0)

    @pytest.mark.parametrize("content", [b"Once upon a time", b"\0\0", b"{}\n{}\n", b"\xff\xfe\n"])
    def test_what_is_no_log_is_told_and_left_alone(self, tmp_path: Path, content: bytes) -> None:
        path = file_of(tmp_path, "s")
        path.write_bytes(content)

        with pytest.raises(ArchiveFailure, match=r"^open the log of session 's'"):
            logging(tmp_path, "s")

        assert path.read_bytes() == content

    def test_a_damaged_line_between_others_is_told(self, tmp_path: Path) -> None:
        logging(tmp_path, "s", lambda log: log.append(*EVENTS))
        path = file_of(tmp_path, "s")
        path.write_bytes(path.read_bytes().replace(b'"at_ms":1,', b'"at_ms:1,'))

        with pytest.raises(ArchiveFailure, match="line 3 of the log"):
            logging(tmp_path, "s")

    def test_zeros_before_whole_events_cut_nothing_off(self, tmp_path: Path) -> None:
        logging(tmp_path, "s", lambda log: log.append(*EVENTS))
        path = file_of(tmp_path, "s")
        first, second, *later = path.read_bytes().splitlines(keepends=True)
        damaged = first + b"\0" * len(second) + b"\n" + b"".join(later)
        path.write_bytes(damaged)

        for read in (lambda: logging(tmp_path, "s"), lambda: anyio.run(read_logged, tmp_path, "s")):
            with pytest.raises(ArchiveFailure, match="line 2 of the log"):
                read()

        assert path.read_bytes() == damaged

    def test_a_full_disk_is_told_and_leaves_whole_lines(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        write = os.write

        def fill(handle: int, data: bytes) -> int:
            if len(data) < 100:
                raise OSError(28, "No space left on device")
            return write(handle, data[:-50])

        async def append(log: EventLog) -> None:
            await log.append(EVENTS[0])
            with monkeypatch.context() as patched:
                patched.setattr(os, "write", fill)
                with pytest.raises(ArchiveFailure, match=r"^append .*No space left"):
                    await log.append(EVENTS[1])
            with pytest.raises(ArchiveFailure, match="open it anew"):
                await log.append(EVENTS[2])

        logging(tmp_path, "s", append)

        assert logging(tmp_path, "s") == (Log(AGENT, EVENTS[:1]), 0)

    def test_what_would_not_come_back_is_not_written(self, tmp_path: Path) -> None:
        odd = Happened(Offer(Input("i", 5, "s", "web"), 0), 0)  # type: ignore[arg-type]

        async def append(log: EventLog) -> None:
            with pytest.raises(ArchiveFailure, match="content"):
                await log.append(EVENTS[0], odd)
            with pytest.raises(InvalidArgument, match=r"^append, events"):
                await log.append(EVENTS[0], AGENT)  # type: ignore[arg-type]
            with pytest.raises(InvalidArgument, match=r"^compact, agent"):
                await log.compact(EVENTS[0])  # type: ignore[arg-type]

        logging(tmp_path, "s", append)

        assert logging(tmp_path, "s") == (Log(), 0)


@pytest.mark.parametrize("folder", ["a\0b", 5, None, b"a"])
def test_what_is_no_folder_is_refused(folder: Any) -> None:
    for call in (read_logged, lambda given, _session: logged_sessions(given)):
        with pytest.raises(InvalidArgument, match="folder"):
            anyio.run(call, folder, "s")
    with pytest.raises(InvalidArgument, match="open_log, folder"):
        open_log(folder, "s")


class TestNames:
    """Each session has files of its own, on every system."""

    @given(st.text(alphabet="aA.b_/\\~é\0\ud800-:") | texts() | st.text(min_size=150), st.text())
    @example("..", "../..")
    @example("a", "A")
    @example("a" * 181, "a" * 182)
    @example("é", "e\u0301")
    @example("_2e", ".")
    def test_two_sessions_never_share_one(self, one: str, other: str) -> None:
        stem = stem_of(one)

        assert (stem.lower() == stem_of(other).lower()) == (one == other)
        assert stem.isascii()
        assert not {*stem} - {*"abcdefghijklmnopqrstuvwxyz0123456789-_~"}
        assert len(stem) <= 200
        assert session_of(stem) in (one, None)
        assert session_of(stem) == one or len(one.encode("utf-8", "surrogatepass")) > 60

    @pytest.mark.parametrize(
        "stem", ["session-A", "session-_2E", "session-_ff", "notes", "session-_61"]
    )
    def test_what_is_no_name_of_ours_is_none(self, stem: str) -> None:
        assert session_of(stem) is None

    def test_all_that_have_a_log_are_named(self, tmp_path: Path) -> None:
        names = {"", "a", "A", "..", "/etc/passwd", "CON", "\0\ud800", "你" * 200, "x" * 5_000}
        for name in names:
            logging(tmp_path, name, lambda log: log.append(EVENTS[0]), sync=False)
        (tmp_path / "notes.jsonl").write_text("{}")
        (tmp_path / "session-~.jsonl").write_text("{}")

        assert {*anyio.run(logged_sessions, tmp_path)} == names
        assert anyio.run(logged_sessions, tmp_path / "nowhere") == ()
        assert max(len(one.name) for one in tmp_path.iterdir()) < 255
