"""check_codec: each law catches a codec that breaks it, and lets a good one pass."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from attrs import evolve
from hypothesis import strategies as st

from ctxfn.messages import InvalidJson, Messages, Opaque, chat, freeze, own, system, text_of, user
from ctxfn.testing import LawBroken, check_codec, texts
from ctxfn.wire import Codec, Conversation, Encoded, Loss, codec_named, profile

PROFILE: Any = None

TEXTS = texts(blank=False)
BODIES: st.SearchStrategy[object] = st.lists(TEXTS.map(lambda text: {"said": text, "x": [1]}))
CHATS: st.SearchStrategy[Messages] = st.lists(
    st.one_of(TEXTS.map(user), TEXTS.map(system)), max_size=3
).map(lambda some: chat(*some))


def encode(conversation: Conversation, profile: Any) -> Encoded:
    rows: list[object] = []
    losses: list[Loss] = []
    for index, node in enumerate(conversation.messages):
        kept = node.written[0].thaw() if node.written else {}  # type: ignore[attr-defined]
        rows.append({"said": text_of(node), **kept})
        if node != user(text_of(node)) or not node.parts:
            losses.append(Loss(index, "", "only what users say"))
    return Encoded(rows, tuple(losses))


def decode(body: object) -> Conversation:
    if not isinstance(body, list):
        raise InvalidJson("", f"a {type(body).__name__}", "a list")
    nodes = []
    for row in body:
        if not isinstance(row, dict) or not isinstance(row.get("said"), str) or not row["said"]:
            raise InvalidJson("", repr(row)[:80], "an object that says something")
        rest = {key: value for key, value in row.items() if key != "said"}
        nodes.append(evolve(user(row["said"]), written=(freeze(rest),)))
    return Conversation(chat(*nodes))


def decode_bytes(data: bytes) -> Conversation:
    return decode(json.loads(data))


GOOD = Codec("said", encode, decode, decode_bytes)

SHARED: list[object] = []


def encode_silently(conversation: Conversation, profile: Any) -> Encoded:
    return Encoded(encode(conversation, profile).body, ())


def encode_shared(conversation: Conversation, profile: Any) -> Encoded:
    SHARED[:] = encode(conversation, profile).body  # type: ignore[call-overload]
    return Encoded(SHARED, encode(conversation, profile).losses)


def encode_sorted(conversation: Conversation, profile: Any) -> Encoded:
    body, losses = encode(conversation, profile)
    return Encoded(json.loads(json.dumps(body, sort_keys=True)[:]), losses)


def encode_without_rest(conversation: Conversation, profile: Any) -> Encoded:
    body, losses = encode(conversation, profile)
    return Encoded([{"said": row["said"]} for row in body], losses)  # type: ignore[attr-defined]


def decode_trusting(body: object) -> Conversation:
    return Conversation(chat(*(user(row["said"]) for row in body)))  # type: ignore[attr-defined]


def decode_holding(body: object) -> Conversation:
    read = decode(body)
    held = [evolve(node, extras=(("said", own(body)),)) for node in read.messages]
    return Conversation(chat(*held))


def decode_emptying(body: object) -> Conversation:
    read = decode(body)
    body.clear()  # type: ignore[attr-defined]
    return read


def decode_bytes_other(data: bytes) -> Conversation:
    return Conversation(chat(*decode_bytes(data).messages, user("and")))


def try_codec(codec: Codec) -> None:
    check_codec(codec, PROFILE, conversations=CHATS, bodies=BODIES, junk=_junk(), examples=150)


def _junk() -> st.SearchStrategy[object]:
    return st.one_of(BODIES, st.none(), st.lists(st.integers()), st.just([{"said": None}]))


def test_a_good_codec_passes() -> None:
    try_codec(GOOD)


@pytest.mark.parametrize(
    ("change", "law"),
    [
        ({"encode": encode_silently}, "decodes what it encodes"),
        ({"encode": encode_shared}, "pure"),
        ({"encode": encode_without_rest}, "encodes what it decoded"),
        ({"decode": decode_trusting}, "total"),
        ({"decode": decode_emptying}, "pure"),
        ({"decode_bytes": decode_bytes_other}, "one meaning"),
    ],
)
def test_a_law(change: dict[str, Callable[..., Any]], law: str) -> None:
    with pytest.raises(LawBroken) as caught:
        try_codec(evolve(GOOD, **change))  # type: ignore[arg-type]

    assert caught.value.law == law


def test_holding_on_to_what_was_given_is_seen() -> None:
    holding = evolve(GOOD, decode=decode_holding)

    with pytest.raises(LawBroken, match="changes with the body it came from"):
        check_codec(holding, PROFILE, conversations=st.just(chat()), junk=BODIES, examples=50)


def test_what_is_told_of_reading_is_no_part_of_what_comes_back() -> None:
    odd = user("a", Opaque("openai_chat", freeze(False)))

    assert codec_named("openai_chat").decode([{"role": "user", "content": [False]}]).problems
    check_codec(
        codec_named("openai_chat"), profile("openai/compatible"), conversations=st.just(chat(odd))
    )
