"""A verb and its options as work: one conversation a line, one answer a line."""

from __future__ import annotations

import inspect
import time
from collections.abc import Callable, Mapping
from functools import cached_property
from typing import Final, Literal, TypeAlias, get_args

from attrs import field, frozen

from ctxfn import front
from ctxfn.assembly import Policy
from ctxfn.errors import DefinitionError, InvalidArgument, RunError, check_argument, shown
from ctxfn.io.batch.answer import Answer
from ctxfn.io.batch.lines import START, Line
from ctxfn.io.batch.verb_answers import said_by, tally_of
from ctxfn.io.cli.reading import messages_in, read_line
from ctxfn.io.cli.writing import as_text
from ctxfn.messages import Verbatim, freeze
from ctxfn.pipeline import AnyStep

__all__ = ["VERBS", "VerbName", "VerbWork", "options_of"]

VerbName: TypeAlias = Literal["assemble", "check", "convert", "count", "fit", "repair"]

VERBS: Final[tuple[VerbName, ...]] = get_args(VerbName)

#: What no file can say, or what has a field of its own.
_NOT_SAID: Final = frozenset(
    {"after", "cancel", "clock", "counter", "deadline", "pipeline", "policy", "rules", "tariff"}
)

#: Any conversation: options that are wrong are wrong for it, too.
_TRIAL: Final = Line("<trial>", 1, b'[{"role": "user", "content": "hi"}]', START, 0)


def options_of(verb: VerbName) -> tuple[str, ...]:
    """Return the names of the options of *verb* that a file can say."""
    parameters = inspect.signature(_verb(verb)).parameters.values()
    kinds = (inspect.Parameter.KEYWORD_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
    named = (one.name for one in parameters if one.kind in kinds)
    return tuple(sorted(name for name in named if name not in _NOT_SAID))


def _verb(verb: VerbName) -> Callable[..., object]:
    """Return the verb that tells all."""
    found: Callable[..., object] = getattr(front, verb)
    told: Callable[..., object] = getattr(found, "report", found)
    return told


def _frozen(
    given: Mapping[str, object] | tuple[tuple[str, Verbatim], ...],
) -> tuple[tuple[str, Verbatim], ...]:
    if not isinstance(given, Mapping):
        check_argument("options", given, tuple, "options by name, as a dict")
        return given
    return tuple((name, freeze(given[name], name)) for name in sorted(given))


def _argument(name: str, value: object) -> object:
    """Make a tuple of a list of names; tools are a list."""
    return tuple(value) if isinstance(value, list) and name != "tools" else value


@frozen
class VerbWork:
    """One of the six verbs, with its options by name, as work for a corpus.

    `facts`, `policy`, `pipeline` and `seconds` (for one line) are `assemble`'s alone. With
    `report`, a line of output holds all there is to tell, as the verb's ``--json`` does; without
    it the messages or the body alone, and what was done is tallied.

    Raises:
        InvalidArgument: no such verb, or it has no such option.
        DefinitionError: the verb refuses the value of an option.
    """

    verb: VerbName
    options: tuple[tuple[str, Verbatim], ...] = field(default=(), converter=_frozen)
    facts: tuple[object, ...] = ()
    policy: Policy | None = None
    pipeline: AnyStep | None = None
    seconds: float | None = None
    report: bool = False

    def __attrs_post_init__(self) -> None:
        if self.verb not in VERBS:
            raise InvalidArgument("verb", shown(self.verb), f"one of {', '.join(VERBS)}")
        known = options_of(self.verb)
        for name, _ in self.options:
            if name not in known:
                raise InvalidArgument(f"{self.verb}, options", name, f"one of {', '.join(known)}")
        beside = (self.facts or None, self.policy, self.pipeline, self.seconds)
        if self.verb != "assemble" and any(one is not None for one in beside):
            found = "facts, a policy, a pipeline or a time limit"
            raise InvalidArgument(self.verb, found, "them beside assemble alone")
        try:
            self(_TRIAL)
        except DefinitionError:
            raise
        except RunError:  # a budget that is too small for it, say: other lines may do
            return

    def __call__(self, line: Line) -> Answer:
        """Do it on one line.

        Raises:
            UnreadableInput: the line holds no conversation.
            CtxfnError: what the verb raises.
        """
        item = read_line(line.source, line.number, line.data)
        given = {**self._given, **self._timed()}
        done = _verb(self.verb)(item.value, *self.facts, **given)
        added = any(name == "system" for name, _ in self.options)
        said = said_by(done, came=messages_in(item.value), added=added)
        value = {**item.told, **said.whole} if self.report else said.alone
        return Answer(as_text(value).encode(), tally_of(item, said))

    @cached_property
    def _given(self) -> dict[str, object]:
        """The options as arguments; made once in each process."""
        given = {name: _argument(name, value.thaw()) for name, value in self.options}
        apart = {"policy": self.policy, "pipeline": self.pipeline}
        return given | {name: value for name, value in apart.items() if value is not None}

    def _timed(self) -> dict[str, object]:
        if self.seconds is None:
            return {}
        return {"clock": time.monotonic, "deadline": time.monotonic() + self.seconds}
