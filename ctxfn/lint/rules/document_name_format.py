"""M510 document-name-format.

What it does:
    Finds names of documents with letters, or of a length, that the target does not take, and
    documents without a name.

Why it is bad:
    Letters, digits, single blanks, hyphens and brackets are taken, nothing else; so a name with
    an ending is refused, and with it the request.

Example:
    ``user("Read:", File(name="plan_v2.pdf"))``

Use instead:
    ``user("Read:", File(name="plan v2"))``

Fix safety:
    Safe: the ending goes, and blanks stand for what is refused.

Sources:
    vercel/ai#20366, archestra-ai/archestra#3978.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from ctxfn.lint.fixes import fitting_document_names
from ctxfn.lint.rule import Found, Rule, Severity
from ctxfn.messages import is_flat
from ctxfn.wire import Conversation, Profile, document_name, is_document

__all__ = ["document_name_format"]


def _find(conversation: Conversation, profile: Profile) -> Iterator[Found]:
    pattern = re.compile(profile.document_name_pattern or "")
    length = profile.document_name_length
    for index, message in enumerate(conversation.messages):
        for number, part in enumerate(message.parts if is_flat(message) else ()):
            name = document_name(part) or ""
            short = length is None or len(name) <= length
            right = short and "  " not in name and pattern.fullmatch(name)
            if right or not is_document(part):
                continue
            yield Found(index, f"the name {name!r}", f"like {pattern.pattern}", ("content", number))


def _severity(profile: Profile) -> Severity | None:
    return None if profile.document_name_pattern is None else "error"


document_name_format: Final = Rule(
    code="M510",
    name="document-name-format",
    find=_find,
    severity=_severity,
    hint="Take the ending off, and all but letters, digits and single blanks.",
    fix_for=fitting_document_names,
    fix_safety="safe",
)
