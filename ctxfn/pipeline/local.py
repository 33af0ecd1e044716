"""Local steps: functions of one message, lifted over a conversation and fused with neighbours."""

from __future__ import annotations

import functools
import typing
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Concatenate, ParamSpec, TypeAlias, TypeVar, cast, get_args

from attrs import evolve, frozen

from ctxfn.context import AnyNote, Dropped, Note
from ctxfn.messages import Card, Message, Messages, Node, reuse
from ctxfn.pipeline.step import Changed, Processor, Step

__all__ = ["EachMessage", "Told", "each_message", "is_local", "run_local"]

P = ParamSpec("P")
N = TypeVar("N", bound=Node)

#: What a function of one message may return: a node, nothing (drop it), several, or `Told`.
Answer: TypeAlias = "Node | tuple[Node, ...] | Told | None"

#: For one class of node: the functions of a run of local steps, each with its step's place.
Table: TypeAlias = dict[type, tuple[tuple[int, Callable[[Any], Answer]], ...]]


@frozen
class Told:
    """Nodes in place of one, and notes on what they do not tell themselves."""

    nodes: tuple[Node, ...]
    notes: tuple[Note, ...] = ()


class EachMessage(Processor[P]):
    """What `@each_message` makes of a function `(message, /, *, options) -> answer`."""

    @functools.cached_property
    def kinds(self) -> frozenset[type]:
        """The classes of node the function takes; all others pass untouched."""
        first = next(iter(self.signature.parameters))
        return frozenset(_classes(self.hints.get(first, Message | Card)))

    @functools.cached_property
    def on_context(self) -> bool:
        """Never: a local step sees one message."""
        return False

    def apply(self, messages: Messages, options: dict[str, Any]) -> Messages | Changed:
        """Run the function over *messages*."""
        return run_local((Step(self, tuple(options.items())),), messages)


def each_message(
    function: Callable[Concatenate[N, P], Node | tuple[Node, ...] | Told | None],
) -> EachMessage[P]:
    """Lift *function* of one message to a processor of conversations.

    Contract:
        The annotation of its first parameter (a class or a union) says which nodes it sees;
        others pass. It returns the node itself to keep it, another in its place, several,
        `None` to drop it (noted), or `Told` with notes. It sees nothing but the node, so
        neighbouring local steps run as one pass and results are remembered by node.

    Complexity: O(nodes) calls.

    Source: ours; map fusion is the functor law.

    Examples:
        >>> from ctxfn.messages import User, assistant, chat, map_text, text_of, user
        >>> @each_message
        ... def shout(message: User, /) -> User:
        ...     return map_text(str.upper, message)
        >>> [text_of(m) for m in shout(chat(user("hi"), assistant("ho")))]
        ['HI', 'ho']
    """
    return EachMessage(function)  # type: ignore[arg-type]


def is_local(step: object) -> bool:
    """Say whether *step* looks at one message at a time."""
    return isinstance(step, Step) and isinstance(step.factory, EachMessage)


def run_local(steps: Sequence[Step], messages: Messages) -> Messages | Changed:
    """Run local *steps* over *messages* in one pass, as if one after the other.

    Complexity: O(nodes x functions that see them).
    """
    table = _table(tuple(steps))
    after: list[Node] = []
    notes: list[list[AnyNote]] = [[] for _ in steps]
    for place, node in enumerate(messages):
        functions = table.get(type(node))
        if functions is None:
            after.append(node)
        else:
            _send(node, functions, 0, place, table, after, notes)
    result = reuse(messages, after)
    told = _gathered(steps, notes)
    return Changed(result, told) if told else result


def _send(
    node: Node,
    functions: tuple[tuple[int, Callable[[Any], Answer]], ...],
    start: int,
    place: int,
    table: Table,
    after: list[Node],
    notes: list[list[AnyNote]],
) -> None:
    for number, function in functions:
        if number < start:
            continue
        answer = function(node)
        if answer is node:
            continue
        if isinstance(answer, Told):
            notes[number] += [evolve(note, places=(place,)) for note in answer.notes]
            answer = answer.nodes[0] if len(answer.nodes) == 1 else answer.nodes
        if answer is None:
            named = () if node.id is None else (node.id,)
            notes[number].append(Dropped("", named, (place,)))
            return
        if not isinstance(answer, tuple) and type(answer) is type(node):
            node = answer
            continue
        for one in answer if isinstance(answer, tuple) else (answer,):
            rest = table.get(type(one), ())
            _send(one, rest, number + 1, place, table, after, notes)
        return
    after.append(node)


def _gathered(steps: Sequence[Step], notes: list[list[AnyNote]]) -> tuple[AnyNote, ...]:
    """Put the notes in the order of the steps; the drops of one step become one note."""
    told: list[AnyNote] = []
    for step, mine in zip(steps, notes, strict=True):
        told += [note for note in mine if isinstance(note, Note)]
        gone = [note for note in mine if isinstance(note, Dropped)]
        if gone:
            ids = tuple(name for note in gone for name in note.ids)
            told.append(Dropped(step.name, ids, tuple(p for note in gone for p in note.places)))
    return tuple(told)


@functools.lru_cache(maxsize=256)
def _table(steps: tuple[Step, ...]) -> Table:
    table: dict[type, list[tuple[int, Callable[[Any], Answer]]]] = {}
    for number, step in enumerate(steps):
        factory = cast("EachMessage[Any]", step.factory)
        options: Mapping[str, object] = dict(step.options)
        function = cast("Callable[[Any], Answer]", factory.function)
        bound = functools.partial(function, **options) if options else function
        for kind in factory.kinds:
            table.setdefault(kind, []).append((number, bound))
    return {kind: tuple(functions) for kind, functions in table.items()}


def _classes(hint: object) -> list[type]:
    arguments = get_args(hint)
    if arguments:
        return [kind for argument in arguments for kind in _classes(argument)]
    if isinstance(hint, type):
        return [hint]
    if isinstance(hint, TypeVar):
        return _classes(hint.__bound__ or typing.Union[Message, Card])  # noqa: UP007
    return []
