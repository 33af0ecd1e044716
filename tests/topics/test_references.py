"""References: exactly those that were written are found, whatever an editor made of them."""

from __future__ import annotations

import json
import re
import string
from itertools import product
from typing import Any

import pytest
from attrs import evolve
from hypothesis import example, given
from hypothesis import strategies as st

from ctxfn.errors import InvalidArgument
from ctxfn.messages import (
    AssistantGroup,
    Enveloped,
    Image,
    Node,
    Origin,
    Refusal,
    Text,
    ToolResult,
    Turn,
    assistant,
    chat,
    escape,
    system,
    tool_result,
    user,
)
from ctxfn.testing import conversations
from ctxfn.topics import FoundTopic, Topic, find_topics, refer_topic, topics_in
from ctxfn.topics.references import _ATTRIBUTE, _ESCAPED

ANY = st.text(st.characters(exclude_categories=["Cs"]) | st.sampled_from('\\"<>&;_*#x1'))
IDS = ANY.filter(bool)
NAMES = st.none() | ANY
TOPICS = st.lists(st.tuples(IDS, NAMES), max_size=4)

#: Words around references that hold nothing of one.
PROSE = st.sampled_from(
    ["", " ", "see ", 'he said "', "<b>", " a > b ", "\\", "\n\n", "<refer_topics "]
)


def markdown(text: str) -> str:
    """Escape what may mean something, as CommonMark allows it: every ASCII punctuation."""
    return re.sub(f"([{re.escape(string.punctuation)}])", r"\\\1", text)


def lightly(text: str) -> str:
    """Escape what most editors do."""
    return re.sub(r"([\\`*_<>\[\]()#~|])", r"\\\1", text)


EDITORS = (
    str,
    markdown,
    lightly,
    lambda text: markdown(markdown(text)),
    lambda text: json.dumps(text, ensure_ascii=False),
)


def expected(topics: list[tuple[str, str | None]]) -> dict[str, str | None]:
    names: dict[str, str | None] = {}
    for topic, name in topics:
        names.setdefault(topic, None)
        if name and not name.isspace():
            names[topic] = name
    return names


def ids(text: str) -> list[str]:
    return [one.id for one in topics_in(text)]


class TestExamples:
    """Tags as people's editors leave them."""

    @pytest.mark.parametrize(
        ("text", "found"),
        [
            ('<refer_topic id="a" name="A" />', ("a", "A")),
            ('<refer_topic name="A" id="a"/>', ("a", "A")),
            ('<refer_topic id="a">label</refer_topic>', ("a", None)),
            ('<refer_topic\n  id="a"\n  name="A"\n/>', ("a", "A")),
            (r'\<refer\_topic id="tp\_7" name="Q\*1\*" /\>', ("tp_7", "Q*1*")),
            (r"\<refer\_topic id=\"a\" name=\"A\" /\>", ("a", "A")),
            ('<refer_topic id="a" name="x > y" />', ("a", "x > y")),
            ('<refer_topic id="a" name="the "plan" />', ("a", "the ")),
            ('<refer_topic id="a" name=plan />', ("a", None)),
            ('<refer_topic id="a" name="" />', ("a", None)),
            ('<refer_topic id="a" id="b" />', ("a", None)),
            ('<refer_topic name="id=" id="a" />', ("a", "id=")),
            ('<refer_topic data-id="b" id="a" />', ("a", None)),
            ('<refer_topic id = "a" />', ("a", None)),
            (
                '<refer_topic id="a" name="&lt;b&gt; &#38; &#x26; &amp;lt; &no; &" />',
                ("a", "<b> & & &lt; &no; &"),
            ),
            ('<refer_topic id="a" name="&#9999999;" />', ("a", "&#9999999;")),
            ('<refer_topic id="a" name="&#xD83D;" />', ("a", "&#xD83D;")),
        ],
    )
    def test_one(self, text: str, found: tuple[str, str | None]) -> None:
        assert topics_in(text) == (FoundTopic(*found),)

    @pytest.mark.parametrize(
        "text",
        [
            "",
            "refer_topic",
            "<refer_topic>",
            '<refer_topicid="a">',
            '<refer_topics id="a">',
            '<Refer_Topic id="a">',
            '<refer_topic name="A" />',
            '<refer_topic id="" />',
            "<refer_topic id='a' />",
            "<refer_topic id=a />",
            '<refer_topic id="a"',
            '<refer_topic id="a" <b>',
            "&lt;refer_topic id=&quot;a&quot; /&gt;",
            '</refer_topic id="a">',
        ],
    )
    def test_none(self, text: str) -> None:
        assert topics_in(text) == ()

    def test_each_once_with_the_last_name_that_says_something(self) -> None:
        text = "".join(refer_topic(*one) for one in (("a", "1"), ("b",), ("a", "2"), ("a", " ")))

        assert topics_in(text) == (FoundTopic("a", "2"), FoundTopic("b"))

    def test_an_open_tag_takes_none_with_it(self) -> None:
        assert ids('<refer_topic id="a <refer_topic id="b" />') == ["b"]


class TestMessages:
    """In any part of any message that somebody said."""

    REFERENCE = refer_topic("a")

    @pytest.mark.parametrize(
        "node",
        [
            user("see", REFERENCE),
            user(Image(url="u"), REFERENCE),
            assistant(REFERENCE),
            assistant(Refusal(REFERENCE)),
            system(REFERENCE),
            tool_result("c", REFERENCE),
            AssistantGroup((Turn(assistant("x"), (ToolResult((Text(REFERENCE),)),)),)),
        ],
    )
    def test_wherever_it_stands(self, node: Node) -> None:
        assert find_topics(chat(user("hi"), node)) == (FoundTopic("a"),)

    def test_what_we_inject_is_nobodys_reference(self) -> None:
        ours = evolve(user(self.REFERENCE), origin=Origin(ours="tail"))
        stored = evolve(
            user(refer_topic("b") + self.REFERENCE), marks=(Enveloped(0, len(refer_topic("b"))),)
        )

        assert find_topics(chat(ours, stored)) == (FoundTopic("b"),)

    def test_some_roles_alone(self) -> None:
        said = chat(user(refer_topic("u")), tool_result("c", refer_topic("t")))

        assert find_topics(said, roles=("user",)) == (FoundTopic("u"),)


class TestProperties:
    """What is true of all that is written."""

    @given(TOPICS, st.lists(PROSE, min_size=5, max_size=5))
    @example([("a\\", "\\_"), ("&#92;", None)], [""] * 5)
    def test_what_was_written_is_found_through_any_editor(
        self, topics: list[tuple[str, str | None]], prose: list[str]
    ) -> None:
        written = [refer_topic(*one) for one in topics]
        text = prose[0] + "".join(one + more for one, more in zip(written, prose[1:]))  # noqa: B905
        for edited in (edit(text) for edit in EDITORS):
            assert topics_in(edited) == tuple(FoundTopic(*one) for one in expected(topics).items())

    @given(ANY)
    def test_nothing_else_is(self, text: str) -> None:
        assert topics_in(escape(text)) == ()

    @given(conversations(), TOPICS)
    def test_a_conversation_is_its_texts(
        self, messages: list[Node], topics: list[tuple[str, str | None]]
    ) -> None:
        said = [*messages, *(user(refer_topic(*one)) for one in topics)]

        assert find_topics(said) == tuple(FoundTopic(*one) for one in expected(topics).items())

    @pytest.mark.parametrize("count", range(4))
    def test_every_small_order(self, count: int) -> None:
        for topics in product([("a", None), ("a", "1"), ("b", "2")], repeat=count):
            found = topics_in(" ".join(refer_topic(*one) for one in topics))

            assert {one.id: one.name for one in found} == expected(list(topics))


class TestHostile:
    """A million characters take no longer than they have to."""

    @pytest.mark.parametrize(
        "text",
        [
            "<refer_topic " * 80_000,
            '<refer_topic id="' * 60_000,
            '<refer_topic id="a" x="' * 45_000,
            "<refer_topic " + 'x="y" ' * 170_000,
            "<refer_topic " + "\\" * 1_000_000,
            "\\" * 1_000_000 + '<refer_topic id="a" />',
            "<refer" + "\\" * 1_000_000,
            ("<refer" + "\\" * 10 + "_topic ") * 50_000,
            "<refer_topic " + "a" * 1_000_000,
            "<refer_topic" + " " * 1_000_000,
            '<refer_topic a="<refer_topic b=" x="' * 28_000,
            '<refer_topic id="' + "&#" * 500_000 + '"/>',
            '<refer_topic id="' + "\\" * 1_000_000 + '"/>',
            ('<refer_topic id="x' + "\\" * 50 + '" ') * 10_000 + "/>",
        ],
        ids=range(14),
    )
    def test_it_ends(self, text: str) -> None:
        assert len(topics_in(text)) <= 1

    @pytest.mark.parametrize(
        "inside", ["a" * 200_000, '"' + "a" * 200_000, "a." * 100_000], ids=range(3)
    )
    def test_a_tag_of_one_long_word(self, inside: str) -> None:
        assert topics_in(f"<refer_topic {inside}>") == ()

    def test_backslashes_inside_an_id(self) -> None:
        inside = "x" + "\\" * 200_000 + "y"

        assert ids(f'<refer_topic id="{inside}" />') == [inside]

    def test_a_search_for_attributes_takes_a_long_word_once(self) -> None:
        found = list(_ATTRIBUTE.finditer('<refer_topic "' + "a" * 1_000 + "." * 1_000 + ">"))

        assert len(found) == 2

    def test_escapes_are_looked_for_at_the_first_backslash_alone(self) -> None:
        text = "x" + "\\" * 1_000 + "y"

        assert [place for place in range(1, 1_001) if _ESCAPED.match(text, place)] == []
        assert _ESCAPED.pattern.startswith("(?<!")


class TestRecords:
    """What is no text is refused where it is said."""

    def test_an_id_is_a_text(self) -> None:
        with pytest.raises(InvalidArgument, match="FoundTopic, id: found 5"):
            FoundTopic(5)  # type: ignore[arg-type]

    def test_a_name_is_a_text(self) -> None:
        with pytest.raises(InvalidArgument, match="FoundTopic, name: found 5"):
            FoundTopic("t", 5)  # type: ignore[arg-type]

    @pytest.mark.parametrize("fields", [(5,), ("x", 5)])
    def test_what_a_store_knows_is_text(self, fields: tuple[Any, ...]) -> None:
        with pytest.raises(InvalidArgument, match="found 5, expected a text or None"):
            Topic(*fields)
