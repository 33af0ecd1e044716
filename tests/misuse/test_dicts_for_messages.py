"""A dict where a message belongs is refused with what to do, and never answered with nothing."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

from ctxfn import messages, skills, tokens, tools, topics, turns
from ctxfn.errors import CtxfnError, InvalidArgument
from ctxfn.io.topics import gather_topics
from ctxfn.messages import Council, InvalidMessages, ToolName, User, user

ROW: Any = {"role": "user", "content": "hi"}
COUNTER = tokens.estimate()
OFFERED = tools.wire_names([ToolName("web", "search")])

#: Whatever reads messages, by its name.
READERS: dict[str, Callable[[Any], object]] = {
    "mentioned_tools": tools.mentioned_tools,
    "past_activations": tools.past_activations,
    "skill_delta": skills.skill_delta,
    "activations_in": skills.activations_in,
    "find_topics": topics.find_topics,
    "digest_topic": lambda said: topics.digest_topic(topics.FoundTopic("tp"), None, said),
    "gather_topics": lambda said: asyncio.run(gather_topics(said, lambda name: None)),
    "read_history": lambda said: turns.read_history(said, 3),
    "regroup": turns.regroup,
    "ledger_of": lambda said: tokens.ledger_of(said, COUNTER),
    "attachment_tokens": lambda said: tokens.attachment_tokens(said, COUNTER),
    "sent_as": lambda said: tokens.sent_as(said, head=0, history=0),
    "chat": lambda said: messages.chat(*said),
    "pair": messages.pair,
    "is_paired": messages.is_paired,
    "atoms_of": messages.atoms_of,
    "groups_of": messages.groups_of,
    "spans_of": messages.spans_of,
    "flat": messages.flat,
    "first_of": lambda said: messages.first_of(User, said[1:]),
    "last_of": lambda said: messages.last_of(User, said[1:]),
    "every_node": lambda said: list(messages.every_node(said)),
}


class TestExamples:
    """Each reader, each field."""

    @pytest.mark.parametrize("read", READERS.values(), ids=READERS)
    def test_a_dict_among_messages_is_refused_at_its_place(
        self, read: Callable[[Any], object]
    ) -> None:
        with pytest.raises(InvalidMessages, match=r"found a dict.*Read dicts with a codec"):
            read([user("a"), ROW])

    @pytest.mark.parametrize("told", [tokens.account, tokens.ledger_of])
    def test_a_name_is_no_counter(self, told: Callable[..., object]) -> None:
        with pytest.raises(InvalidArgument, match="'gpt-4o', expected"):
            told([user("a")], "gpt-4o")

    def test_calls_of_an_answer_are_records_as_well(self) -> None:
        calls: Any = [{"id": "c1", "function": {"name": "search"}}]
        with pytest.raises(InvalidArgument, match="expected Call"):
            tools.resolve_calls(calls, OFFERED)

    @pytest.mark.parametrize(
        ("fields", "told"),
        [
            ((user("a"), "histroy", "talk"), "Entry, zone: found 'histroy', expected head or"),
            ((user("a"), "history", "tlak"), "Entry, tag: found 'tlak', expected prompt or"),
            ((user("a"), ["history"], "talk"), r"Entry, zone: found \['history'\]"),
            ((ROW, "history", "talk"), "found a dict, expected a message record. Read dicts"),
            ((Council(), "history", "talk"), "Entry, message: found .*expected a flat message"),
        ],
    )
    def test_an_entry_holds_a_message_a_zone_and_a_tag(self, fields: Any, told: str) -> None:
        with pytest.raises(CtxfnError, match=told):
            turns.Entry(*fields)
