"""Events are the same wherever their bytes were cut."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from ctxfn.io.models.event_stream import EventReader, ServerEvent


def read(*chunks: bytes) -> list[ServerEvent]:
    reader = EventReader()
    events = [event for chunk in chunks for event in reader.feed(chunk)]
    return [*events, *reader.rest()]


class TestExamples:
    def test_lines_of_data_are_joined_and_comments_left_out(self) -> None:
        raw = b": ping\nevent: word\ndata: a\ndata: b\nid: 3\nretry: 5\nnonsense\n\n"
        assert read(raw) == [ServerEvent("word", "a\nb")]

    def test_a_name_holds_for_one_event(self) -> None:
        assert read(b"event: a\ndata: 1\n\ndata: 2\n\n") == [("a", "1"), ("message", "2")]

    def test_a_separator_inside_a_text_ends_no_line(self) -> None:
        assert read("data: a\u2028b\x85c\x0bd\n\n".encode()) == [("message", "a\u2028b\x85c\x0bd")]

    def test_one_blank_is_no_part_of_the_data(self) -> None:
        assert read(b"data:  a\n\ndata:b\n\n") == [("message", " a"), ("message", "b")]

    def test_what_no_blank_line_ends_is_the_rest(self) -> None:
        assert read(b"data: a\n\ndata: b") == [("message", "a"), ("message", "b")]

    def test_a_mark_of_byte_order_is_no_text(self) -> None:
        assert read(b"\xef\xbb", b"\xbfdata: a\n\n") == [("message", "a")]

    def test_a_line_end_that_is_cut_in_two_is_one(self) -> None:
        assert read(b"data: a\r", b"\ndata: b\r", b"\n\r", b"\n") == [("message", "a\nb")]


texts = st.text("aé✓\u2028🦉 :{}", max_size=8)
streams = st.lists(st.tuples(st.sampled_from(["data", "event", "id", "", "x"]), texts), max_size=12)


@given(streams, st.sampled_from(["\n", "\r\n", "\r"]), st.data())
def test_cuts_change_nothing(lines: list[tuple[str, str]], end: str, data: st.DataObject) -> None:
    raw = "".join(f"{field}: {text}{end}" * (1 + (field == "")) for field, text in lines).encode()
    raw += end.encode() * 2
    cuts = sorted(data.draw(st.lists(st.integers(0, len(raw)), max_size=len(raw))))
    chunks = [raw[a:b] for a, b in zip([0, *cuts], [*cuts, len(raw)], strict=True)]
    assert read(*chunks) == read(raw)
    assert read(*(raw[at : at + 1] for at in range(len(raw)))) == read(raw)
