"""A body is read as far as it may be, packed or not, and no further."""

from __future__ import annotations

import asyncio
import gzip
import tracemalloc
import zlib
from collections.abc import AsyncIterator, Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ctxfn.io.errors import SourceRefusal
from ctxfn.io.sources.net.bodies import Body, read_body

PACKED: dict[str, Callable[[bytes], bytes]] = {
    "": bytes,
    "identity": bytes,
    "gzip": gzip.compress,
    "deflate": zlib.compress,
}


def read(data: bytes, coding: str, most: int, step: int = 1_000) -> Body:
    async def pieces() -> AsyncIterator[bytes]:
        for place in range(0, len(data), step):
            yield data[place : place + step]

    return asyncio.run(read_body(pieces(), coding, most))


class TestProperties:
    @given(st.binary(max_size=400), st.sampled_from(sorted(PACKED)), st.integers(1, 50))
    def test_what_was_packed_is_read(self, data: bytes, coding: str, step: int) -> None:
        assert read(PACKED[coding](data), coding, 1_000, step) == Body(data)

    @given(st.lists(st.binary(max_size=40), min_size=1, max_size=5), st.integers(1, 50))
    def test_what_was_packed_in_parts_is_read_whole(self, parts: list[bytes], step: int) -> None:
        packed = b"".join(map(gzip.compress, parts))

        assert read(packed, "gzip", 1_000, step) == Body(b"".join(parts))
        assert read(packed + b"what else", "gzip", 1_000, step) == Body(b"".join(parts))

    @given(
        st.binary(min_size=11, max_size=400), st.sampled_from(["", "identity"]), st.integers(1, 50)
    )
    def test_no_more_than_allowed_is_taken(self, data: bytes, coding: str, step: int) -> None:
        assert read(data, coding, 10, step) == Body(data[:10], cut=True)


@pytest.mark.parametrize("coding", ["gzip", "deflate"])
def test_a_small_body_that_grows_takes_no_room(coding: str) -> None:
    packed = PACKED[coding](b"a" * 50_000_000)

    tracemalloc.start()
    body = read(packed, coding, 100_000, len(packed))
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()

    assert body == Body(b"a" * 100_000, cut=True)
    assert peak < 3_000_000


@pytest.mark.parametrize(
    ("data", "coding"),
    [
        (b"owls", "gzip"),
        (b"owls", "br"),
        (b"owls", "gzip, gzip"),
        (gzip.compress(b"o" * 99, mtime=0)[:-9], "gzip"),
    ],
)
def test_what_is_not_packed_as_it_says_is_refused(data: bytes, coding: str) -> None:
    with pytest.raises(SourceRefusal):
        read(data, coding, 1_000)
