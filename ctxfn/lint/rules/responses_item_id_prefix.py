"""I406 responses-item-id-prefix.

What it does:
    Finds ids of items that do not begin with the letters of their type: ``msg_``, ``fc_``,
    ``ctc_``, ``rs_``.

Why it is bad:
    "Expected an ID that begins with 'msg'": the server made no such id. Histories of another
    API, replayed with their ids, come in this way, and a call whose type was changed.

Example:
    ``{"role": "assistant", "id": "chatcmpl-88", "content": "Yes."}``

Use instead:
    ``{"role": "assistant", "content": "Yes."}``

Fix safety:
    Lossy: the id goes. Words, calls and results stay; reasoning that only its id stood for
    goes too.

Sources:
    BerriAI/litellm#27333, langchain-ai/langchain#39113, mastra-ai/mastra#10815,
    Wei-Shaw/sub2api#3981.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ctxfn.lint.item_faults import found_items
from ctxfn.lint.rule import Found, Rule
from ctxfn.lint.severities import if_items
from ctxfn.processors import mend_items
from ctxfn.wire import Conversation, Profile

__all__ = ["responses_item_id_prefix"]


def _find(conversation: Conversation, profile: Profile) -> Iterator[Found]:
    return found_items(conversation, profile, "prefix")


responses_item_id_prefix: Final = Rule(
    code="I406",
    name="responses-item-id-prefix",
    find=_find,
    severity=if_items,
    hint="Leave the id out: items need none.",
    fix=mend_items(),
    fix_safety="lossy",
)
