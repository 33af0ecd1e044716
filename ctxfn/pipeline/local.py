"""Local steps: functions of one message, lifted over a conversation and fused with neighbours."""

from __future__ import annotations

import functools
import typing
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Concatenate, ParamSpec, TypeAlias, TypeVar, cast, get_args

from attrs import frozen

from ctxfn.context import AnyNote, Dropped, Note
from ctxfn.messages import Card, Message, Messages, Node, reuse, with_nodes
from ctxfn.pipeline.answers import NODE_TYPES, check_notes, described
from ctxfn.pipeline.errors import PipelineError
from ctxfn.pipeline.reach import Reach
from ctxfn.pipeline.step import Changed, Processor, Step

__all__ = ["EachMessage", "Told", "each_message", "is_local", "run_local", "table_of"]

P = ParamSpec("P")
N = TypeVar("N", bound=Node)

#: What a function of one message may return: a node, nothing (drop it), several, or `Told`.
Answer: TypeAlias = "Node | tuple[Node, ...] | Told | None"

#: Functions of a run of local steps, each with its step's place in the run.
Functions: TypeAlias = tuple[tuple[int, Callable[[Any], Answer]], ...]

#: For each class of node, the functions that see it.
Table: TypeAlias = dict[type, Functions]

#: What a step said of a node when it was looked at: the step's place in the run, its answer.
First: TypeAlias = tuple[int, Answer]

#: A function of all nodes, and a step's options, that finds the places worth asking at.
Look: TypeAlias = Callable[..., Sequence[int]]


@frozen
class Told:
    """Nodes in place of one, and notes on what they do not tell themselves."""

    nodes: tuple[Node, ...]
    notes: tuple[Note, ...] = ()

    def __attrs_post_init__(self) -> None:
        if not isinstance(self.nodes, tuple):
            raise PipelineError("the nodes of Told", described(self.nodes), "a tuple of nodes")
        check_notes("the notes of Told", self.notes)


class EachMessage(Processor[P]):
    """What `@each_message` makes of a function `(message, /, *, options) -> answer`."""

    tells_drops = True

    #: It sees one message at a time, and its notes are of one each.
    reach = Reach(tells=True)

    @functools.cached_property
    def kinds(self) -> frozenset[type]:
        """The classes of node the function takes; all others pass untouched."""
        hint = self.hints.get(next(iter(self.signature.parameters)), Message | Card)
        kinds = frozenset(_classes(hint))
        if kinds and kinds <= NODE_TYPES:
            return kinds
        expected = "a message or a card, or a union of them, for its first parameter"
        raise PipelineError(f"each_message {self.__name__}", str(hint), expected)

    #: Finds quickly where the function may have something to do; `None`: it is asked everywhere.
    look: Look | None = None

    def looks(
        self, look: Callable[Concatenate[Messages, P], Sequence[int]]
    ) -> Callable[Concatenate[Messages, P], Sequence[int]]:
        """Set the function that finds, with the step's options, at which places to ask.

        One look over all nodes is quicker than a call for each. Wherever it does not point,
        the function must leave the node alone.
        """
        self.look = look
        return look

    @functools.cached_property
    def on_context(self) -> bool:
        """Never: a local step sees one message."""
        return False

    def step(self, options: dict[str, object]) -> Step:
        """Make the step, refusing also a function that would see no node."""
        _ = self.kinds
        return super().step(options)

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


def run_local(
    steps: Sequence[Step], messages: Messages, table: Table | None = None
) -> Messages | Changed:
    """Run local *steps* over *messages* in one pass, as if one after the other.

    Contract:
        *table* is that of the *steps*, if it was made before.

    Complexity: O(nodes x functions that see them).
    """
    # Steps leave most nodes alone; only what becomes of the others is worked out.
    table = table_of(steps) if table is None else table
    concerned = _concerned(steps, table, messages)
    if not concerned:
        return messages
    nodes = list(messages)
    passage = _Pass(table, tuple(step.name for step in steps))
    touched = {}
    for place in sorted(concerned):
        made = passage.outcome(nodes[place], place, concerned[place])
        if len(made) != 1 or made[0] is not nodes[place]:
            touched[place] = made
    told = passage.told()
    result = _replaced(messages, touched) if touched else messages
    return Changed(result, told) if told else result


def _replaced(messages: Messages, touched: dict[int, list[Node]]) -> Messages:
    """Put the nodes in place of those *touched*."""
    if all(len(nodes) == 1 for nodes in touched.values()):
        return with_nodes(messages, {place: nodes[0] for place, nodes in touched.items()})
    after: list[Node] = []
    for place, node in enumerate(messages):
        if place in touched:
            after += touched[place]
        else:
            after.append(node)
    return reuse(messages, after)


class _Pass:
    """One pass of several steps: what comes out of a node, and what each step noted.

    `shifts` holds by how much each step has lengthened the list so far, so that a place is
    one in its own step's input, as if the steps ran one after the other.
    """

    def __init__(self, table: Table, names: tuple[str, ...]) -> None:
        self.table = table
        self.names = names
        self.first: First | None = None
        self.given: Node | None = None
        self.after: list[Node] = []
        self.notes: list[list[AnyNote]] = [[] for _ in names]
        self.shifts = [0] * len(names)

    def outcome(self, node: Node, place: int, first: First | None) -> list[Node]:
        """Return what *node* becomes on its way through the steps; *first* is known already."""
        self.after = []
        self.first, self.given = first, node
        self.send(node, 0, place)
        return self.after

    def send(self, node: Node, start: int, place: int) -> None:
        """Send *node* through the steps from *start* on."""
        for number, function in self.table.get(type(node), ()):
            if number < start:
                continue
            first = self.first if node is self.given else None
            answer = first[1] if first is not None and first[0] == number else function(node)
            if answer is node:
                continue
            if type(answer) is type(node):
                node = cast("Node", answer)  # type: ignore[redundant-cast]
                continue
            nodes = self._nodes(node, number, place, answer)
            for index, one in enumerate(nodes):
                self.shifts[number] += 1 if index else 0
                self.send(one, number + 1, place)
            self.shifts[number] -= 0 if nodes else 1
            return
        self.after.append(node)

    def _nodes(self, node: Node, number: int, place: int, answer: Answer) -> tuple[Node, ...]:
        """Read an answer that is more than a node of the same class, and note what it tells."""
        here = (place + sum(self.shifts[:number]),)
        nodes = answer.nodes if isinstance(answer, Told) else answer
        if nodes is None:
            nodes = ()
        elif not isinstance(nodes, tuple):
            nodes = (nodes,)
        for one in nodes:
            if type(one) not in NODE_TYPES:
                what, found = f"what {self.names[number]} returned", f"a {type(one).__name__}"
                raise PipelineError(what, found, "a node, a tuple of nodes, Told or None")
        if isinstance(answer, Told) and answer.notes:
            self.notes[number] += [
                Note(note.step, note.kind, note.text, note.ids, here) for note in answer.notes
            ]
        elif not nodes:
            named = () if node.id is None else (node.id,)
            self.notes[number].append(Dropped("", named, here))
        return nodes

    def told(self) -> tuple[AnyNote, ...]:
        """Return the notes in the order of the steps; the drops of one step become one note."""
        told: list[AnyNote] = []
        for name, mine in zip(self.names, self.notes, strict=True):
            told += [note for note in mine if isinstance(note, Note)]
            gone = [note for note in mine if isinstance(note, Dropped)]
            if gone:
                ids = tuple(one for note in gone for one in note.ids)
                told.append(Dropped(name, ids, tuple(p for note in gone for p in note.places)))
        return tuple(told)


def table_of(steps: Sequence[Step]) -> Table:
    """Return, for each class of node, the functions of *steps* that see it."""
    table: dict[type, list[tuple[int, Callable[[Any], Answer]]]] = {}
    for number, step in enumerate(steps):
        factory = cast("EachMessage[...]", step.factory)
        options: Mapping[str, object] = dict(step.options)
        function = cast("Callable[[Any], Answer]", factory.function)
        bound = functools.partial(function, **options) if options else function
        for kind in factory.kinds:
            table.setdefault(kind, []).append((number, bound))
    return {kind: tuple(functions) for kind, functions in table.items()}


def _concerned(steps: Sequence[Step], table: Table, messages: Messages) -> dict[int, First | None]:
    """Find the places of the nodes that some of *steps* may not leave alone.

    With each goes what the first of those steps made of it that have no look: nobody has to
    be asked twice.
    """
    found: dict[int, First | None] = {}
    silent: set[int] = set()
    for number, step in enumerate(steps):
        look = cast("EachMessage[...]", step.factory).look
        if look is None:
            silent.add(number)
        else:
            found.update(dict.fromkeys(look(messages, **dict(step.options))))
    # Most steps see cards alone, and most histories have none.
    kinds = set(map(type, messages)) if silent else set()
    asked = {
        kind: tuple(one for one in functions if one[0] in silent)
        for kind, functions in table.items()
        if kind in kinds
    }
    asked = {kind: functions for kind, functions in asked.items() if functions}
    functions_of = asked.get
    for place, node in enumerate(messages if asked else ()):
        for number, function in functions_of(type(node), ()):
            answer = function(node)
            if answer is not node:
                found[place] = number, answer
                break
    return found


def _classes(hint: object) -> list[type]:
    arguments = get_args(hint)
    if arguments:
        return [kind for argument in arguments for kind in _classes(argument)]
    if isinstance(hint, type):
        return [hint]
    if isinstance(hint, TypeVar):
        return _classes(hint.__bound__ or typing.Union[Message, Card])  # noqa: UP007
    return []
