"""Everything ctxfn raises, in one tree.

Only these leave the library; whatever else goes wrong inside is wrapped once.

    CtxfnError
    ├── DefinitionError            fix the declaration
    │   ├── AlreadyThere
    │   ├── BrokenRule
    │   ├── DuplicateName
    │   ├── DuplicateRule
    │   ├── InvalidArgument
    │   ├── InvalidFact
    │   ├── InvalidMarkup
    │   ├── InvalidTool
    │   ├── MissingExtra
    │   ├── NameLimitError
    │   ├── NamespaceError
    │   ├── OptionError
    │   ├── OrderError
    │   ├── PipelineError
    │   ├── SpecError
    │   ├── UnclearLimit
    │   ├── UnknownCodec
    │   ├── UnknownEncoding
    │   ├── UnknownRule
    │   ├── UnknownStep
    │   └── UnknownTarget
    └── RunError                   look at the data
        ├── ArchiveFailure
        ├── BudgetUnsatisfiable
        ├── Cancelled
        ├── CapabilitiesMissing
        ├── ClusterLost
        ├── CorpusBusy
        ├── CorpusChanged
        ├── DeadlinePassed
        ├── ForeignError
        ├── InvalidJson
        ├── InvalidLog
        ├── InvalidMessages
        ├── InvalidSkill
        ├── InvalidValue
        ├── LawBroken
        ├── LongLine
        ├── MissingVocabulary
        ├── ModelFailure
        ├── NotForgotten
        ├── RunnerClosed
        ├── SourceRefusal
        ├── StepError
        ├── TooDeep
        ├── TooManyNodes
        ├── UnknownFormat
        ├── UnreadableInput
        ├── UnwritableOutput
        ├── WaitsForItself
        ├── WorkFailed
        └── WorkerDied
"""

from __future__ import annotations

import types

from attrs import frozen

__all__ = [
    "CtxfnError",
    "DefinitionError",
    "InvalidArgument",
    "MissingExtra",
    "RunError",
    "check_argument",
    "shown",
]

#: As much of a value as shows what it is.
_SHOWN = 80


class CtxfnError(Exception):
    """The root of every error ctxfn raises; two errors are equal if kind and fields are."""

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, CtxfnError) and type(self) is type(other) and self.args == other.args
        )

    def __hash__(self) -> int:
        try:
            return hash((type(self), self.args))
        except TypeError:  # it carries a value of the user's that has no hash
            return hash(type(self))

    def __reduce__(self) -> str | tuple[object, ...]:
        """Pickle as errors do, but say so: what pickles tracebacks sets the fields of others."""
        return super().__reduce__()


class DefinitionError(CtxfnError):
    """Something was declared wrongly: a step, an option, a pipeline, a rule."""


class RunError(CtxfnError):
    """The data at hand cannot be worked on as asked."""


@frozen
class MissingExtra(DefinitionError, ImportError):
    """A room needs a package that the installed extras do not bring."""

    package: str
    extra: str

    def __str__(self) -> str:
        return f"{self.package} is not installed: pip install 'ctxfn[{self.extra}]'"


@frozen
class InvalidArgument(DefinitionError):
    """A function, or the command line, was handed a value that is not for it."""

    argument: str
    found: str
    expected: str

    def __str__(self) -> str:
        return f"{self.argument}: found {self.found}, expected {self.expected}"


def check_argument(what: str, value: object, kind: type | types.UnionType, expected: str) -> None:
    """Refuse a *value* that is no *kind*, before a function stumbles over it somewhere inside.

    Contract:
        Of another kind: `InvalidArgument` with *what*, the value, and *expected* in words.

    Complexity: O(1).

    Source: ours.

    Raises:
        InvalidArgument: *value* is no *kind*.

    Examples:
        >>> check_argument("words", 5, str, "a text")
        Traceback (most recent call last):
        ...
        ctxfn.errors.InvalidArgument: words: found 5, expected a text
    """
    if not isinstance(value, kind):
        raise InvalidArgument(what, shown(value), expected)


def shown(value: object) -> str:
    """Print *value* briefly, whatever its own way to print itself does.

    Contract:
        80 characters at most; what cannot be printed is named by its type.

    Complexity: O(characters of its ``repr``).

    Source: ours.

    Examples:
        >>> shown("x" * 100)[-3:], shown([1])
        ('xx…', '[1]')
    """
    try:
        text = repr(value)
    except Exception:
        return f"a {type(value).__name__} that cannot be printed"
    return text if len(text) <= _SHOWN else f"{text[: _SHOWN - 1]}…"
