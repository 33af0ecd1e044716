"""Who is busy is asked again, unless that could do something twice."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping

import pytest

from ctxfn.errors import InvalidArgument
from ctxfn.io.errors import SourceRefusal
from ctxfn.io.sources import Limits
from ctxfn.io.sources.net.api import Api, checked_address, client_of
from tests.io.sources.standin import StandIn, Told, standing_in, told_json

pytest.importorskip("httpx")


def ask(server: StandIn, method: str) -> Mapping[str, object] | None:
    async def asked() -> Mapping[str, object] | None:
        limits = Limits(seconds=2)
        async with client_of(limits) as client:
            try:
                return await Api("owls", server.address, limits).ask(client, method, "/a")
            except SourceRefusal:
                return None

    return asyncio.run(asked())


@pytest.mark.parametrize(
    ("method", "status", "again"),
    [
        ("GET", 429, True),
        ("GET", 503, True),
        ("POST", 429, True),
        ("POST", 503, False),
        ("GET", 500, False),
        ("PATCH", 503, False),
    ],
)
def test_who_is_asked_again(method: str, status: int, again: bool) -> None:
    with standing_in() as server:
        busy = told_json({}, status, Retry_After="0")
        server.answers[f"{method} /a"] = [busy, told_json({"owl": 1})]

        assert ask(server, method) == ({"owl": 1} if again else None)
        assert len(server.sent) == 1 + again


@pytest.mark.parametrize("wait", ["", "soon", "-1", "1.5", "9" * 400, "²", "Wed, 99 Oct 2099"])
def test_who_does_not_say_how_long_is_not(wait: str) -> None:
    with standing_in() as server:
        server.answers["GET /a"] = told_json({}, 429, Retry_After=wait)

        assert ask(server, "GET") is None
        assert len(server.sent) == 1


@pytest.mark.parametrize("address", ["https://a.example", "http://127.0.0.1:80/api/"])
def test_addresses(address: str) -> None:
    assert checked_address("x", address) == address.rstrip("/")


@pytest.mark.parametrize(
    "address",
    [
        "",
        "a",
        "ftp://a",
        "http://",
        "http://[",
        "http://a:b@c",
        "http://a?b=c",
        "http://a#b",
        "http://a:99999",
        5,
    ],
)
def test_that_are_none(address: object) -> None:
    with pytest.raises(InvalidArgument):
        checked_address("x", address)


@pytest.mark.parametrize("status", [200, 400, 401])
def test_who_repeats_the_key_is_not_told_with_it(status: int) -> None:
    async def asked(server: StandIn) -> str:
        limits = Limits(seconds=2)
        headers = {"Authorization": "Bearer ya29.hunter2"}
        async with client_of(limits) as client:
            with pytest.raises(SourceRefusal) as refused:
                await Api("owls", server.address, limits).ask(client, "GET", "/a", headers=headers)
        return str(refused.value)

    with standing_in() as server:
        body = json.dumps({"error": "x" * 150 + "ya29.hunter2"} if status > 200 else []).encode()
        server.answers["GET /a"] = Told(body, status, kind="text/ya29.hunter2")
        told = asyncio.run(asked(server))

    assert "ya29" not in told
