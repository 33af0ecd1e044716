"""M511 document-needs-text.

What it does:
    Finds messages of a person that show a document and say nothing, where the target refuses
    them.

Why it is bad:
    The request is refused.

Example:
    ``user(File(name="notes"))``

Use instead:
    ``user("notes", File(name="notes"))``

Fix safety:
    Safe: the document's name is put in front of it.

Sources:
    AWS, API reference of Bedrock's runtime, "Message".
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ctxfn.lint.rule import Found, Rule, Severity
from ctxfn.processors import introduce_documents
from ctxfn.processors.legalize import is_bare_document
from ctxfn.wire import Conversation, Profile

__all__ = ["document_needs_text"]


def _find(conversation: Conversation, profile: Profile) -> Iterator[Found]:
    for index, message in enumerate(conversation.messages):
        if is_bare_document(message):
            yield Found(index, "a document alone", "words beside it", ("content",))


def _severity(profile: Profile) -> Severity | None:
    return "error" if profile.document_with_text else None


document_needs_text: Final = Rule(
    code="M511",
    name="document-needs-text",
    find=_find,
    severity=_severity,
    hint="Say what it is.",
    fix=introduce_documents(),
    fix_safety="safe",
)
