"""Read front matter: a map of texts, lists and maps, and nothing that YAML can do besides."""

from __future__ import annotations

import functools
import re
from typing import Any, Final, NamedTuple

from ctxfn.errors import MissingExtra, shown
from ctxfn.functional import countby
from ctxfn.skills.errors import InvalidSkill

__all__ = ["FrontMatter", "read_front_matter"]

#: Enough for every field that is defined, many times over; a reader written in Python takes long
#: for more.
_LONGEST: Final = 32_768

#: Lists in lists and maps in maps. A skill needs two or three.
_DEEPEST: Final = 16


_FENCE: Final = re.compile(r"^---[ \t]*\r?$", re.MULTILINE)


class FrontMatter(NamedTuple):
    """What stands between the fences, and the text behind them."""

    fields: dict[str, object]
    body: str


def read_front_matter(text: str, where: str) -> FrontMatter:
    """Part *text* into its fields and its body; *where* names it in errors.

    Every value is read as it is written: `1.10` stays a text, so does `yes`. Anchors, aliases,
    tags, and a key written twice are refused: each makes one reader see another skill than the
    next.

    Raises:
        InvalidSkill: there is no front matter, or it is no plain map.
        MissingExtra: python-frontmatter is not installed.
    """
    fence, strict = _reader()
    text = text.removeprefix("\ufeff").lstrip()
    if not fence.detect(text):
        raise InvalidSkill(where, "front matter", _first_line(text), "a line of three hyphens")
    try:
        written, body = fence.split(text)
    except ValueError:
        raise InvalidSkill(where, "front matter", "no end", "a second line of hyphens") from None
    if len(written) > _LONGEST:
        found = f"{len(written):,} characters"
        raise InvalidSkill(where, "front matter", found, f"{_LONGEST:,} at most")
    try:
        fields = fence.load(written, Loader=strict)
    except Exception as error:  # a reader of others' making: an escape beyond all characters, say
        raise InvalidSkill(where, "front matter", _reason(error), "plain YAML") from None
    if fields is None or fields == "":
        fields = {}
    if not isinstance(fields, dict):
        raise InvalidSkill(where, "front matter", shown(fields), "a map of fields")
    return FrontMatter(fields, body.strip("\r\n").rstrip())


@functools.cache
def _reader() -> tuple[Any, Any]:
    """Return what parts a text, and what reads its fields."""
    try:
        import yaml
        from frontmatter.default_handlers import YAMLHandler
    except ImportError as error:
        raise MissingExtra("python-frontmatter", "skills") from error
    return YAMLHandler(_FENCE), _strict(yaml)


def _strict(yaml: Any) -> Any:
    """Make a reader for which all scalars are texts, and what is not plain an error."""

    class Strict(yaml.BaseLoader):  # type: ignore[misc]
        depth = 0

        def fetch_flow_collection_start(self, token: Any) -> None:
            if self.flow_level >= _DEEPEST:  # else the scanner works through them all
                raise yaml.YAMLError(f"brackets nested deeper than {_DEEPEST}")
            super().fetch_flow_collection_start(token)

        def compose_node(self, parent: Any, index: Any) -> Any:
            event = self.peek_event()
            if isinstance(event, yaml.AliasEvent) or event.anchor is not None:
                raise yaml.YAMLError("an anchor or alias")
            if event.tag is not None:
                raise yaml.YAMLError(f"the tag {event.tag!r:.80}")
            if self.depth >= _DEEPEST:
                raise yaml.YAMLError(f"values nested deeper than {_DEEPEST}")
            self.depth += 1
            node = super().compose_node(parent, index)
            self.depth -= 1
            return node

        def construct_mapping(self, node: Any, deep: bool = False) -> Any:
            keys = [key.value for key, _ in node.value]
            if not all(isinstance(key, str) for key in keys):
                raise yaml.YAMLError("a key that is no text")
            twice = [key for key, count in countby(str, keys).items() if count > 1]
            if twice:
                raise yaml.YAMLError(f"the key {twice[0]!r:.80} twice")
            return super().construct_mapping(node, deep)

    return Strict


def _first_line(text: str) -> str:
    return f"{text.partition(chr(10))[0]!r:.80}"


def _reason(error: Exception) -> str:
    words = getattr(error, "problem", None) or str(error) or type(error).__name__
    mark = getattr(error, "problem_mark", None)
    where = "" if mark is None else f" in its line {mark.line}"
    return f"{words!s:.200}{where}".replace("\n", " ")
