"""What every archive promises: in memory, in SQLite, in PostgreSQL."""

from __future__ import annotations

import pytest

from ctxfn.errors import InvalidArgument
from ctxfn.io.archive import Archive, ArchiveFailure
from ctxfn.messages import Call, ToolResult, User, Verbatim, assistant, system, user
from ctxfn.turns import Stored, TurnRecord
from tests.io.archive.held import Held

HI, YES, BYE = Stored(user("Hi"), 1), Stored(assistant("Yes?"), 2), Stored(user("Bye"), 3)
MARK = Stored(system(""), 4, kind="event-marker", turn="t", record=TurnRecord("aborted"))
STOP = Stored(system("[已停下]"), 4, kind="turn-stopped", turn="t")


def said(held: Held, session: str, *stored: Stored) -> None:
    for number, one in enumerate(stored):
        held.save(session, f"k{number}", one)


class TestSaving:
    """Once for its key, in the order it came."""

    def test_it_is_an_archive(self, held: Held) -> None:
        archive: Archive = held.archive

        assert archive is held.archive

    def test_in_the_order_it_came(self, held: Held, session: str) -> None:
        said(held, session, BYE, HI, YES)

        assert held.read(session) == (BYE, HI, YES)

    def test_the_same_again_changes_nothing(self, held: Held, session: str) -> None:
        said(held, session, HI, YES)
        said(held, session, HI, YES)

        assert (held.read(session), held.count(session)) == ((HI, YES), 2)

    def test_equal_messages_under_two_keys_are_two(self, held: Held, session: str) -> None:
        said(held, session, HI, HI)

        assert held.read(session) == (HI, HI)

    def test_another_message_under_a_key_is_refused(self, held: Held, session: str) -> None:
        said(held, session, HI)

        with pytest.raises(ArchiveFailure) as failed:
            held.save(session, "k0", BYE)

        assert held.read(session) == (HI,)
        assert (failed.value.what, failed.value.session) == ("save", session)
        assert "key 'k0' is that of another message already" in failed.value.reason
        assert '"at_ms":1' in failed.value.reason
        assert '"at_ms":3' in failed.value.reason

    def test_a_key_is_a_key_of_its_session(self, held: Held, session: str) -> None:
        held.save(session, "k", HI)
        held.save(f"{session}'", "k", BYE)

        assert (held.read(session), held.read(f"{session}'")) == ((HI,), (BYE,))

    def test_what_json_cannot_hold_is_refused(self, held: Held, session: str) -> None:
        odd = Stored(user("Hi"), float("nan"))  # type: ignore[arg-type]

        with pytest.raises(ArchiveFailure, match="numbers that JSON has"):
            held.save(session, "k", odd)

        assert held.sessions().count(session) == 0

    def test_what_would_not_come_back_is_refused(self, held: Held, session: str) -> None:
        """A message that cannot be read would close its whole session."""
        odd = Stored(user("Hi"), record=TurnRecord("gone"))  # type: ignore[arg-type]

        with pytest.raises(ArchiveFailure, match=r"key 'k': .*outcome: 'gone'"):
            held.save(session, "k", odd)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "\0",
        "\ud800 half, \udc00",
        "\\u0000 \\ \\\\",
        "👩‍👩‍👧 𐍈 你好 \u202e",
        "'; DROP TABLE ctxfn_messages; --",
        "%s %(a)s :a ? $1 {x}",
        "\n\r\t\x1b\x7f\u2028",
        "long " * 2_000,
    ],
)
def test_any_text_comes_back(held: Held, session: str, text: str) -> None:
    name = f"{session}{text}"
    stored = Stored(
        user(text), 5, kind=text, turn=text, call=text, visible=text, metadata=((text, text),)
    )

    held.save(name, text, stored)
    held.save(name, f"{text}2", Stored(ToolResult(call_id=text, parts=user(text).parts)))

    assert held.read(name)[0] == stored
    assert [one.key for one in held.kept(name)] == [text, f"{text}2"]
    assert held.sessions()[0] == name
    assert held.count(name) == 2


def test_long_messages_and_odd_numbers_come_back(held: Held, session: str) -> None:
    long = Stored(user("x😀\0" * 2_500_000), -(10**30))
    deep = Stored(assistant(Call("c", "t", '{"a": ' + "[" * 400 + "]" * 400 + "}")), 10**30)
    odd = Stored(User(extras=(("openai", Verbatim('{"n": 1e400}')),)), 0)

    said(held, session, long, deep, odd)

    assert held.read(session) == (long, deep, odd)


class TestReading:
    """Counted is talk; where it starts, marks between are given."""

    def test_talk_is_what_is_no_mark(self, held: Held, session: str) -> None:
        said(held, session, MARK, HI, MARK, STOP, MARK)

        assert held.count(session) == 2
        assert held.read(session, 0) == (MARK, HI, MARK, STOP, MARK)
        assert held.read(session, 1) == (MARK, STOP, MARK)
        assert held.read(session, 2) == (MARK,)
        assert held.read(session, 3) == held.read(session, 10**30) == ()

    def test_of_a_session_nobody_spoke_in(self, held: Held, session: str) -> None:
        held.retire(session, 5)
        held.clear(session)
        held.delete(session)

        assert (held.count(session), held.read(session), held.kept(session)) == (0, (), ())
        assert session not in held.sessions()

    def test_page_by_page(self, held: Held, session: str) -> None:
        every = tuple(
            Stored(user(str(n)), n, kind="event-marker" if n % 3 else None) for n in range(10)
        )
        said(held, session, *every)
        pages, behind = [], 0
        while page := held.kept(session, behind, 4):
            held.save(f"{session} else", str(behind), HI)
            pages.append(len(page))
            behind = page[-1].position

        assert pages == [4, 4, 2]
        assert tuple(one.stored for one in held.kept(session)) == every


class TestRetiring:
    """What a compression retired is kept, and neither read nor counted."""

    def test_up_to_a_position_and_never_back(self, held: Held, session: str) -> None:
        said(held, session, HI, MARK, YES, BYE)
        places = [one.position for one in held.kept(session)]
        held.retire(session, places[2])
        held.retire(session, places[0])

        assert (held.read(session), held.count(session)) == ((BYE,), 1)
        assert [one.active for one in held.kept(session)] == [False, False, False, True]
        assert places == sorted({*places})

    def test_what_comes_later_is_active(self, held: Held, session: str) -> None:
        said(held, session, HI)
        held.retire(session, 10**30)
        held.save(session, "later", MARK)
        held.save(session, "last", BYE)

        assert (held.read(session), held.read(session, 1)) == ((MARK, BYE), ())

    def test_its_keys_are_still_taken(self, held: Held, session: str) -> None:
        said(held, session, HI)
        held.retire(session, held.kept(session)[0].position)
        held.save(session, "k0", HI)

        assert held.read(session) == ()


class TestForgetting:
    """Cleared is a session with nothing in it; deleted is none."""

    def test_cleared_it_begins_anew(self, held: Held, session: str) -> None:
        said(held, session, HI, YES)
        last = held.kept(session)[-1].position
        held.retire(session, last)
        held.clear(session)
        cleared = (held.count(session), held.read(session), session in held.sessions())
        held.save(session, "k0", BYE)

        assert cleared == (0, (), True)
        assert held.read(session) == (BYE,)
        assert held.kept(session)[0].position > last

    def test_deleted_it_is_gone(self, held: Held, session: str) -> None:
        said(held, session, HI, YES)
        last = held.kept(session)[-1].position
        held.delete(session)
        gone = (held.count(session), held.read(session), session in held.sessions())
        held.save(session, "k0", BYE)

        assert gone == (0, (), False)
        assert held.kept(session)[0].position > last

    def test_who_was_last_spoken_in_stands_first(self, held: Held, session: str) -> None:
        mine = [f"{session}{n}" for n in range(3)]
        for name in mine:
            held.save(name, "k", HI)
        held.save(mine[0], "k2", HI)
        held.save(mine[1], "k", HI)  # the same again is not spoken

        assert held.sessions()[:3] == (mine[0], mine[2], mine[1])


@pytest.mark.parametrize(
    "given",
    [
        ("save", 5, "k", HI),
        ("save", "s", None, HI),
        ("save", "s", "k", user("Hi")),
        ("count", None),
        ("read", b"s"),
        ("read", "s", -1),
        ("read", "s", True),
        ("kept", "s", -1),
        ("kept", "s", 0, 0),
        ("retire", "s", None),
        ("clear", 1),
        ("delete", 1),
    ],
)
def test_what_does_not_belong_is_named(held: Held, given: tuple[object, ...]) -> None:
    with pytest.raises(InvalidArgument, match=f"^{given[0]}"):
        getattr(held, str(given[0]))(*given[1:])
