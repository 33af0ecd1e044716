"""Which addresses of the net may be connected to: the public ones, and those that were allowed."""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Iterable
from typing import Final, TypeAlias
from urllib.parse import SplitResult, urlsplit, urlunsplit

from attrs import frozen

from ctxfn.errors import InvalidArgument, check_argument, shown
from ctxfn.io.errors import SourceRefusal

__all__ = ["Guard", "guard_of", "read_url", "shown_url"]

Address: TypeAlias = ipaddress.IPv4Address | ipaddress.IPv6Address
Network: TypeAlias = ipaddress.IPv4Network | ipaddress.IPv6Network

#: What is not on the public net, by the registries of special addresses; the last one is public
#: and answers each machine in one cloud with its settings.
_NOT_PUBLIC_4: Final = tuple(
    ipaddress.IPv4Network(one)
    for one in (
        "0.0.0.0/8",
        "10.0.0.0/8",
        "100.64.0.0/10",
        "127.0.0.0/8",
        "169.254.0.0/16",
        "172.16.0.0/12",
        "192.0.0.0/24",
        "192.0.2.0/24",
        "192.88.99.0/24",
        "192.168.0.0/16",
        "198.18.0.0/15",
        "198.51.100.0/24",
        "203.0.113.0/24",
        "224.0.0.0/4",
        "240.0.0.0/4",
        "168.63.129.16/32",
    )
)

#: Of the sixth version only this is given out; in it, what carries other addresses, and examples.
_PUBLIC_6: Final = ipaddress.IPv6Network("2000::/3")
_NOT_PUBLIC_6: Final = tuple(
    ipaddress.IPv6Network(one) for one in ("2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20")
)

#: Forms in which the last 32 bits are an address of the fourth version.
_CARRIERS: Final = tuple(
    ipaddress.IPv6Network(one) for one in ("::ffff:0:0/96", "64:ff9b::/96", "::ffff:0:0:0/96")
)

_HOST: Final = re.compile(r"[a-z0-9_](?:[a-z0-9_.-]*[a-z0-9_])?\.?")
_NUMBER: Final = re.compile(r"(?:0x[0-9a-f]*|[0-9]+)\.?$")
_LONGEST_URL: Final = 4_096
_NAMED_PORTS: Final = 1_024


@frozen
class Guard:
    """Judges addresses; those in `allowed` are allowed, whatever they are."""

    allowed: tuple[Network, ...] = ()

    def check(self, address: str, host: str) -> None:
        """Refuse to connect to *address*, the one of *host*, unless it is public or allowed.

        Raises:
            SourceRefusal: it is neither.
        """
        try:
            found = ipaddress.ip_address(address)
        except ValueError:
            raise SourceRefusal(f"{host}: it has no address that can be judged") from None
        if getattr(found, "scope_id", None) is None:
            plain = _carried(found)
            if _public(plain) or any(found in one or plain in one for one in self.allowed):
                return
        raise SourceRefusal(f"{host}: it is no public address, and is not connected to")


def guard_of(allowed: Iterable[str]) -> Guard:
    """Make a guard that allows what lies in *allowed*, as 10.1.0.0/16, besides public addresses.

    Raises:
        InvalidArgument: one is no range of addresses.
    """
    expected = "ranges of addresses, as 10.1.0.0/16"
    check_argument("allow_addresses", allowed, tuple | list | set | frozenset, expected)
    networks = []
    for one in allowed:
        try:
            networks.append(ipaddress.ip_network(one if isinstance(one, str) else "", strict=False))
        except ValueError:
            raise InvalidArgument("allow_addresses", shown(one), expected) from None
    return Guard(tuple(networks))


def read_url(url: str) -> str:
    """Return *url* as it is asked for: its host in ASCII, without who signs in and what is behind #.

    Raises:
        SourceRefusal: it is none of the web, or written so that readers of it may differ.
    """
    parts = _split(url)
    host = parts.hostname or ""
    host = _checked_v6(host) if ":" in host else _checked_name(host)
    port = parts.port
    if port is not None and port < _NAMED_PORTS and port not in (80, 443):
        raise SourceRefusal(f"{host}: found port {port}, expected one of the web")
    usual = {"http": 80, "https": 443}[parts.scheme]
    place = host if port in (None, usual) else f"{host}:{port}"
    return urlunsplit((parts.scheme, place, parts.path or "/", parts.query, ""))


def shown_url(url: str) -> str:
    """Write *url* without who signs in in it."""
    try:
        parts = urlsplit(url)
    except ValueError:
        return "an address that cannot be read"
    return urlunsplit(parts._replace(netloc=parts.netloc.rpartition("@")[2]))


def _split(url: str) -> SplitResult:
    if not url.isprintable() or " " in url.strip() or "\\" in url or len(url) > _LONGEST_URL:
        raise SourceRefusal("url: it holds what no address does")
    try:
        parts = urlsplit(url.strip())
        port = parts.port
    except ValueError:
        raise SourceRefusal("url: it cannot be read") from None
    if parts.scheme not in ("http", "https"):
        found = shown(parts.scheme) if parts.scheme else "none"
        raise SourceRefusal(f"url: found the scheme {found}, expected http or https")
    if not parts.hostname or port == 0:
        raise SourceRefusal("url: it has no host")
    return parts


def _checked_v6(host: str) -> str:
    try:
        address = ipaddress.IPv6Address(host)
    except ValueError:
        raise SourceRefusal("url: its host cannot be read") from None
    if address.scope_id is not None:
        raise SourceRefusal("url: its host is of this machine")
    return f"[{address}]"


def _checked_name(host: str) -> str:
    """Write a name in ASCII; a number is an address in its usual spelling, or refused."""
    try:
        name = host if host.isascii() else host.encode("idna").decode("ascii")
    except UnicodeError:
        raise SourceRefusal("url: its host cannot be read") from None
    name = name.lower()
    if not _HOST.fullmatch(name) or ".." in name:
        raise SourceRefusal("url: its host cannot be read")
    if _NUMBER.search(name.rstrip(".").rpartition(".")[2]):
        try:
            return str(ipaddress.IPv4Address(name))
        except ValueError:
            reason = "its host is a number in a spelling that readers may take differently"
            raise SourceRefusal(f"url: {reason}") from None
    return name


def _carried(address: Address) -> Address:
    """Take an address of the fourth version out of one of the sixth that carries it."""
    if isinstance(address, ipaddress.IPv6Address) and any(address in one for one in _CARRIERS):
        return ipaddress.IPv4Address(int(address) & 0xFFFFFFFF)
    return address


def _public(address: Address) -> bool:
    if isinstance(address, ipaddress.IPv4Address):
        return not any(address in one for one in _NOT_PUBLIC_4)
    return address in _PUBLIC_6 and not any(address in one for one in _NOT_PUBLIC_6)
