"""Injectors: a name, a slot, a type of fact, and a pure function from fact to text."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import ClassVar, Final, Generic, Literal, TypeVar

from attrs import evolve, field, frozen

from ctxfn.context import Context, Note
from ctxfn.errors import InvalidArgument, check_argument, shown
from ctxfn.messages import (
    ENVELOPE_START,
    Block,
    Enveloped,
    Mark,
    Messages,
    Node,
    Text,
    User,
    enclose,
    inject,
    is_blank,
    is_said,
    marks_of,
    neutralise,
    with_nodes,
)
from ctxfn.pipeline import EACH, Reach
from ctxfn.slots.slot import Slot

__all__ = ["EachInjector", "Injector"]

F = TypeVar("F")


def _check_tag(name: str) -> None:
    """Refuse a name that no tag may have, where it is declared and not when it is written."""
    enclose(name)


def _check_function(what: str, value: object, may_be_none: bool) -> None:
    if not callable(value) and not (may_be_none and value is None):
        raise InvalidArgument(what, shown(value), "a function")


#: What an injector runs on, in words.
_CONTEXT: Final = "a Context: Context.of(messages, *facts)"


@frozen(repr=False)
class Injector(Generic[F]):
    """A step that injects one fact where its slot says; `at` moves it to another slot.

    A fact that is not known, or that renders to nothing, leaves the context the same object.
    With `narrow` the conversation decides what of the fact counts; `render` sees only that.
    A fact with a `complaint` is injected all the same, and the complaint becomes a note.
    `tag` names the block's element inside an envelope, if it is not the injector's name.
    `unless` names other facts: where one of them is known, this one is not injected.
    `needless` asks the context whether its fact need not be told; which facts that function
    looks at it says with `ctxfn.pipeline.reads`; at messages it does not look.

    Raises:
        InvalidMarkup: its tag, or its name if it has none, can be no tag's name.

    Examples:
        >>> from ctxfn.messages import chat, user
        >>> from ctxfn.slots import TAIL
        >>> shout = Injector("shout", TAIL, str, str.upper)
        >>> shout(Context.of(chat(user("hi")), "now")).messages[0].blocks[0].text
        'NOW'
        >>> shout
        shout
    """

    places_blocks: ClassVar[Literal[True]] = True

    name: str
    slot: Slot
    fact: type[F]
    render: Callable[[F], str]
    narrow: Callable[[F, Messages], F] | None = None
    tag: str | None = None
    unless: tuple[type, ...] = ()
    moved: bool = field(default=False, eq=False)
    needless: Callable[[Context], bool] | None = None
    reworded: bool = field(default=False, eq=False)

    def __attrs_post_init__(self) -> None:
        _check_tag(self.tag or self.name)
        what = f"the injector {self.name}"
        check_argument(f"{what}, its slot", self.slot, Slot, "a slot: SYSTEM, TAIL, ...")
        check_argument(f"{what}, its fact", self.fact, type, "the type of a fact")
        check_argument(f"{what}, its unless", self.unless, tuple, "a tuple of types of facts")
        for name in ("render", "narrow", "needless"):
            _check_function(f"{what}, its {name}", getattr(self, name), name != "render")

    @property
    def tells_drops(self) -> bool:
        """Whether its slot lets nothing go: then nobody has to look for what left."""
        return self.slot.keeps

    @property
    def reach(self) -> Reach | None:
        """How far it looks: as far as its slot, but where the conversation narrows its fact."""
        return self.slot.reach if self.narrow is None else None

    @property
    def idle_without(self) -> tuple[type, ...]:
        """The fact without which it does nothing."""
        return (self.fact,)

    @property
    def idle_beside(self) -> tuple[type, ...]:
        """The facts beside which it does nothing."""
        return self.unless

    @property
    def reads(self) -> tuple[type, ...]:
        """The type of fact it injects, and those it looks at."""
        others: tuple[type, ...] = getattr(self.needless, "reads", ())
        return (self.fact, *self.unless, *others)

    def at(self, slot: Slot, /) -> Injector[F]:
        """Return the same injector for another slot; itself if it is that one already."""
        return self if slot == self.slot else evolve(self, slot=slot, moved=True)

    def with_render(self, render: Callable[[F], str], /) -> Injector[F]:
        """Return the same injector with other words for the fact: *render* writes them.

        Examples:
            >>> from ctxfn.slots import TAIL
            >>> shout = Injector("shout", TAIL, str, str.upper)
            >>> shout.with_render(str.title).render("so it is")
            'So It Is'
        """
        return self if render == self.render else evolve(self, render=render, reworded=True)

    def __call__(self, context: Context, /) -> Context:
        check_argument(f"what {self.name} runs on", context, Context, _CONTEXT)
        fact = context.get(self.fact) if context.stopped is None else None
        if fact is None or any(kind in context.known for kind in self.unless):
            return context
        if self.needless is not None and self.needless(context):
            return context
        if self.narrow is not None:
            fact = self.narrow(fact, context.messages)
        text = self.render(fact)
        if is_blank(text):
            return context
        block = Block(self.name, text, self.fact.__name__, self.tag)
        complaint: str | None = getattr(fact, "complaint", None)
        notes = (Note(self.name, "fact", complaint),) if complaint else ()
        return context.with_messages(self.slot.place(context.messages, block), *notes)

    def __repr__(self) -> str:
        moved = f".at({self.slot!r})" if self.moved else ""
        words = getattr(self.render, "__qualname__", "...")
        return f"{self.name}{moved}" + (f".with_render({words})" if self.reworded else "")


@frozen(repr=False)
class EachInjector:
    """A step that injects into each message of the person what that message itself carries.

    What a card reported, or another agent said, is no person's. With `mark`, the class of mark
    that is rendered, messages that carry none are not asked: that is seen in one look. What an
    envelope says already is not said again.

    Examples:
        >>> from ctxfn.messages import chat, user
        >>> greet = EachInjector("greet", lambda message: message.name or "")
        >>> [len(m.blocks) for m in greet(Context(chat(user("a", name="x"), user("b")))).messages]
        [1, 0]
    """

    places_blocks: ClassVar[Literal[True]] = True

    name: str
    render: Callable[[User], str]
    tag: str | None = None
    mark: type[Mark] | None = None

    #: It adds blocks; no message leaves.
    tells_drops: ClassVar = True

    #: It looks at each message by itself.
    reach: ClassVar = EACH

    def __attrs_post_init__(self) -> None:
        _check_tag(self.tag or self.name)
        _check_function(f"the injector {self.name}, its render", self.render, may_be_none=False)

    def __call__(self, context: Context, /) -> Context:
        check_argument(f"what {self.name} runs on", context, Context, _CONTEXT)
        if context.stopped is not None:
            return context
        asked: Iterable[tuple[int, Node]] = enumerate(context.messages)
        if self.mark is not None:
            asked = [(place, node) for place, node in asked if node.marks]
        injected = {place: self._inject(node) for place, node in asked}
        return context.with_messages(with_nodes(context.messages, injected))

    def _inject(self, node: Node) -> Node:
        if not is_said(node) or (self.mark is not None and not marks_of(self.mark, node)):
            return node
        text = self.render(node)
        if is_blank(text) or _is_written(enclose(self.tag or self.name, neutralise(text)), node):
            return node
        return inject(node, Block(self.name, text, "message", self.tag))

    def __repr__(self) -> str:
        return self.name


def _is_written(element: str, message: User) -> bool:
    """Say whether *element* stands in an envelope of ours: `message` was rendered before."""
    for mark in marks_of(Enveloped, message):
        part = message.parts[mark.part] if 0 <= mark.part < len(message.parts) else None
        text = part.text[max(mark.start, 0) :] if isinstance(part, Text) else ""
        if text.startswith(ENVELOPE_START) and element in text:
            return True
    return False
