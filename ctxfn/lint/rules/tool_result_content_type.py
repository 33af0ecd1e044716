"""T124 tool-result-content-type.

What it does:
    Finds results whose content is of a type the format does not have there: an object, a number,
    a text where a list of blocks stands.

Why it is bad:
    What a tool returned is JSON, what a result holds is text or parts of a message: a request
    with the bare value is refused.

Example:
    ``{"role": "tool", "tool_call_id": "c1", "content": {"degrees": 18}}``

Use instead:
    ``{"role": "tool", "tool_call_id": "c1", "content": "{\\"degrees\\": 18}"}``

Fix safety:
    None: writing does it, whatever is written from what was read.

Sources:
    vllm-project/vllm#25001, langchain-ai/langchainjs#11092; the APIs' published interface
    descriptions.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ctxfn.lint.misread import as_path, speaker_of
from ctxfn.lint.rule import Found, Rule
from ctxfn.lint.severities import always_error
from ctxfn.wire import Conversation, Profile

__all__ = ["tool_result_content_type"]


def _find(conversation: Conversation, profile: Profile) -> Iterator[Found]:
    for problem in conversation.problems:
        if speaker_of(conversation, problem) == "tool-result-content-type":
            found = problem.reason.removeprefix("found ")
            yield Found(problem.index, found, "a text, or parts", as_path(problem))


tool_result_content_type: Final = Rule(
    code="T124",
    name="tool-result-content-type",
    find=_find,
    severity=always_error,
    hint="Write what the tool returned as text.",
    no_fix="Decoding has read it already: whatever is written from the records is well-typed.",
)
