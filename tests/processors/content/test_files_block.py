"""files_block: what was attached, in text that nothing attached can break."""

from __future__ import annotations

import pytest

from ctxfn.messages import Audio, File, Image, Media, Video
from ctxfn.processors import files_block, files_text, reference_prefix

ALL: tuple[Media, ...] = (
    Audio("https://a.example/s.ogg", name="song"),
    File("https://a.example/f.txt", id="f1", name="f", text="words"),
    Image("data:image/png;base64,AAAA", name="dot"),
    Image("https://a.example/x.png"),
    Video("https://a.example/v.mp4", name="film"),
)


class TestExamples:
    """What it does, in cases a reader can check by eye."""

    def test_kinds_stand_in_one_order_and_data_is_not_repeated(self) -> None:
        lines = [line for line in files_text("", ALL).splitlines() if "docstring" not in line]
        assert lines == [
            "<images>",
            '<image ref="image_1" name="dot"></image>',
            '<image ref="image_2" url="https://a.example/x.png"></image>',
            "</images>",
            "<files>",
            '<file id="f1" name="f" url="https://a.example/f.txt">words</file>',
            "</files>",
            "<videos>",
            '<video ref="video_1" name="film" url="https://a.example/v.mp4"></video>',
            "</videos>",
            "<audios>",
            '<audio ref="audio_1" name="song" url="https://a.example/s.ogg"></audio>',
            "</audios>",
        ]

    def test_no_urls_if_they_are_not_wanted(self) -> None:
        assert "https:" not in files_text("m1", ALL, include_urls=False)

    def test_references_of_two_messages_differ(self) -> None:
        one, other = files_block("m1", ALL), files_block("m2", ALL)
        assert one is not None
        assert other is not None
        assert one.text != other.text

    @pytest.mark.parametrize(
        ("message_id", "hashed"),
        [
            ("a", 0xE40C292C),
            ("foobar", 0xBF9CF968),
            ("\U0001f600", (2166136261 ^ 0xD83D) * 16777619 % 2**32),
        ],
    )
    def test_the_prefix_is_the_published_hash(self, message_id: str, hashed: int) -> None:
        """Test vectors of the hash's authors; off the first plane, the first half counts."""
        digits = reference_prefix(message_id).removeprefix("msg_").removesuffix(".")
        behind = 0
        while 36**behind * (int(digits, 36) + 1) <= hashed:
            behind += 1
        assert hashed // 36**behind == int(digits, 36)
        assert len(digits) == min(6, len(digits) + behind)
