"""Entries: what a turn sends, with where each message came from."""

from __future__ import annotations

from typing import Literal, TypeAlias

from attrs import frozen

from ctxfn.messages import Message

__all__ = ["Entry", "Tag", "Zone"]

#: The three consecutive stretches of the list that is sent.
Zone: TypeAlias = Literal["head", "history", "turn"]

#: What an entry is: provenance, never a guess from its role or place.
Tag: TypeAlias = Literal[
    "prompt",
    "injected",
    "input",
    "instruction",
    "step",
    "draft",
    "feedback",
    "digest",
    "hint",
    "talk",
]


@frozen
class Entry:
    """A message of a list that is being composed, the `zone` it stands in, and what it is."""

    message: Message
    zone: Zone
    tag: Tag
