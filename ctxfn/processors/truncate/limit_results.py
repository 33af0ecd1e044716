"""Cut tool results that take too much of the window, whenever they came."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from annotated_types import Ge, Le
from attrs import evolve

from ctxfn.arguments import blames_arguments
from ctxfn.context import Note
from ctxfn.errors import InvalidArgument, shown
from ctxfn.messages import Messages, Node, Part, Text, ToolResult, reuse, text_of, with_parts
from ctxfn.pipeline import Changed, processor, separable
from ctxfn.processors.truncate.shorten_json import shortened_json
from ctxfn.processors.truncate.tools_named import calls_of_results, is_one_of, tool_of
from ctxfn.tokens import is_finite, rounded_down

__all__ = ["cut_result", "limit_results", "result_limit"]

#: Characters a token, in the rule that turns a share of a window into a length.
_CHARACTERS: Final = 3.5

_WHY: Final = "it is too long"

#: No line that says what went is longer: a shorter text is never cut, so twice is once.
_LINE: Final = 100


@blames_arguments
def result_limit(window: int, *, ratio: float = 0.15) -> int:
    """Return how many characters of one tool result a *window* of so many tokens has room for.

    Contract:
        The share *ratio* of the window, at 3.5 characters a token, rounded down.

    Complexity: O(1).

    Source: the chat agent's rule A10.2.

    Raises:
        InvalidArgument: *window* or *ratio* is no finite number.

    Examples:
        >>> result_limit(8192), result_limit(32_000), result_limit(128_000)
        (4300, 16800, 67200)
    """
    for name, number in (("window", window), ("ratio", ratio)):
        if not is_finite(number):
            raise InvalidArgument(f"result_limit, {name}", shown(number), "a number that is finite")
    return rounded_down(window, ratio, _CHARACTERS)


@processor
@separable
def limit_results(
    messages: Messages,
    /,
    *,
    window: Annotated[int, Ge(0)],
    ratio: Annotated[float, Ge(0), Le(1)] = 0.15,
    tail: Annotated[float, Ge(0), Le(1)] = 0.2,
    line: Literal["within", "beside"] = "within",
    json: Literal["valid", "cut"] = "valid",
    exempt: tuple[str, ...] = (),
) -> Messages | Changed:
    """Cut each tool result that is longer than its share of the *window*, to its ends.

    One command that prints a log must not push out the conversation it was run for. Old or new
    does not matter here: what is old is shortened by other steps.

    Contract:
        Results with more characters than `result_limit` keep its first ones and, for the share
        *tail*, its last, with a line between that says how long it was. ``line="within"``: all
        of it together is no longer than the limit, so twice is once; ``"beside"``: the line is
        not counted. JSON stays valid JSON within the limit where there is room, unless
        ``json="cut"``. Media stay, and all other parts; texts of one result become one. Where
        a failure says nothing but its error, that is cut. Results of tools *exempt* (packages,
        functions as on the wire, bare names) stay whole. One note names what was cut.

    Complexity: O(messages), and the characters of what is cut.

    Source: the chat agent's rule A10.2; the tail, and JSON that stays JSON, are ours.

    Examples:
        >>> from ctxfn.messages import assistant, call, chat, text_of, tool_result, user
        >>> said = chat(user("Log?"), assistant("", call("c1", "log")), tool_result("c1", "a" * 900))
        >>> short = text_of(limit_results(said, window=200, tail=0.1)[2])
        >>> len(short), short[-70:]
        (105, '66 of 900 characters of this result are left out: it is too long]\\n\\naaa')
        >>> limit_results(said, window=8_192) is said
        True
    """
    limit = result_limit(window, ratio=ratio)
    places = [
        place
        for place, node in enumerate(messages)
        if isinstance(node, ToolResult) and _length(node) > limit
    ]
    calls = calls_of_results(messages) if exempt and places else {}
    after: list[Node] = list(messages)
    cut: list[int] = []
    for place in places:
        node = messages[place]
        if not isinstance(node, ToolResult):
            continue
        if exempt and is_one_of(tool_of(node, calls.get(place)), exempt):
            continue
        after[place] = _shortened(node, limit, tail, line == "within", json == "valid")
        if after[place] is not node:
            cut.append(place)
    if not cut:
        return messages
    ids = tuple(one.id for one in (messages[place] for place in cut) if one.id is not None)
    text = f"{len(cut)} results are longer than {limit:,} characters and are cut"
    note = Note("limit_results", "cut-result", text, ids, tuple(cut))
    return Changed(reuse(messages, after), (note,))


def cut_result(
    text: str, limit: int, *, tail: float = 0.2, within: bool = True, json: bool = True
) -> str:
    """Return *text* cut to *limit* characters, a line in it that says how long it was.

    Contract:
        A text that is not longer stays as it is, and so does one of up to 100 characters, and
        one that the cut would not make shorter. *tail* is the share of the room that its end
        has. *within*: the line counts; where the limit has no room for it, the line alone
        stands. *json*: JSON stays valid where there is room.

    Complexity: O(characters).

    Source: the chat agent's rule A10.2.

    Examples:
        >>> cut_result("a" * 200, 100, tail=0, within=False)[98:]
        'aa\\n\\n[100 of 200 characters of this result are left out: it is too long]'
        >>> cut_result("[" + "1, " * 99 + "1]", 90)
        '[1,1,1,1,"[96 of 100 items are left out: it is too long]"]'
    """
    if len(text) <= max(limit, _LINE):
        return text
    short = shortened_json(text, limit, _WHY) if json else None
    if short is not None:
        return short
    # The line is the longest it can be with nothing kept: so the whole fits whatever it says.
    room = max(limit - len(_line(len(text), len(text))) - 4, 0) if within else limit
    last = int(room * tail)
    gone = len(text) - room
    pieces = (text[: room - last], _line(gone, len(text)), text[len(text) - last :])
    cut = "\n\n".join(piece for piece in pieces if piece)
    return cut if len(cut) < len(text) else text


def _line(gone: int, length: int) -> str:
    return f"[{gone:,} of {length:,} characters of this result are left out: {_WHY}]"


def _length(result: ToolResult) -> int:
    parts = result.parts
    if len(parts) == 1 and type(parts[0]) is Text:
        return len(parts[0].text)
    words = sum(len(part.text) + 2 for part in result.parts if isinstance(part, Text)) - 2
    return words if words > 0 or result.error is None else len(result.error.message)


def _shortened(result: ToolResult, limit: int, tail: float, within: bool, json: bool) -> ToolResult:
    words = text_of(result)
    if not words and result.error is not None:
        told = cut_result(result.error.message, limit, tail=tail, within=within, json=json)
        if told == result.error.message:
            return result
        return evolve(result, error=evolve(result.error, message=told), written=None)
    cut = cut_result(words, limit, tail=tail, within=within, json=json)
    if cut == words:
        return result
    rest: tuple[Part, ...] = tuple(part for part in result.parts if not isinstance(part, Text))
    return with_parts(result, (Text(cut), *rest))
