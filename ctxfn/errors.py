"""Everything ctxfn raises, in one tree.

Only these leave the library; whatever else goes wrong inside is wrapped once.

    CtxfnError
    ├── DefinitionError            fix the declaration
    │   ├── DuplicateName
    │   ├── InvalidArgument
    │   ├── InvalidFact
    │   ├── InvalidMarkup
    │   ├── MissingExtra
    │   ├── NameLimitError
    │   ├── NamespaceError
    │   ├── OptionError
    │   ├── OrderError
    │   ├── PipelineError
    │   ├── SpecError
    │   ├── UnknownCodec
    │   ├── UnknownEncoding
    │   ├── UnknownRule
    │   ├── UnknownStep
    │   └── UnknownTarget
    └── RunError                   look at the data
        ├── BudgetUnsatisfiable
        ├── Cancelled
        ├── CapabilitiesMissing
        ├── DeadlinePassed
        ├── ForeignError
        ├── InvalidJson
        ├── InvalidMessages
        ├── LawBroken
        ├── MissingVocabulary
        ├── StepError
        ├── TooDeep
        ├── TooManyNodes
        ├── UnknownFormat
        ├── UnreadableInput
        └── UnwritableOutput
"""

from __future__ import annotations

from attrs import frozen

__all__ = ["CtxfnError", "DefinitionError", "MissingExtra", "RunError"]


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
