"""A dialect: where an API that speaks chat completions departs from them, as data."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Final, TypeAlias

from attrs import frozen

from ctxfn.wire.openai_chat.written import CODEC, Layout

if TYPE_CHECKING:
    from ctxfn.messages import Part, Reasoning
    from ctxfn.wire.openai_chat.reader import Reader
    from ctxfn.wire.openai_chat.writer import Writer

__all__ = ["OPENAI", "Dialect", "PartReader", "PartWriter", "Thoughts"]

#: Reads a part of one type, or says by ``None`` that it lacks what its type needs.
PartReader: TypeAlias = "Callable[[dict[str, object], Reader], tuple[Part, Layout] | None]"
#: Writes a part of one class; `ABSENT` and a loss if there is no word for it.
PartWriter: TypeAlias = "Callable[[Part, Layout | None, str, Writer], object]"
ThoughtReader: TypeAlias = "Callable[[dict[str, object], Reader], tuple[Reasoning, Layout] | None]"
ThoughtWriter: TypeAlias = "Callable[[Reasoning, Layout | None, Writer], object]"

_NO_READERS: Final[Mapping[str, PartReader]] = MappingProxyType({})
_NO_WRITERS: Final[Mapping[type, PartWriter]] = MappingProxyType({})
_NO_TYPES: Final[Mapping[str, frozenset[str]]] = MappingProxyType({})


@frozen
class Thoughts:
    """How thoughts stand among the parts of an answer: the type of such a part, both ways."""

    kind: str
    read: ThoughtReader
    write: ThoughtWriter


@frozen(kw_only=True, eq=False)
class Dialect:
    """One API's way of writing chat completions. What is read by one is read by all."""

    #: The codec: under this name it keeps what it has no field for.
    name: str
    #: Types of parts that are read in its own way, and classes that are written so.
    readers: Mapping[str, PartReader] = _NO_READERS
    writers: Mapping[type, PartWriter] = _NO_WRITERS
    #: By role, types of parts that the API has and no record: kept whole, and sent.
    kept_types: Mapping[str, frozenset[str]] = _NO_TYPES
    #: The address of a picture may stand without an object around it.
    bare_addresses: bool = False
    #: A call of a function need not say that it is one, and its arguments may be an object.
    loose_calls: bool = False
    #: Thoughts stand among the parts of an answer; ``None``: beside them, under a key.
    thoughts: Thoughts | None = None
    #: What stands for content beside calls if nothing is said.
    silence: str | None = None
    #: Whether a model's refusals and spoken answers have a word.
    refusals: bool = True


#: OpenAI's own way.
OPENAI: Final = Dialect(name=CODEC)
