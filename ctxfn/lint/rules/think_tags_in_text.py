"""C316 think-tags-in-text.

What it does:
    Finds texts of the model that begin with its thoughts between tags (``<think>``,
    ``<thinking>``, ``<reasoning>``, ...), or with the end of such a block.

Why it is bad:
    Thoughts of earlier turns cost tokens on each request and were never meant to be read again;
    models begin to write the tags where nobody takes them out.

Example:
    ``chat(user("2 + 2?"), assistant("<think>Easy.</think>4"))``

Use instead:
    ``chat(user("2 + 2?"), assistant(Reasoning("Easy."), "4"))``, or the answer alone.

Fix safety:
    Lossy: the thoughts go; so does a message of nothing else.

Sources:
    open-webui/open-webui#23339, QwenLM/Qwen-Agent#640.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ctxfn.lint.mends.strip_think_tags import strip_think_tags
from ctxfn.lint.rule import Found, Rule
from ctxfn.lint.severities import always_warning
from ctxfn.lint.think_tags import has_think_tags
from ctxfn.messages import Assistant, Text
from ctxfn.wire import Conversation, Profile

__all__ = ["think_tags_in_text"]


def _find(conversation: Conversation, profile: Profile) -> Iterator[Found]:
    for index, message in enumerate(conversation.messages):
        if not isinstance(message, Assistant):
            continue
        for number, part in enumerate(message.parts):
            if isinstance(part, Text) and part.signature is None and has_think_tags(part.text):
                found, path = "thoughts between tags in the text", ("content", number)
                yield Found(index, found, "the answer alone", path)


think_tags_in_text: Final = Rule(
    code="C316",
    name="think-tags-in-text",
    find=_find,
    severity=always_warning,
    hint="Leave thoughts of earlier turns out, or keep them in the field for reasoning.",
    fix=strip_think_tags(),
    fix_safety="lossy",
    unwise=True,
)
