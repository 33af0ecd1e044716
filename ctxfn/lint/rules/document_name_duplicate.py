"""M509 document-name-duplicate.

What it does:
    Finds documents under a name that another one has, in any turn, letter case aside.

Why it is bad:
    "Messages can't contain duplicate document names": the second upload under one name, often
    one that a client gives to all of them, makes every later request fail.

Example:
    ``chat(user("Sum:", File(name="document")), user("And this:", File(name="Document")))``

Use instead:
    ``document`` and ``document-2``.

Fix safety:
    Safe: the later one gets a number.

Sources:
    ag-ui-protocol/ag-ui#2425, maximhq/bifrost#7003, BerriAI/litellm#30093.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ctxfn.lint.fixes import fitting_document_names
from ctxfn.lint.rule import Found, Rule, Severity
from ctxfn.messages import is_flat
from ctxfn.wire import Conversation, Profile, document_name

__all__ = ["document_name_duplicate"]


def _find(conversation: Conversation, profile: Profile) -> Iterator[Found]:
    seen: set[str] = set()
    for index, message in enumerate(conversation.messages):
        for number, part in enumerate(message.parts if is_flat(message) else ()):
            name = (document_name(part) or "").lower()
            if name and name in seen:
                path = ("content", number)
                yield Found(index, f"a second document {name!r}", "a name of its own", path)
            seen.add(name)


def _severity(profile: Profile) -> Severity | None:
    return None if profile.document_name_pattern is None else "error"


document_name_duplicate: Final = Rule(
    code="M509",
    name="document-name-duplicate",
    find=_find,
    severity=_severity,
    hint="Number the later ones.",
    fix_for=fitting_document_names,
    fix_safety="safe",
)
