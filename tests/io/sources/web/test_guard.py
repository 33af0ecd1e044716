"""No spelling of an address that is not public passes, and a public one passes however it is carried."""

from __future__ import annotations

import ipaddress
from urllib.parse import urlsplit

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from ctxfn.io.errors import SourceRefusal
from ctxfn.io.sources.web.addresses import Guard, guard_of, read_url

RANGES = [
    "0.0.0.0/8",
    "10.0.0.0/8",
    "100.64.0.0/10",
    "127.0.0.0/8",
    "169.254.0.0/16",
    "172.16.0.0/12",
    "192.0.0.0/24",
    "192.0.2.0/24",
    "192.168.0.0/16",
    "198.18.0.0/15",
    "198.51.100.0/24",
    "203.0.113.0/24",
    "224.0.0.0/4",
    "240.0.0.0/4",
]

private = st.sampled_from(RANGES).flatmap(lambda one: st.ip_addresses(v=4, network=one).map(int))
OTHERS = ("192.88.99.0/24", "168.63.129.16/32")
public = st.ip_addresses(v=4).filter(
    lambda one: not any(one in ipaddress.ip_network(each) for each in (*RANGES, *OTHERS))
)


def spellings(address: int) -> list[str]:
    """Write an address of the fourth version in every way that some reader takes."""
    a, b, c, d = address.to_bytes(4, "big")
    high, low = address >> 16, address & 0xFFFF
    return [
        f"{a}.{b}.{c}.{d}",
        f"{a}.{b}.{c}.{d}.",
        f"{a}.{b}.{low}",
        f"{a}.{address & 0xFFFFFF}",
        str(address),
        hex(address),
        f"0{address:o}",
        f"0x{a:x}.0{b:o}.{c}.{d}",
        f"[::ffff:{a}.{b}.{c}.{d}]",
        f"[::ffff:{high:x}:{low:x}]",
        f"[::{high:x}:{low:x}]",
        f"[64:ff9b::{high:x}:{low:x}]",
        f"[2002:{high:x}:{low:x}::1]",
    ]


def passes(host: str) -> bool:
    """Whether a page at *host*, a number, would be connected to."""
    try:
        found = urlsplit(read_url(f"http://{host}/")).hostname or ""
        Guard().check(found, found)
    except SourceRefusal:
        return False
    return True


class TestProperties:
    @given(private)
    @example(0x7F000001)
    @example(0xA83F8110)
    def test_no_spelling_of_a_private_address_passes(self, address: int) -> None:
        assert [one for one in spellings(address) if passes(one)] == []

    @given(public)
    def test_a_public_one_passes_in_its_usual_spellings(
        self, address: ipaddress.IPv4Address
    ) -> None:
        written = spellings(int(address))

        assert [passes(written[place]) for place in (0, 8, 9, 11)] == [True] * 4

    @given(st.ip_addresses(v=6))
    def test_of_the_sixth_version_only_what_is_given_out_passes(
        self, address: ipaddress.IPv6Address
    ) -> None:
        first = address.packed[0]

        assert not passes(f"[{address}]") or first >> 5 == 1 or address.ipv4_mapped or first == 0

    @given(private)
    def test_what_is_allowed_passes_and_nothing_else(self, address: int) -> None:
        shown = str(ipaddress.IPv4Address(address))
        guard_of([f"{shown}/32"]).check(shown, shown)
        with pytest.raises(SourceRefusal):
            guard_of([f"{shown}/32"]).check(str(ipaddress.IPv4Address(address ^ 1)), "next")
