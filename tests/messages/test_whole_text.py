"""Text that UTF-8 can hold."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from ctxfn.messages import is_whole, whole_text

#: Any text at all, halves of surrogate pairs included.
ANY = st.text(st.characters(exclude_categories=[]))


class TestExamples:
    def test_halves_alone_are_replaced_and_whole_characters_stay(self) -> None:
        assert whole_text("a\ud83db\udc00 \U0001f600") == "a\ufffdb\ufffd \U0001f600"


class TestProperties:
    @given(ANY)
    def test_what_comes_out_can_be_sent(self, text: str) -> None:
        assert is_whole(whole_text(text))

    @given(ANY)
    def test_as_long_as_before_and_the_same_object_if_whole(self, text: str) -> None:
        after = whole_text(text)

        assert len(after) == len(text)
        assert (after is text) is is_whole(text)
