"""Find the addresses in a message from which a skill can be installed."""

from __future__ import annotations

import re
from typing import Final
from urllib.parse import SplitResult, urlsplit

from ctxfn.facts import SkillRoute

__all__ = ["find_routes"]

#: No more are told: who pastes a list of links wants to talk about it.
_MOST: Final = 5

#: An address ends at white space, quotes and closing brackets; the full-width punctuation of
#: Chinese text, which stands without a blank behind it, ends it as well.
_URL: Final = re.compile(
    r"https?://[^\s<>\"'`)\]}，。；、！？（）【】「」『』《》“”‘’]+", re.IGNORECASE
)
_AT_THE_END: Final = ".,;:!?…*_~"

_LOCALE: Final = re.compile(r"[a-z]{2,3}(?:[-_][a-z0-9]{2,4})?", re.IGNORECASE)
_VERSION: Final = re.compile(r"v[0-9]+", re.IGNORECASE)
_SKILL_ID: Final = re.compile(r"[A-Za-z0-9_.-]+")
_INTENT: Final = re.compile(
    r"(?<![a-z])(?:install(?:s|ed|ing|ation)?|import(?:s|ed|ing)?|set(?:s|ting)?[ -]?up)(?![a-z])"
    r"|安装|导入|添加|装上",
    re.IGNORECASE,
)


def find_routes(text: str, market: tuple[str, ...]) -> tuple[SkillRoute, ...]:
    """Read *text* for addresses of skills; *market* are the domains of the market's pages.

    A page of the market, a skill's file and a folder of skills tell by themselves; any other
    repository and any archive do only if the text speaks of installing.
    """
    wants = _INTENT.search(text) is not None
    routes: list[SkillRoute] = []
    for url in dict.fromkeys(match.rstrip(_AT_THE_END) for match in _URL.findall(text)):
        route = _route(url, market, wants)
        if route is not None:
            routes.append(route)
        if len(routes) == _MOST:
            break
    return tuple(routes)


def _route(url: str, market: tuple[str, ...], wants: bool) -> SkillRoute | None:
    try:
        address = urlsplit(url)
        host = (address.hostname or "").lower()
    except ValueError:
        return None
    segments = tuple(filter(None, address.path.split("/")))
    if any(_within(host, domain) for domain in market):
        identifier = _market_id(segments)
        if identifier is not None:
            return SkillRoute(url, "market", identifier)
    on_github = host in ("github.com", "www.github.com")
    if _is_skill_file(address) or (on_github and _names_skills(segments)):
        return SkillRoute(url, "url")
    if wants and on_github and _is_repository(segments):
        return SkillRoute(url, "url")
    if wants and address.path.lower().endswith(".zip"):
        return SkillRoute(url, "zip")
    return None


def _within(host: str, domain: str) -> bool:
    return host == domain.lower() or host.endswith(f".{domain.lower()}")


def _market_id(segments: tuple[str, ...]) -> str | None:
    """The skill of a page: behind a language, and a version of the API, if they stand there."""
    rest = segments[1:] if segments and _is_language(segments[0]) else segments
    if len(rest) > 1 and rest[0].lower() == "api" and _VERSION.fullmatch(rest[1]):
        rest = rest[2:]
    if len(rest) < 2 or rest[0].lower() != "skills":
        return None
    found = _SKILL_ID.fullmatch(rest[1])
    return None if found is None or rest[1].lower() == "skill.md" else rest[1]


def _is_language(segment: str) -> bool:
    return segment.lower() not in ("api", "skills") and _LOCALE.fullmatch(segment) is not None


def _is_skill_file(address: SplitResult) -> bool:
    return address.path.lower().endswith("skill.md")


def _names_skills(segments: tuple[str, ...]) -> bool:
    return any(segment.lower() in ("skill", "skills") for segment in segments)


def _is_repository(segments: tuple[str, ...]) -> bool:
    """A repository, or a place in it; not an archive of it."""
    return len(segments) == 2 or (len(segments) > 2 and segments[2] in ("tree", "blob"))
