"""How long a source may take, and how much it may say."""

from __future__ import annotations

import time

from attrs import fields, frozen

from ctxfn.errors import InvalidArgument, shown
from ctxfn.io.gather.contribution import check_limit

__all__ = ["Limits", "Remaining"]

#: Of the time that whoever asks will wait, so that what was found by then still arrives.
_OF_THE_TIME = 0.8


@frozen(kw_only=True)
class Limits:
    """How long each question may take, and how much of its answer is handed on.

    `seconds` bounds opening, asking and each tool, `agent_seconds` an agent that asks several times;
    `open_seconds` and `change_seconds` bound opening and changing where these take longer. An answer
    has at most `results` documents and `characters` in all. `rows` and `cell` (characters) bound
    what one SQL statement brings, `value_bytes` what one value in it may have, `changed_rows` how
    many one changes. Of a file `file_bytes` are read, and one of more than `search_bytes` is not
    searched; a listing looks at `entries` of a folder. A message of a server has `message_bytes`;
    an answer brings `images` at most.

    Raises:
        InvalidArgument: a limit that is none.
    """

    seconds: float = 10.0
    agent_seconds: float = 120.0
    open_seconds: float | None = None
    change_seconds: float | None = None
    characters: int = 50_000
    results: int = 50
    rows: int = 200
    cell: int = 2_000
    value_bytes: int = 1_000_000
    changed_rows: int = 1_000
    file_bytes: int = 10_000_000
    search_bytes: int = 500_000
    entries: int = 20_000
    message_bytes: int = 10_000_000
    images: int = 10

    def __attrs_post_init__(self) -> None:
        check_limit("Limits, seconds", self.seconds)
        check_limit("Limits, agent_seconds", self.agent_seconds)
        for name in ("open_seconds", "change_seconds"):
            if getattr(self, name) is not None:
                check_limit(f"Limits, {name}", getattr(self, name))
        for one in fields(Limits)[4:]:
            value = getattr(self, one.name)
            if not isinstance(value, int) or isinstance(value, bool) or value < 1:
                found = shown(value)
                raise InvalidArgument(f"Limits, {one.name}", found, "a whole number from 1 on")

    @property
    def opening(self) -> float:
        """Seconds that opening may take."""
        return self.seconds if self.open_seconds is None else self.open_seconds

    @property
    def changing(self) -> float:
        """Seconds that a change may take."""
        return self.seconds if self.change_seconds is None else self.change_seconds


class Remaining:
    """What remains of the time for one question, for what runs in a thread and cannot be stopped."""

    def __init__(self, limits: Limits) -> None:
        self._end = time.monotonic() + limits.seconds * _OF_THE_TIME

    @property
    def over(self) -> bool:
        """Whether to hand on what there is by now."""
        return time.monotonic() > self._end
