"""Attachments: what they cost, and which are previewed so that talk has room."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pyrsistent import pvector

from ctxfn.messages import Audio, File, Image, Media, Messages, Video, assistant, chat, user
from ctxfn.tokens import (
    AttachmentTokens,
    Counter,
    Tariff,
    account,
    attachment_tokens,
    plan_previews,
    preview_of,
    upload_tokens,
)


def letters(text: str) -> int:
    return len(text)


EXACT = Counter("letters", True, letters)
ABOUT = Counter("about", False, letters)
BARE = Tariff(message=0, name=0, call=0, request=0)
SHORT = len(preview_of("x" * 9_000))


def file(name: str, size: int = 9_000) -> File:
    return File(id=name, text="x" * size, attached=True)


def planned(messages: Messages, threshold: int, counter: Counter = EXACT) -> tuple[str, ...]:
    return plan_previews(messages, counter, threshold=threshold, tariff=BARE).files


class TestPlan:
    """The newest are shown whole for as long as there is room."""

    TWO = chat(user(file("old")), assistant("Yes."), user(file("new")))

    def test_while_all_fits_none_is_previewed(self) -> None:
        assert planned(self.TWO, 18_004) == ()

    def test_the_newest_is_shown_if_one_has_room(self) -> None:
        assert planned(self.TWO, 9_004 + SHORT) == ("old",)

    def test_none_is_shown_whole_if_none_has_room(self) -> None:
        assert planned(self.TWO, 9_003 + SHORT) == ("new", "old")

    def test_a_smaller_one_takes_the_room_a_larger_does_not_fit_in(self) -> None:
        messages = chat(user(file("small", 5_000)), user(file("large", 50_000)))

        assert planned(messages, 5_000 + len(preview_of("x" * 50_000))) == ("large",)

    def test_short_files_are_never_previewed(self) -> None:
        assert planned(chat(user(file("a", 4_000))), 10) == ()

    def test_oversized_files_always_are(self) -> None:
        assert planned(chat(user(file("a", 100_001))), 1_000_000) == ("a",)

    def test_a_file_attached_twice_is_one_file(self) -> None:
        messages = chat(user(file("a")), user(file("a")))

        assert planned(messages, 17_999) == ("a",)

    def test_estimates_are_held_to_the_threshold_with_their_drift(self) -> None:
        assert planned(chat(user(file("a"))), 9_000, ABOUT) == ("a",)
        assert planned(chat(user(file("a"))), 11_250, ABOUT) == ()

    def test_files_of_answers_are_not_asked_about(self) -> None:
        assert planned(chat(assistant(file("a"))), 10) == ()


FILES = st.builds(file, st.sampled_from(["a", "b", "c", "d"]), st.integers(0, 20_000))
CHATS = st.lists(st.lists(FILES, max_size=2).map(lambda files: user("hi", *files)), max_size=5).map(
    pvector
)


@given(CHATS, st.integers(0, 60_000), st.sampled_from([EXACT, ABOUT]))
def test_what_is_planned_fits_or_all_that_can_be_are_previewed(
    messages: Messages, threshold: int, counter: Counter
) -> None:
    plan = plan_previews(messages, counter, threshold=threshold, tariff=BARE)
    least = plan_previews(messages, counter, threshold=0, tariff=BARE)

    assert plan.accounting.adjusted <= max(threshold, least.accounting.adjusted)
    assert set(plan.files) <= set(least.files)
    assert plan.accounting.total <= account(messages, counter, tariff=BARE).total


@given(st.text(max_size=200), st.integers(0, 50))
def test_a_preview_is_never_longer(text: str, keep: int) -> None:
    assert len(preview_of(text, keep=keep)) <= len(text)


class TestEstimates:
    """Each kind by its own figure, and only what the model takes."""

    MEDIA: tuple[Media, ...] = (
        Image(url="u", attached=True),
        Video(url="u", attached=True),
        Audio(url="u", attached=True),
        file("a", 5),
    )

    def test_each_kind(self) -> None:
        told = attachment_tokens(chat(user(*self.MEDIA), assistant(Image(url="u"))), EXACT)

        assert told == AttachmentTokens(5, 1_000, 1_000, 1_000)
        assert told.total == 3_005

    def test_what_the_model_does_not_take_costs_nothing(self) -> None:
        told = attachment_tokens(chat(user(*self.MEDIA)), EXACT, vision=False, audio=False)

        assert told == AttachmentTokens(5, 0, 1_000, 0)

    @pytest.mark.parametrize(
        ("one", "tokens"),
        [
            (File(name="a.tsx", size=401), 101),
            (File(media_type="text/plain; charset=utf-8", size=8), 2),
            (File(media_type="application/json", size=1), 1),
            (File(media_type="application/pdf", name="a.pdf", size=4_000), 0),
            (File(name="a.ts", size=4_000, text="abc"), 3),
        ],
    )
    def test_a_text_nobody_read_counts_by_its_bytes(self, one: File, tokens: int) -> None:
        assert upload_tokens((one,), EXACT).text == tokens

    def test_they_add_up(self) -> None:
        one = AttachmentTokens(1, 2, 3, 4)

        assert one + one == AttachmentTokens(2, 4, 6, 8)
