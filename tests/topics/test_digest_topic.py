"""digest_topic and cut_text: a short account, and nothing cut in two."""

from __future__ import annotations

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from ctxfn.messages import (
    Assistant,
    AssistantGroup,
    Audio,
    CompressedGroup,
    Council,
    File,
    Image,
    Messages,
    Node,
    Opaque,
    Origin,
    Refusal,
    Text,
    Turn,
    User,
    Video,
    assistant,
    call,
    chat,
    every_node,
    freeze,
    is_ours,
    system,
    tool_result,
    user,
)
from ctxfn.testing import conversations, texts
from ctxfn.topics import DOTS, FoundTopic, Said, Topic, TopicDigest, cut_text, digest_topic

ASKED = FoundTopic("t", "name")
FAMILY = "\U0001f468\u200d\U0001f469\u200d\U0001f467"
WAVE = "\U0001f44b\U0001f3fd"
FLAG = "\U0001f1eb\U0001f1f7"


def told(*nodes: Node) -> list[str]:
    return [one.text for one in digest_topic(ASKED, None, chat(*nodes)).said]


class TestDigest:
    """Summary, else the last messages, else pending."""

    def test_the_summary_stands_for_all(self) -> None:
        topic = Topic("title", " long " * 200)

        assert digest_topic(ASKED, topic, chat(user("x"))) == TopicDigest(
            "t", "title", " long " * 200
        )

    @pytest.mark.parametrize("topic", [None, Topic(), Topic(" ", " "), Topic("", "\n")])
    def test_what_says_nothing_is_none(self, topic: Topic | None) -> None:
        assert digest_topic(ASKED, topic) == TopicDigest("t", "name")

    def test_the_last_five_that_say_something(self) -> None:
        nodes: list[Node] = [*map(user, "abcdefg"), user(" "), assistant(call("c"))]

        assert told(*nodes) == list("cdefg")

    def test_people_and_models_alone(self) -> None:
        ours = evolve(user("ours"), origin=Origin(ours="tail"))

        assert told(system("s"), user("u"), assistant("a"), tool_result("c", "r"), ours) == [
            "u",
            "a",
        ]

    def test_in_cards_in_order(self) -> None:
        turns = (Turn(assistant("1"), (tool_result("c", "x"),)), Turn(assistant("2")))
        card = AssistantGroup(turns)
        gone = CompressedGroup((), (user("old"),))

        assert told(gone, Council((card, assistant("3"))), user("4")) == ["old", "1", "2", "3", "4"]

    def test_what_has_no_words_is_named(self) -> None:
        said = user(
            Image(name="chart"),
            Image(),
            Video(name=" "),
            Audio(),
            File(name="a.pdf"),
            Refusal("no"),
            Opaque("x", freeze({})),
            " words ",
        )

        assert told(said) == [
            "[image: chart]\n[image]\n[video]\n[sound]\n[file: a.pdf]\nno\n[content]\nwords"
        ]

    def test_how_much_is_policy(self) -> None:
        digest = digest_topic(ASKED, None, chat(*map(user, ("one", "two"))), last=1, characters=2)

        assert digest.said == (Said("user", "tw..."),)
        assert digest_topic(ASKED, None, chat(user("one")), last=0).is_pending

    @given(conversations(), st.integers(0, 3), st.integers(0, 20))
    def test_bounds(self, messages: Messages, last: int, characters: int) -> None:
        said = digest_topic(ASKED, None, messages, last=last, characters=characters).said

        assert len(said) <= last
        assert all(0 < len(one.text) <= characters + len(DOTS) for one in said)
        assert all(one.role in ("user", "assistant") for one in said)

    @given(conversations())
    def test_whatever_is_said_makes_an_account(self, messages: Messages) -> None:
        heard = [
            node
            for node in every_node(messages)
            if isinstance(node, User | Assistant) and not is_ours(node)
        ]
        parts = [part for node in heard for part in node.parts]
        says = any(not isinstance(one, Text | Refusal) or one.text.strip() for one in parts)

        assert digest_topic(ASKED, None, messages).is_pending is not says


class TestCut:
    """Never inside what a person sees as one."""

    @pytest.mark.parametrize(
        ("text", "characters", "expected"),
        [
            ("abc", 3, "abc"),
            ("  abc  ", 3, "abc"),
            ("abcd", 3, "abc..."),
            ("ab cd", 3, "ab..."),
            ("abcd", 0, "..."),
            (f"a{FAMILY}b", 2, "a..."),
            (f"a{FAMILY}b", 5, "a..."),
            (f"a{FAMILY}b", 6, f"a{FAMILY}..."),
            (f"a{WAVE}b", 2, "a..."),
            (f"{FLAG}{FLAG}{FLAG}", 3, f"{FLAG}..."),
            (f"{FLAG}{FLAG}{FLAG}", 4, f"{FLAG}{FLAG}..."),
            ("ab\ud83d\ude00c", 3, "ab..."),
            ("ae\u0301b", 2, "a..."),
            ("❤\ufe0fb", 1, "..."),
            ("a" + "\u0301" * 100, 50, "a" + "\u0301" * 49 + "..."),
        ],
    )
    def test_examples(self, text: str, characters: int, expected: str) -> None:
        assert cut_text(text, characters) == expected

    @given(texts(surrogates=True), st.integers(0, 40))
    def test_bounds(self, text: str, characters: int) -> None:
        cut = cut_text(text, characters)

        assert len(cut) <= characters + len(DOTS)
        assert cut == text.strip() or text.strip().startswith(cut.removesuffix(DOTS))

    @given(
        st.lists(st.sampled_from(["a", FAMILY, WAVE, FLAG, "e\u0301", "\ud83d\ude00"])),
        st.integers(0, 30),
    )
    def test_only_whole_characters_stay(self, seen: list[str], characters: int) -> None:
        whole = "".join(seen)
        cut = cut_text(whole, characters).removesuffix(DOTS)
        starts = ["".join(seen[:count]) for count in range(len(seen) + 1)]

        assert cut == max((one for one in starts if len(one) <= characters), key=len)

    def test_a_million_characters(self) -> None:
        for text in ("a\u0301" * 500_000, FLAG * 500_000, "\u200d" * 1_000_000, "x" * 1_000_000):
            assert len(cut_text(text, 300)) <= 303
