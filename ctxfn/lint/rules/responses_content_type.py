"""C313 responses-content-type.

What it does:
    Finds texts of an answer that are typed as input, input typed as an answer's, content that is
    null, and answers with an id that are not written as a server wrote them: with a list of parts and
    a status.

Why it is bad:
    The schema has one type for each side, and the request is refused. Swapped roles, and answers put
    together by hand, come in this way.

Example:
    ``{"role": "user", "content": [{"type": "output_text", "text": "hi"}]}``

Use instead:
    ``{"role": "user", "content": [{"type": "input_text", "text": "hi"}]}``

Fix safety:
    Safe: words, calls and results stay as they are.

Sources:
    brightwave-inc/tidebreak#1536, strands-agents/harness-sdk#3399; OpenAI's published interface
    description.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ctxfn.lint.item_faults import found_items
from ctxfn.lint.rule import Found, Rule
from ctxfn.lint.severities import if_items
from ctxfn.processors import mend_items
from ctxfn.wire import Conversation, Profile

__all__ = ["responses_content_type"]


def _find(conversation: Conversation, profile: Profile) -> Iterator[Found]:
    return found_items(conversation, profile, "content")


responses_content_type: Final = Rule(
    code="C313",
    name="responses-content-type",
    find=_find,
    severity=if_items,
    hint="Write bare texts where no id is kept.",
    fix=mend_items(),
    fix_safety="safe",
)
