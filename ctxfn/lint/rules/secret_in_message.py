"""X906 secret-in-message.

What it does:
    Finds keys and tokens of services, known by their form, in texts, in arguments of calls and
    in results. A finding tells what kind of key it is and four of its characters, never more.

Why it is bad:
    What stands in a message goes to the provider, into its logs and yours, and again with every
    request. A model may repeat it to whoever asks.

Example:
    ``chat(tool_result("c1", "OPENAI_API_KEY=sk-proj-..."))``

Use instead:
    A name for the key, which the tool looks up.

Fix safety:
    None: a key that was sent has to be changed where it was made.

Sources:
    The forms that the services document; OWASP's list for LLM applications, LLM02.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ctxfn.lint.rule import Found, Path, Rule
from ctxfn.lint.secrets import secrets_in
from ctxfn.lint.severities import always_warning
from ctxfn.messages import Assistant, Node, Text
from ctxfn.wire import Conversation, Profile

__all__ = ["secret_in_message"]


def _find(conversation: Conversation, profile: Profile) -> Iterator[Found]:
    for index, message in enumerate(conversation.messages):
        for path, text in _texts(message):
            for one in secrets_in(text):
                yield Found(index, str(one), "a name for it", path)


def _texts(message: Node) -> Iterator[tuple[Path, str]]:
    for number, part in enumerate(message.parts):
        if isinstance(part, Text):
            yield ("content", number), part.text
    if isinstance(message, Assistant):
        for number, call in enumerate(message.calls):
            yield ("tool_calls", number, "function", "arguments"), call.arguments


secret_in_message: Final = Rule(
    code="X906",
    name="secret-in-message",
    find=_find,
    severity=always_warning,
    hint="Change the key where it was made, and let the tool look it up by a name.",
    no_fix="A key that was sent has to be changed where it was made.",
    unwise=True,
)
