"""A client that reads no endless answer, whoever asks with it."""

from __future__ import annotations

import gzip

import pytest

from ctxfn.io.errors import SourceRefusal
from ctxfn.io.sources.net.reading import bounded_client
from tests.io.sources.standin import Told, standing_in

pytest.importorskip("httpx")


@pytest.mark.parametrize(
    ("told", "reason"),
    [
        (Told(b"x" * 100, times=20), "more than 1,000 bytes"),
        (Told(gzip.compress(b" " * 10**6), headers=(("Content-Encoding", "gzip"),)), "packed"),
    ],
)
def test_what_is_too_long_or_may_grow(told: Told, reason: str) -> None:
    with standing_in() as server, bounded_client(1_000) as client:
        server.answers["GET /a"] = told

        with pytest.raises(SourceRefusal, match=reason):
            client.get(f"{server.address}/a")


def test_the_rest_is_read_and_no_proxy_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HTTP_PROXY", "http://127.0.0.1:1")
    with standing_in() as server, bounded_client(1_000) as client:
        server.answers["GET /a"] = Told(b"owl" * 300)

        assert client.get(f"{server.address}/a").text == "owl" * 300
