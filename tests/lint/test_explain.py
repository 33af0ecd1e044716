"""What APIs say leads to the rules that speak of it."""

from __future__ import annotations

import pytest

from ctxfn.lint import (
    KNOWN_MESSAGES,
    RULES,
    KnownMessage,
    known_messages_in,
    rules_behind,
)
from tests.lint.catalogue import CATALOGUE

#: As APIs and their clients print them, whole.
LITERAL = (
    (
        """{"type":"error","error":{"type":"invalid_request_error","message":"messages.22: `tool_use`
        ids were found without `tool_result` blocks immediately after: toolu_01A, toolu_01B. Each
        `tool_use` block must have a corresponding `tool_result` block in the next message."}}""",
        "tool-call-without-result",
    ),
    (
        r"""Error code: 400 - {"error": {"message": "Messages with role \'tool\' must be a
        response to a preceding message with \'tool_calls\'", "type": "invalid_request_error"}}""",
        "tool-result-without-call",
    ),
    (
        '<400> InternalError.Algo.InvalidParameter: messages with role "tool" must be a response '
        'to a preceeding message with "tool_calls".',
        "tool-result-without-call",
    ),
    (
        "An assistant message with 'tool_calls' must be followed by tool messages responding to "
        "each 'tool_call_id'. The following tool_call_ids did not have response messages: c1",
        "tool-call-without-result",
    ),
    (
        "messages.1.content.0.type: Expected `thinking` or `redacted_thinking`, but found "
        "`tool_use`. When `thinking` is enabled, a final `assistant` message must start with a "
        "thinking block",
        "thinking-block-missing",
    ),
    (
        "A maximum of 4 blocks with cache_control may be provided. Found 5.",
        "cache-breakpoint-count",
    ),
    (
        "messages.10.content.0.text: cache_control cannot be set for empty text blocks",
        "cache-on-empty-block",
    ),
    ("messages: text content blocks must be non-empty", "empty-text-block"),
    (
        "Invalid 'messages[3].tool_calls[0].id': string too long. Expected a string with maximum "
        "length 40, but got a string with length 53 instead.",
        "tool-call-id-too-long",
    ),
)


@pytest.mark.parametrize(("text", "name"), LITERAL, ids=[name for _, name in LITERAL])
def test_a_message_as_it_is_printed_leads_to_its_rule(text: str, name: str) -> None:
    assert [rule.name for rule in rules_behind(text)][:1] == [name]


@pytest.mark.parametrize("known", KNOWN_MESSAGES, ids=lambda known: known.parts[:40])
class TestTable:
    """Each row is found by its own words, whatever stands in the gaps, and names rows there are."""

    def test_it_is_found_in_any_writing(self, known: KnownMessage) -> None:
        said = known.parts.replace("{}", "toolu_01 and 'call_2'").replace("'", "`").upper()

        assert known in known_messages_in(f'400 {{"message": "{said}."}}')

    def test_it_names_rules_that_are_or_will_be(self, known: KnownMessage) -> None:
        assert {*known.rules} <= {*CATALOGUE} | {rule.name for rule in RULES}
        assert known.rules != ()


def test_no_message_is_there_twice() -> None:
    assert len({known.parts for known in KNOWN_MESSAGES}) == len(KNOWN_MESSAGES)


def test_every_rule_that_an_api_enforces_has_a_message() -> None:
    named = {name for known in KNOWN_MESSAGES for name in known.rules}

    assert {rule.name for rule in RULES if not rule.unwise} - named == set()


@pytest.mark.parametrize("text", ["", "It rains.", "400 Bad Request", "{}", "messages tool_calls"])
def test_what_says_nothing_leads_nowhere(text: str) -> None:
    assert rules_behind(text) == ()


def test_a_long_log_is_searched_in_time_that_grows_with_it() -> None:
    log = "unexpected `tool_use_id` found in `x " * 20_000

    assert rules_behind(log) == ()


def test_quotes_that_are_escaped_as_characters_are_quotes() -> None:
    said = (
        "messages with role {}tool{} must be a response to a preceding message with {}tool_calls{}"
    )
    plain, escaped = (said.replace("{}", quote) for quote in ("'", "\\u0027"))

    assert rules_behind(escaped) == rules_behind(plain) != ()
