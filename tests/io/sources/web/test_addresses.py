"""Only public addresses are fetched from, however a private one is written or found."""

from __future__ import annotations

import gzip
import threading
import zlib
from collections.abc import Iterator, Sequence
from typing import Any

import pytest

from ctxfn.errors import InvalidArgument
from ctxfn.io.errors import SourceRefusal
from ctxfn.io.sources import Answer, Limits, opened_now, query, web
from ctxfn.io.sources.web.addresses import Guard, read_url, shown_url
from ctxfn.io.sources.web.direct import direct
from tests.io.sources.standin import Sent, StandIn, Told, standing_in

pytest.importorskip("httpx")

HTML = "text/html; charset=utf-8"
HERE = ("127.0.0.1/32",)

#: Ways to write an address that nobody outside should reach.
PRIVATE = (
    "http://127.0.0.1/",
    "http://127.0.0.1:8080/",
    "http://127.1/",
    "http://127.0.1/",
    "http://2130706433/",
    "http://0x7f000001/",
    "http://0x7f.0.0.1/",
    "http://0177.0.0.1/",
    "http://017700000001/",
    "http://127.0.0.1./",
    "http://0/",
    "http://0.0.0.0/",
    "http://127.255.255.254/",
    "http://localhost/",
    "http://localhost./",
    "http://LOCALHOST/",
    "http://10.0.0.1/",
    "http://10.255.255.255/",
    "http://172.16.0.1/",
    "http://172.31.255.254/",
    "http://192.168.0.1/",
    "http://192.0.0.192/",
    "http://198.18.0.1/",
    "http://100.64.0.1/",
    "http://100.100.100.200/",
    "http://169.254.169.254/latest/meta-data/",
    "http://169.254.170.2/",
    "http://168.63.129.16/",
    "http://0xa9fea9fe/",
    "http://2852039166/",
    "http://224.0.0.1/",
    "http://239.255.255.250/",
    "http://255.255.255.255/",
    "http://240.0.0.1/",
    "http://[::1]/",
    "http://[::]/",
    "http://[0:0:0:0:0:0:0:1]/",
    "http://[::ffff:127.0.0.1]/",
    "http://[::ffff:7f00:1]/",
    "http://[::ffff:169.254.169.254]/",
    "http://[::127.0.0.1]/",
    "http://[64:ff9b::127.0.0.1]/",
    "http://[64:ff9b::a00:1]/",
    "http://[64:ff9b:1::1]/",
    "http://[2002:7f00:1::]/",
    "http://[2002:a00:1::1]/",
    "http://[2001:0:53aa:64c::1]/",
    "http://[fc00::1]/",
    "http://[fd00:ec2::254]/",
    "http://[fe80::1]/",
    "http://[fe80::1%25eth0]/",
    "http://[fec0::1]/",
    "http://[ff02::1]/",
    "http://[2001:db8::1]/",
    "http://①②⑦.⓪.⓪.①/",
    "http://127。0。0。1/",
    "http://user@127.0.0.1/",
    "http://example.com@127.0.0.1/",
    "http://127.0.0.1#@example.com/",
    "http://127%2e0%2e0%2e1/",
)

#: What is no address of the web, or is read by each reader in its own way.
NO_ADDRESSES = (
    "",
    "owls",
    "//127.0.0.1/",
    "file:///etc/passwd",
    "ftp://example.com/",
    "gopher://example.com/",
    "data:text/html,owls",
    "javascript:1",
    "http://",
    "http:///etc/passwd",
    "http://exa mple.com/",
    "http://example.com\\@127.0.0.1/",
    "http://example.com\t.evil.org/",
    "http://example.com/\r\nHost: 127.0.0.1",
    "http://example..com/",
    "http://.example.com/",
    "http://-example.com/",
    "http://example.com:0/",
    "http://example.com:22/",
    "http://example.com:25/",
    "http://example.com:99999/",
    "http://example.com:owl/",
    "http://[::1/",
    "http://[owl]/",
    "http://exämple\u0000.com/",
    "https://" + "a" * 5_000,
)


@pytest.fixture
def site() -> Iterator[StandIn]:
    with standing_in("0.0.0.0") as made:
        yield made


def asked(url: str, *, resolve: Any = None, allow: Sequence[str] = (), **limits: Any) -> Answer:
    within = Limits(**{"seconds": 3.0, **limits})
    backend = direct(allow_addresses=allow, limits=within, resolve=resolve)
    return query(web(backend, limits=within), url)


class TestPrivateAddresses:
    @pytest.mark.parametrize("url", PRIVATE)
    def test_are_never_connected_to(self, url: str) -> None:
        with opened_now(web("direct", limits=Limits(seconds=3))) as live:
            answer = live.call("web_extract", {"url": url})

        assert answer.problem is not None
        assert answer.problem.kind == "refused"
        expected = ("no public address", "its host", "localhost.: it has no address")
        assert any(words in answer.problem.reason for words in expected)

    @pytest.mark.parametrize("url", NO_ADDRESSES)
    def test_nor_is_what_is_no_address(self, url: str) -> None:
        with pytest.raises(SourceRefusal):
            read_url(url)

    @pytest.mark.parametrize(
        "address",
        ["127.0.0.1", "10.1.2.3", "::1", "::ffff:10.0.0.1", "fd00::1", "fe80::1%eth0", "owls", ""],
    )
    def test_nor_is_a_name_that_leads_there(self, address: str) -> None:
        answer = asked("http://owls.example/", resolve=lambda host, port: (address,))

        assert answer.problem is not None
        assert answer.problem.reason.startswith("owls.example: it ")

    def test_nor_is_a_name_with_one_of_them_among_others(self) -> None:
        answer = asked(
            "http://owls.example/", resolve=lambda *_: ("127.0.0.1", "10.0.0.1"), allow=HERE
        )

        assert answer.problem is not None
        assert "owls.example: it is no public address" in answer.problem.reason

    def test_public_ones_pass_whatever_carries_them(self) -> None:
        for one in ("8.8.8.8", "2606:4700::1111", "::ffff:8.8.8.8", "64:ff9b::808:808"):
            Guard().check(one, "owls.example")

    def test_are_reached_where_they_are_allowed(self, site: StandIn) -> None:
        site.answers["GET /"] = Told(b"<title>Owls</title>sleep", kind=HTML)

        answer = asked(site.address, allow=HERE)

        assert [one.snippet for one in answer.results] == ["sleep"]

    def test_what_is_allowed_is_a_range(self) -> None:
        for wrong in (["owls"], ["10.0.0.0/99"], [5], "10.0.0.0/8", None):
            with pytest.raises(InvalidArgument):
                direct(allow_addresses=wrong)  # type: ignore[arg-type]


class TestRedirects:
    @pytest.mark.parametrize(
        "target",
        [
            "http://10.0.0.1/",
            "//169.254.169.254/",
            "http://[::1]/",
            "file:///etc/passwd",
            "http://2130706433/",
            "ftp://owls.example/",
            "http://localhost:22/",
            "http://[",
            "javascript:1",
        ],
    )
    def test_to_what_is_not_public_are_not_followed(self, site: StandIn, target: str) -> None:
        site.answers["GET /"] = Told(status=302, headers=(("Location", target),))

        answer = asked(site.address, allow=HERE)

        assert answer.problem is not None
        assert answer.problem.kind == "refused"
        assert site.paths() == ["/"]

    def test_are_followed_five_times(self, site: StandIn) -> None:
        for step in range(6):
            site.answers[f"GET /{step}"] = Told(status=301, headers=(("Location", f"/{step + 1}"),))
        site.answers["GET /6"] = Told(b"there", kind="text/plain")

        near, far = asked(f"{site.address}/1", allow=HERE), asked(f"{site.address}/0", allow=HERE)

        assert [one.uri for one in near.results] == [f"{site.address}/6"]
        assert far.problem is not None
        assert "more than 5 times" in far.problem.reason

    def test_a_name_that_changes_its_answer_is_judged_each_time(self, site: StandIn) -> None:
        answers = iter(["127.0.0.2", "127.0.0.1", "127.0.0.2"])
        site.answers["GET /"] = Told(status=302, headers=(("Location", "/again"),))
        site.answers["GET /again"] = Told(b"secret", kind="text/plain")

        answer = asked(
            f"http://owls.example:{site.port}/",
            resolve=lambda host, port: (next(answers),),
            allow=("127.0.0.2/32",),
        )

        assert answer.problem is not None
        assert [one.reached_at for one in site.sent] == ["127.0.0.2"]

    def test_what_was_judged_is_what_is_connected_to(self, site: StandIn) -> None:
        looked: list[tuple[str, int]] = []

        def resolve(host: str, port: int) -> tuple[str, ...]:
            looked.append((host, port))
            return ("127.0.0.2",) if len(looked) == 1 else ("127.0.0.1",)

        site.answers["GET /"] = Told(b"owls", kind="text/plain")

        answer = asked(
            f"http://owls.example:{site.port}/", resolve=resolve, allow=("127.0.0.2/32",)
        )

        assert [one.snippet for one in answer.results] == ["owls"]
        assert looked == [("owls.example", site.port)]
        assert [(one.reached_at, one.headers["host"]) for one in site.sent] == [
            ("127.0.0.2", f"owls.example:{site.port}")
        ]


class TestAddresses:
    @pytest.mark.parametrize(
        ("url", "read"),
        [
            ("HTTP://Ann:word@Owls.Example:80/a?b=c#d", "http://owls.example/a?b=c"),
            ("https://owls.example:8443", "https://owls.example:8443/"),
            ("https://eulenkäuze.example/ä", "https://xn--eulenkuze-02a.example/ä"),
            ("http://[2606:4700:0::1111]/", "http://[2606:4700::1111]/"),
        ],
    )
    def test_are_read_without_who_signs_in(self, url: str, read: str) -> None:
        assert read_url(url) == read

    def test_are_shown_without_who_signs_in(self) -> None:
        assert shown_url("https://ann:word@owls.example/a") == "https://owls.example/a"
        assert shown_url("https://ann@owls.example/a") == "https://owls.example/a"

    def test_nobody_signs_in(self, site: StandIn) -> None:
        site.answers["GET /"] = Told(b"owls", kind="text/plain")

        answer = asked(f"http://ann:word@127.0.0.1:{site.port}/", allow=HERE)

        assert "authorization" not in site.sent[0].headers
        assert "word" not in str(answer)


class TestBodies:
    @pytest.mark.parametrize(
        "kind", ["application/pdf", "image/png", "image/svg+xml", "application/octet-stream", ""]
    )
    def test_of_other_types_are_refused(self, site: StandIn, kind: str) -> None:
        site.answers["GET /"] = Told(b"x" * 10, kind=kind)

        answer = asked(site.address, allow=HERE)

        assert answer.problem is not None
        assert "expected a text" in answer.problem.reason

    @pytest.mark.parametrize("status", [400, 401, 403, 404, 410, 429, 500, 503])
    def test_of_failures_are_not_pages(self, site: StandIn, status: int) -> None:
        site.answers["GET /"] = Told(b"no", status, kind="text/plain")

        answer = asked(site.address, allow=HERE)

        assert answer.problem is not None
        assert answer.problem.reason.endswith(f"it answered {status}")

    def test_are_read_up_to_a_limit(self, site: StandIn) -> None:
        site.answers["GET /"] = Told(b"owls " * 1_000, kind="text/plain", times=1_000)

        answer = asked(site.address, allow=HERE, file_bytes=20_000)

        assert len(answer.results[0].snippet or "") == 20_000
        assert "only the first 20,000 bytes were read" in answer.remarks

    @pytest.mark.parametrize("coding", ["gzip", "deflate"])
    def test_unpack_no_further_than_the_limit(self, site: StandIn, coding: str) -> None:
        bomb = b"a" * 30_000_000
        packed = gzip.compress(bomb) if coding == "gzip" else zlib.compress(bomb)
        site.answers["GET /"] = Told(
            packed, kind="text/plain", headers=(("Content-Encoding", coding),)
        )

        answer = asked(site.address, allow=HERE, file_bytes=50_000)

        assert len(answer.results[0].snippet or "") == 50_000

    @pytest.mark.parametrize(
        ("body", "coding"),
        [
            (b"owls", "gzip"),
            (b"owls", "br"),
            (gzip.compress(b"o" * 99, mtime=0)[:-12], "gzip"),
            (b"x", "gzip, gzip"),
        ],
        ids=["plain", "unknown", "cut", "twice"],
    )
    def test_that_are_not_packed_as_they_say_are_refused(
        self, site: StandIn, body: bytes, coding: str
    ) -> None:
        site.answers["GET /"] = Told(
            body, kind="text/plain", headers=(("Content-Encoding", coding),)
        )

        answer = asked(site.address, allow=HERE)

        assert answer.problem is not None

    def test_that_end_early_are_no_answer(self, site: StandIn) -> None:
        site.answers["GET /"] = Told(b"owls", kind="text/plain", missing=10)

        answer = asked(site.address, allow=HERE)

        assert answer.problem is not None
        assert "cut off" in answer.problem.reason

    def test_that_never_come_are_late(self, site: StandIn) -> None:
        held = threading.Event()
        site.answers["GET /"] = Told(b"owls", kind="text/plain", held=held)

        answer = asked(site.address, allow=HERE, seconds=0.2)
        held.set()

        assert answer.problem is not None
        assert answer.problem.kind == "late"

    @pytest.mark.parametrize(
        ("body", "kind", "said"),
        [
            (b"\xff\xfeo\x00w\x00l\x00", "text/plain", "owl"),
            ("Käuze".encode("latin-1"), "text/plain; charset=latin-1", "Käuze"),
            ("Käuze".encode(), "text/plain; charset=owlish", "Käuze"),
            (b'{"a": 1}', "application/problem+json", '{"a": 1}'),
            (b"<p>a<script>b</script><p>c", "text/html", "a\nc"),
        ],
    )
    def test_are_texts(self, site: StandIn, body: bytes, kind: str, said: str) -> None:
        site.answers["GET /"] = lambda sent: Told(body, kind=kind)

        answer = asked(site.address, allow=HERE)

        assert [one.snippet for one in answer.results] == [said]

    def test_nothing_of_ours_is_sent(self, site: StandIn) -> None:
        site.answers["GET /"] = Told(b"owls", kind="text/plain")

        asked(site.address, allow=HERE)

        sent: Sent = site.sent[0]
        assert set(sent.headers) == {
            "host",
            "accept",
            "accept-encoding",
            "connection",
            "user-agent",
        }
