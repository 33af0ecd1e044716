"""Trimming: what a turn leaves out of the list it sends, in five steps."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final

from attrs import frozen

from ctxfn.arguments import blames_arguments
from ctxfn.errors import InvalidArgument, shown
from ctxfn.messages import Assistant, Message, Origin, System, Text, ToolResult, text_of
from ctxfn.tokens import is_finite, rounded_down
from ctxfn.turns.draft import Draft
from ctxfn.turns.entries import Entry, Zone
from ctxfn.turns.estimate import estimate_characters, estimate_message
from ctxfn.turns.shorten import clip_reasoning, clip_words, digest, reasoning_of
from ctxfn.turns.wording import WORDING, Wording

__all__ = ["Trimmed", "budget_of", "trim", "unit_of"]

#: What a window keeps free, and the least a budget is.
_SAFETY: Final = 512
_FLOOR: Final = 1024

#: Results longer than the first are cut to the second.
_LONG_RESULT, _KEPT_RESULT = 1500, 500

#: Reasoning longer than the first is cut to the second, the newest to the third.
_LONG_REASONING, _KEPT_REASONING, _KEPT_NEWEST = 200, 200, 400

#: Characters every injected block keeps; messages that must be gone before a hint says so.
_KEPT_BLOCK: Final = 200
_HINT_FROM: Final = 6


@frozen
class Trimmed:
    """The list to send, and what trimming did.

    `cut` messages of the history went, `dropped` are their tokens and those that went before in
    this turn. `k1` and `k3` are the units that steps 1 and 3 asked for, `step` the highest that
    was entered. `before` and `after` are estimates; the hint is in the latter, and may be what takes
    it over the budget. `over`: the list did not fit as it came.
    """

    entries: tuple[Entry, ...]
    cut: int
    dropped: int
    k1: int
    k3: int
    step: int
    before: int
    after: int
    dropped_by_step1: bool
    over: bool
    hint: bool

    @property
    def trimmed(self) -> bool:
        """Whether the list is not all that was there: it did not fit, or step 1 dropped."""
        return self.over or self.dropped_by_step1


@blames_arguments
def budget_of(context_length: int, *, ratio: float = 1.0, max_output: int = 4096) -> int:
    """Return the tokens a list may cost in a window of *context_length* tokens.

    Contract:
        The share *ratio* of the window, rounded down, without the answer and 512 tokens to
        spare; 1,024 at least.

    Complexity: O(1).

    Source: the chat agent's trimming, rule A9.1.

    Raises:
        InvalidArgument: *ratio* is infinite, or none.

    Examples:
        >>> budget_of(8192, max_output=1024), budget_of(32_000, ratio=0.7), budget_of(4096)
        (6656, 17792, 1024)
    """
    if not is_finite(ratio):
        raise InvalidArgument("budget_of, ratio", shown(ratio), "a number that is finite")
    return max(_FLOOR, rounded_down(context_length, ratio) - max_output - _SAFETY)


@blames_arguments
def unit_of(budget: int) -> int:
    """Return the tokens by which history goes: a quarter of *budget*, rounded up.

    Contract:
        A whole number, at least 256 for any budget of `budget_of`.

    Complexity: O(1).

    Source: the chat agent's trimming, rule A9.1.

    Examples:
        >>> unit_of(6654)
        1664
    """
    return -(-budget // 4)


@blames_arguments
def trim(
    entries: Sequence[Entry],
    budget: int,
    *,
    memory_budget: int = 4096,
    already: int = 0,
    estimate: Callable[[Message], int] = estimate_message,
    estimate_text: Callable[[str], int] = estimate_characters,
    wording: Wording = WORDING,
) -> Trimmed:
    """Make *entries* fit in *budget* tokens, and let what is sent stay the same between two cuts.

    Contract:
        1. Where head and history leave less than one unit for the turn, whole units of the
        oldest history go, whether or not the list would fit. The next steps are taken while it
        does not fit. 2. Of what this turn appended but its last group and message: long
        results, long reasoning, then whole groups into one line. 3. Again whole units of history, by what the
        turn needs. 4. Injected system messages: shortened to their share of *memory_budget*
        tokens, then left out from the front. 5. The last group's long results and reasoning.
        What is sent in the end is paired if *entries* are; the prompt, the inputs and the last
        group stay. Nothing makes way for the hint: `after` counts it and may be over *budget* by it,
        which the 512 tokens that `budget_of` keeps to spare take in. *already*: the tokens
        dropped by an earlier call of this turn, whose list this one goes on from.

    Complexity: O(entries), and O(characters) for what is shortened.

    Source: the chat agent's trimming, rules A9.1 to A9.8.

    Raises:
        InvalidArgument: *budget* is below 1.

    Examples:
        >>> from ctxfn.messages import system, user
        >>> old = [Entry(user("word " * 100), "history", "talk") for _ in range(8)]
        >>> said = [Entry(system("Be kind."), "head", "prompt"), *old]
        >>> done = trim([*said, Entry(user("So?"), "turn", "input")], 1024)
        >>> done.cut, done.k1, len(done.entries)
        (4, 2, 6)
    """
    if budget < 1:
        raise InvalidArgument("trim, budget", shown(budget), "1 token or more: see `budget_of`")
    draft = Draft(entries, estimate, dropped=already)
    before, unit = draft.total, unit_of(budget)
    sent = already + draft.cost_of("history")
    available = budget - draft.cost_of("head") - unit
    k1 = max(0, -(-(sent - available) // unit))
    draft.drop_to(k1 * unit)
    by_step1, k3, step = draft.cut > 0, 0, 1
    if draft.total > budget:
        step = 2
        _run(_shorten_turn(draft, wording, estimate_text), draft, budget)
    if draft.total > budget:
        step, need = 3, sent - (budget - draft.cost_of("head") - draft.cost_of("turn"))
        k3 = -(-need // unit)
        draft.drop_to(k3 * unit)
    hint = False
    if draft.total > budget:
        step = 4
        _run(_cut_blocks(draft, memory_budget, wording, estimate_text), draft, budget)
        if draft.total > budget:
            step = 5
            _shorten_last(draft, wording, estimate_text)
        if len(entries) - len(draft) >= _HINT_FROM:
            hint = _add_hint(draft, wording)
    return Trimmed(
        draft.entries,
        draft.cut,
        draft.dropped,
        k1,
        k3,
        step,
        before,
        draft.total,
        by_step1,
        before > budget,
        hint,
    )


def _run(changes: Iterator[None], draft: Draft, budget: int) -> None:
    """Make one change after the other until the list fits."""
    for _ in changes:
        if draft.total <= budget:
            return


def _shorten_turn(draft: Draft, wording: Wording, cost: Callable[[str], int]) -> Iterator[None]:
    """Shorten what this turn appended but its last group and message."""
    groups = _groups(draft.turn)
    last = range(*groups[-1]) if groups else range(0)
    free = [place for place in range(len(draft.turn) - 1) if place not in last]
    steps = [place for place in free if draft.turn[place].tag == "step"]
    for place in steps:
        if _is_long_result(draft.turn[place].message):
            _clip(draft, place, _KEPT_RESULT, wording.cut_result, cost)
            yield
    thinking = [place for place in steps if _thinks_long(draft.turn[place].message)]
    for place in thinking:
        keep = _KEPT_NEWEST if place == thinking[-1] else _KEPT_REASONING
        message = draft.turn[place].message
        draft.replace("turn", place, clip_reasoning(message, keep, wording.cut_reasoning, cost))
        yield
    gone = 0
    for begin, end in groups[:-1]:
        group = draft.turn[begin - gone : end - gone]
        told = digest(group, wording)
        if draft.cost(told) < sum(map(draft.cost, group)):
            draft.put("turn", begin - gone, end - gone, told)
            gone += end - begin - 1
            yield


def _cut_blocks(
    draft: Draft, memory_budget: int, wording: Wording, cost: Callable[[str], int]
) -> Iterator[None]:
    """Shorten all injected messages to their share, then leave them out from the front."""
    blocks = _blocks(draft)
    total = sum(draft.cost(draft.of(zone)[place]) for zone, place in blocks)
    if total > max(memory_budget, 0):
        for zone, place in blocks:
            message = draft.of(zone)[place].message
            length = len(text_of(message))
            if length > _KEPT_BLOCK:
                keep = max(_KEPT_BLOCK, length * memory_budget // total)
                cut = clip_words(message, keep, wording.cut_block, cost)
                draft.replace(zone, place, cut)
        yield
    gone: dict[Zone, int] = {"head": 0, "turn": 0}
    for zone, place in blocks:
        draft.put(zone, place - gone[zone], place - gone[zone] + 1)
        gone[zone] += 1
        yield


def _shorten_last(draft: Draft, wording: Wording, cost: Callable[[str], int]) -> None:
    groups = _groups(draft.turn)
    for place in range(*groups[-1]) if groups else ():
        message = draft.turn[place].message
        if _is_long_result(message):
            _clip(draft, place, _KEPT_RESULT, wording.cut_result, cost)
        elif _thinks_long(message):
            cut = clip_reasoning(message, _KEPT_NEWEST, wording.cut_reasoning, cost)
            draft.replace("turn", place, cut)


def _add_hint(draft: Draft, wording: Wording) -> bool:
    """Say behind the last input that much was cut, unless the list says so already."""
    if any(entry.tag == "hint" for entry in draft.turn):
        return False
    inputs = [p for p, entry in enumerate(draft.turn) if entry.tag in ("input", "instruction")]
    place = inputs[-1] + 1 if inputs else len(draft.turn)
    said = System((Text(wording.hint),), "ctxfn:hint", origin=Origin(ours="trim"))
    draft.put("turn", place, place, Entry(said, "turn", "hint"))
    return True


def _clip(draft: Draft, place: int, keep: int, mark: str, cost: Callable[[str], int]) -> None:
    draft.replace("turn", place, clip_words(draft.turn[place].message, keep, mark, cost))


def _groups(turn: Sequence[Entry]) -> list[tuple[int, int]]:
    """Find the stretches of a call message and its results."""
    found: list[tuple[int, int]] = []
    place = 0
    while place < len(turn):
        message, begin = turn[place].message, place
        place += 1
        if isinstance(message, Assistant) and message.calls:
            while place < len(turn) and isinstance(turn[place].message, ToolResult):
                place += 1
            found.append((begin, place))
    return found


def _blocks(draft: Draft) -> list[tuple[Zone, int]]:
    """Find the injected system messages between the first and the last of the list."""
    return [
        (zone, place)
        for zone, place in draft.places()[1:-1]
        if zone != "history"
        and draft.of(zone)[place].tag in ("injected", "feedback")
        and isinstance(draft.of(zone)[place].message, System)
    ]


def _is_long_result(message: Message) -> bool:
    return isinstance(message, ToolResult) and len(text_of(message)) > _LONG_RESULT


def _thinks_long(message: Message) -> bool:
    return len(reasoning_of(message)) > _LONG_REASONING
