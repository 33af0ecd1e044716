"""The prefix report: how much of a request a provider has read before, and what ended that."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Final

from attrs import frozen

from ctxfn.arguments import blames_arguments

from .blame import Blame, blame_of
from .caching import Caching
from .counters import Counter, estimate
from .request_lines import Line, Lines, body_of

__all__ = ["Difference", "Prefix", "compare_lines", "prefix_of"]

#: Characters shown of what differs, and before it.
_SHOWN: Final = 60
_BEFORE: Final = 20

_SPOKEN: Final = ("user", "human")


@frozen
class Difference:
    """Where the later request first says something else, and what stands there in each.

    `line` is its place among the lines of the request.
    """

    path: str
    before: str
    after: str
    line: int


@frozen
class Prefix:
    """What two successive requests begin with together, and what the cache makes of it.

    `messages`, `size` (in bytes) and `tokens` are what is shared; `sent_` is the later request,
    `earlier_tokens` the one before. `read` are the tokens that the cache is likely to give.
    `kept`: all that stands before the last thing a person said in the earlier request is where
    it was. Without a `difference` one request only goes on where the other ends.
    """

    messages: int
    size: int
    tokens: int
    sent_messages: int
    sent_size: int
    sent_tokens: int
    earlier_tokens: int
    read: int
    kept: bool
    difference: Difference | None = None
    blame: Blame | None = None

    @property
    def share(self) -> float:
        """The part of the later request that is read from the cache; of nothing, all."""
        return self.read / self.sent_tokens if self.sent_tokens else 1.0


def prefix_of(
    before: object,
    after: object,
    /,
    *,
    counter: Counter | None = None,
    caching: Caching | None = None,
) -> Prefix:
    """Compare two successive requests: bodies, or lists of messages.

    Contract:
        What is shared is the common prefix of `request_lines`, put one behind the other; never
        more than either. Equal requests share all and blame nothing. Where the two name
        different models nothing is read, since caches are a model's own. Of bare requests only
        their structure can be blamed: the tools, the system text, or the history.

    Complexity: O(size), besides counting.

    Source: ours; providers cache exact prefixes.

    Raises:
        InvalidMessages, InvalidJson, TooDeep: as `request_lines`.

    Examples:
        >>> said = [{"role": "user", "content": "hi"}, {"role": "assistant", "content": "Hello."}]
        >>> asked = [*said, {"role": "user", "content": "And now?"}]
        >>> told = prefix_of(said, asked)
        >>> told.messages, told.difference, round(told.share, 2)
        (2, None, 0.67)
        >>> told = prefix_of([{"role": "system", "content": "It is 9:00."}, *said],
        ...                  [{"role": "system", "content": "It is 9:05."}, *asked])
        >>> told.difference.path, told.blame.kind, round(told.share, 2)
        ('messages[0].content', 'system', 0.2)
    """
    lines = Lines(counter or estimate())
    named = [body_of(request).get("model") for request in (before, after)]
    return compare_lines(
        lines.of(before), lines.of(after), lines.counter, caching=caching, models=tuple(named)
    )


@blames_arguments
def compare_lines(
    before: Sequence[Line],
    after: Sequence[Line],
    counter: Counter,
    *,
    caching: Caching | None = None,
    models: tuple[object, ...] = (),
) -> Prefix:
    """Compare the lines of two successive requests.

    Contract:
        As `prefix_of`, for requests whose lines are at hand; *models* are those that the two
        name.

    Complexity: O(lines), and O(characters) of the first that differ.

    Source: ours.

    Examples:
        >>> lines = Lines(estimate()).of([{"role": "user", "content": "hi"}])
        >>> compare_lines(lines, lines, estimate()).share
        1.0
    """
    same = _same_lines(before, after)
    size, tokens = sum(one.size for one in after[:same]), sum(one.tokens for one in after[:same])
    difference = None
    if same < min(len(before), len(after)):
        bytes_, shared = _shared(before[same].text, after[same].text)
        size += bytes_
        tokens += min(counter.text(shared), after[same].tokens)
        difference = _difference(before[same], after[same], len(shared), same)
    moved = len({model for model in models if isinstance(model, str)}) > 1
    sent = sum(line.tokens for line in after)
    return Prefix(
        sum(_is_message(line) for line in after[:same]),
        size,
        tokens,
        sum(map(_is_message, after)),
        sum(line.size for line in after),
        sent,
        sum(line.tokens for line in before),
        0 if moved else (caching or Caching()).read(tokens),
        not moved and same >= _closed(before, after),
        difference,
        Blame("model", "changed") if moved else blame_of(before, after, same),
    )


def _same_lines(before: Sequence[Line], after: Sequence[Line]) -> int:
    same = 0
    for one, other in zip(before, after, strict=False):
        if one.text != other.text:
            break
        same += 1
    return same


def _is_message(line: Line) -> bool:
    return line.path.endswith("]")


def _closed(before: Sequence[Line], after: Sequence[Line]) -> int:
    """Count the lines before the last that a person said; as far as the later request goes."""
    places = [place for place, line in enumerate(before) if line.role in _SPOKEN]
    return min(places[-1] if places else 0, len(after))


def _shared(one: str, other: str) -> tuple[int, str]:
    """Return the bytes that two texts begin with, and the characters that are whole in them."""
    left, right = (text.encode("utf-8", "surrogatepass") for text in (one, other))
    low, high = 0, min(len(left), len(right))
    while low < high:
        middle = (low + high + 1) // 2
        if left[low:middle] == right[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low, left[:low].decode("utf-8", "ignore")


def _difference(before: Line, after: Line, place: int, line: int) -> Difference:
    if before.path != after.path:
        path = before.path if before.path == "tools" or _is_message(after) else after.path
        return Difference(path, _excerpt(before.text, 0), _excerpt(after.text, 0), line)
    path = after.path + _within(before.text, after.text)
    return Difference(path, _excerpt(before.text, place), _excerpt(after.text, place), line)


def _excerpt(text: str, place: int) -> str:
    start = max(0, place - _BEFORE)
    return text[start : place + _SHOWN - _BEFORE].rstrip("\n")


def _within(before: str, after: str) -> str:
    """Name the innermost place at which two JSON texts differ first."""
    try:
        waiting = [("", json.loads(before), json.loads(after))]
    except (ValueError, RecursionError):
        return ""
    while waiting:
        path, one, other = waiting.pop()
        inner = _inside(path, one, other)
        if inner is None:
            return path
        waiting += reversed(inner)
    return ""


def _inside(path: str, one: object, other: object) -> list[tuple[str, object, object]] | None:
    """Pair what stands inside two JSON values; nothing where they differ as they are written."""
    if isinstance(one, dict) and isinstance(other, dict):
        if list(one) != list(other):
            return None
        return [(f"{path}.{key}", one[key], other[key]) for key in one]
    if isinstance(one, list) and isinstance(other, list):
        pairs = [
            (f"{path}[{index}]", left, right)
            for index, (left, right) in enumerate(zip(one, other, strict=False))
        ]
        return pairs if len(one) == len(other) else [*pairs, (path, len(one), len(other))]
    return [] if type(one) is type(other) and one == other else None
