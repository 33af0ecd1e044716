"""image_size: how large an image is, from the head of its file."""

from __future__ import annotations

import base64
import struct

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from ctxfn.tokens import Size, image_size, image_size_of_uri

SIDES = st.integers(1, 16_383)


def png(width: int, height: int) -> bytes:
    return (
        b"\x89PNG\r\n\x1a\n" + struct.pack(">I4sII", 13, b"IHDR", width, height) + b"\x08\x06\0\0"
    )


def apple_png(width: int, height: int) -> bytes:
    """PNG as Apple's tools write it: a chunk of their own comes first."""
    return png(width, height).replace(
        b"\0\0\0\rIHDR", b"\0\0\0\4CgBI\x50\0\x20\x06RRRR\0\0\0\rIHDR"
    )


def gif(width: int, height: int) -> bytes:
    return b"GIF89a" + struct.pack("<HH", width, height) + b"\xf7\0\0"


def jpeg(width: int, height: int, *, preamble: int = 14, frame: int = 0xC0) -> bytes:
    """JPEG with application segments, a table and a filling byte before its frame."""
    segments = b""
    while preamble > 0:
        length = min(preamble, 60_000)
        segments += b"\xff\xe1" + struct.pack(">H", length + 2) + b"\xff\xc0" * (length // 2)
        segments += b"\0" * (length % 2)
        preamble -= length
    table = b"\xff\xc4" + struct.pack(">H", 4) + b"\0\0"
    start = struct.pack(">BBHBHH", 0xFF, frame, 17, 8, height, width)
    return b"\xff\xd8" + segments + table + b"\xff" + start + b"\x03"


def webp(kind: bytes, body: bytes) -> bytes:
    return b"RIFF" + struct.pack("<I", 22) + b"WEBP" + kind + struct.pack("<I", len(body)) + body


def webp_lossy(width: int, height: int) -> bytes:
    return webp(b"VP8 ", b"\x30\x01\0\x9d\x01\x2a" + struct.pack("<HH", width, height | 0x4000))


def webp_lossless(width: int, height: int) -> bytes:
    return webp(b"VP8L", b"\x2f" + struct.pack("<I", width - 1 | (height - 1) << 14 | 1 << 28))


def webp_extended(width: int, height: int) -> bytes:
    sides = (width - 1).to_bytes(3, "little") + (height - 1).to_bytes(3, "little")
    return webp(b"VP8X", b"\x10\0\0\0" + sides)


WRITERS = [png, apple_png, gif, jpeg, webp_lossy, webp_lossless, webp_extended]


def uri(data: bytes) -> str:
    return f"data:image/x;base64,{base64.b64encode(data).decode()}"


class TestExamples:
    """Real heads of files, and what is none."""

    def test_a_real_png(self) -> None:
        """The smallest PNG, one transparent pixel."""
        pixel = (
            "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk"
            "YPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=="
        )

        assert image_size_of_uri(pixel) == Size(1, 1)

    def test_a_real_gif(self) -> None:
        pixel = "data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7"

        assert image_size_of_uri(pixel) == Size(1, 1)

    def test_a_jpeg_with_a_long_profile_before_its_frame(self) -> None:
        assert image_size_of_uri(uri(jpeg(640, 480, preamble=200_000))) == Size(640, 480)

    @pytest.mark.parametrize("frame", [0xC0, 0xC1, 0xC2, 0xC9])
    def test_every_kind_of_jpeg_frame(self, frame: int) -> None:
        assert image_size(jpeg(640, 480, frame=frame)) == Size(640, 480)

    def test_the_size_inside_a_jpeg_thumbnail_is_passed_over(self) -> None:
        """The application segments above are full of bytes that look like frames."""
        assert image_size(jpeg(640, 480, preamble=5_000)) == Size(640, 480)

    @pytest.mark.parametrize(
        "address",
        [
            "https://example.org/cat.png",
            "data:image/png,rawtext",
            "data:image/svg+xml;base64,PHN2Zy8+",
            "data:image/png;base64,@@@@",
            "data:image/png;base64,",
            "iVBORw0KGgo=",
            "",
        ],
    )
    def test_what_states_no_size_has_none(self, address: str) -> None:
        assert image_size_of_uri(address) is None

    def test_parameters_and_line_ends_in_the_address_are_allowed(self) -> None:
        packed = base64.encodebytes(png(7, 9)).decode()

        assert image_size_of_uri(f"data:image/png;name=a.png;BASE64,{packed}") == Size(7, 9)


class TestProperties:
    """What is true of every file. Each test is named after the invariant."""

    @given(st.sampled_from(WRITERS), SIDES, SIDES)
    def test_what_was_written_is_read(self, write: object, width: int, height: int) -> None:
        data = write(width, height)  # type: ignore[operator]

        assert (image_size(data), image_size_of_uri(uri(data))) == (Size(width, height),) * 2

    @given(st.sampled_from(WRITERS), SIDES, SIDES, st.data())
    def test_a_cut_file_says_the_same_or_nothing(
        self, write: object, width: int, height: int, data: st.DataObject
    ) -> None:
        whole = write(width, height)  # type: ignore[operator]
        cut = whole[: data.draw(st.integers(0, len(whole)))]

        assert image_size(cut) in (Size(width, height), None)

    @given(st.sampled_from(WRITERS), st.binary(max_size=80), st.integers(0, 40))
    @example(jpeg, b"\xff\xe1\0\0" * 10, 2)
    def test_total(self, write: object, noise: bytes, at: int) -> None:
        """Whatever stands in the bytes, the answer is a size with sides, or none."""
        data = write(3, 5)[:at] + noise  # type: ignore[operator]
        found = image_size(data)

        assert found is None or min(found.width, found.height) > 0

    @given(st.text())
    def test_total_on_addresses(self, text: str) -> None:
        found = image_size_of_uri("data:image/png;base64," + text)

        assert found is None or min(found.width, found.height) > 0
