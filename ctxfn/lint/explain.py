"""From what an API said to the rules that speak of it."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from ctxfn.lint.codes import RULES
from ctxfn.lint.known_messages import KNOWN_MESSAGES, KnownMessage
from ctxfn.lint.rule import Rule

__all__ = ["known_messages_in", "rules_behind"]

#: What may differ between two writings of one message: quotes, escapes, case, and white space.
_QUOTES: Final = str.maketrans(dict.fromkeys('`"‘’“”', "'"))

#: A character in JSON that nobody parsed: some writers escape quotes that way.
_ESCAPED: Final = re.compile(r"\\+u([0-9a-fA-F]{4})")

#: As much may stand for a placeholder: an id, a list of ids.
_GAP: Final = r".{0,200}?"


def rules_behind(text: str) -> tuple[Rule, ...]:
    """Return the rules that speak of the error *text*, the likeliest first.

    Contract:
        Found by the stable parts of known messages; letter case, kinds of quotes, escapes and
        white space do not count, nor what stands around them: a whole log may be given.
        Empty if no message is known, or none of its rules is built.

    Complexity: O(characters x known messages).

    Source: ours, from texts in public reports.

    Examples:
        >>> said = "Invalid parameter: messages with role 'tool' must be a response to a preceding message with 'tool_calls'."
        >>> [rule.code for rule in rules_behind(said)]
        ['T101', 'T104', 'T103']
        >>> rules_behind("It is raining.")
        ()
    """
    by_name = {rule.name: rule for rule in RULES}
    names = [name for known in known_messages_in(text) for name in known.rules]
    return tuple(by_name[name] for name in dict.fromkeys(names) if name in by_name)


def known_messages_in(text: str) -> tuple[KnownMessage, ...]:
    """Return the known messages that *text* holds, those that say most first.

    Contract:
        As `rules_behind`. One that is part of another that was found is left out.

    Complexity: O(characters x known messages).

    Source: ours.

    Examples:
        >>> [known.rules for known in known_messages_in("each tool_use must have a single result")]
        [('duplicate-tool-result',)]
    """
    said = _plain(text)
    found = [known for known in KNOWN_MESSAGES if _pattern(known.parts).search(said) is not None]
    found.sort(key=lambda known: -len(known.parts))
    return tuple(
        known
        for place, known in enumerate(found)
        if not any(_plain(known.parts) in _plain(longer.parts) for longer in found[:place])
    )


def _plain(text: str) -> str:
    text = _ESCAPED.sub(lambda found: chr(int(found[1], 16)), text)
    text = re.sub(r"\\+[nrt]", " ", text)  # a line's end in JSON that nobody parsed
    return " ".join(text.replace("\\", "").translate(_QUOTES).split()).lower()


@lru_cache(maxsize=512)
def _pattern(parts: str) -> re.Pattern[str]:
    return re.compile(_GAP.join(map(re.escape, _plain(parts).split("{}"))))
