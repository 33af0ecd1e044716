"""around_texts and put_into: words of ours around somebody else's."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from ctxfn.messages import Image, Part, Text, own, text_of
from ctxfn.processors.template import around_texts, put_into

PICTURE = Image(url="https://example.org/p.png")
PARTS = st.lists(st.one_of(st.text(max_size=3).map(Text), st.just(PICTURE)), max_size=4).map(tuple)


class TestExamples:
    """What they do, in cases a reader can check by eye."""

    def test_extras_stay(self) -> None:
        part = Text("a", None, (("openai_chat", own({"x": 1})),))

        assert around_texts((part,), "<", ">") == (Text("<a>", None, part.extras),)

    def test_a_signed_text_stays_as_it_is(self) -> None:
        part = Text("a", "signed")

        assert around_texts((part,), "<", ">") == (Text("<"), part, Text(">"))
        assert around_texts((part,), "<", "") == (Text("<"), part)

    def test_one_text_between_several_pieces(self) -> None:
        assert put_into((Text("x"),), ("1", "2", "3")) == (Text("1x2x3"),)

    def test_a_further_slot_has_all_the_words(self) -> None:
        assert put_into((Text("a"), PICTURE, Text("b")), ("1", "2", "3")) == (
            Text("1a"),
            PICTURE,
            Text("b2a\n\nb3"),
        )


class TestProperties:
    """What is true of all parts. Each test is named after the invariant."""

    @given(PARTS)
    def test_nothing_to_put_is_the_same_object(self, parts: tuple[Part, ...]) -> None:
        assert around_texts(parts, "", "") is parts
        assert put_into(parts, ("", "")) is parts

    @given(PARTS)
    def test_media_stay_and_words_stand_between(self, parts: tuple[Part, ...]) -> None:
        after = around_texts(parts, "<", ">")

        assert [one for one in after if one is PICTURE] == [one for one in parts if one is PICTURE]
        assert text_of(after) == f"<{text_of(parts)}>"
