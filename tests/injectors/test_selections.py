"""What a person pointed at goes with the message that points."""

from __future__ import annotations

from typing import Any

import pytest

from ctxfn.context import Context
from ctxfn.injectors import (
    context_selections,
    page_selections,
    render_context_selections,
    render_page_selections,
)
from ctxfn.messages import (
    ContextSelection,
    Mark,
    Origin,
    PageSelection,
    Text,
    User,
    chat,
    text_of,
    user,
)
from ctxfn.processors import render_blocks
from tests.injectors.hostile_values import HOSTILE, SPOKEN, parsed


def marked(*marks: Mark, **fields: Any) -> User:
    return User((Text("this"),), marks=marks, **fields)


class TestContextSelections:
    """One element each, and none around them twice."""

    def test_all_attributes(self) -> None:
        one = ContextSelection(
            id="s1",
            source="code",
            title='a "b"',
            file_path="src/a.ts",
            language="ts",
            content="x < y",
            page_id="p",
            side="additions",
            working_directory="/w",
            start_line=3,
            end_line=5,
        )

        assert render_context_selections(marked(one)) == (
            '<context_selection source="code" title="a &quot;b&quot;" pageId="p" '
            'filePath="src/a.ts" language="ts" side="additions" workingDirectory="/w" '
            'lines="3-5">\nx &lt; y\n</context_selection>'
        )

    @pytest.mark.parametrize(
        ("selection", "text"),
        [
            (ContextSelection(), "<context_selection>\n\n</context_selection>"),
            (
                ContextSelection(source="page", content="w", xml="<p/>"),
                '<context_selection source="page">\n<p/>\n</context_selection>',
            ),
            (
                ContextSelection(source="page", content="w", xml=""),
                '<context_selection source="page">\nw\n</context_selection>',
            ),
            (
                ContextSelection(source="text", content="w", xml="<p/>"),
                '<context_selection source="text">\nw\n</context_selection>',
            ),
            (
                ContextSelection(end_line=4),
                '<context_selection lines="4-4">\n\n</context_selection>',
            ),
        ],
    )
    def test_what_is_missing_is_left_out(self, selection: ContextSelection, text: str) -> None:
        assert render_context_selections(marked(selection)) == text

    def test_the_element_stands_once(self) -> None:
        said = chat(marked(ContextSelection(content="a"), ContextSelection(content="b")))
        text = text_of(render_blocks(context_selections(Context(said))).messages[0])

        assert text.count("<user_context_selections>") == 1
        assert text.count("<context_selection>") == 2

    @pytest.mark.parametrize("value", SPOKEN)
    def test_values_come_back(self, value: str) -> None:
        one = ContextSelection(value, value, value, value, value, value, value, value, value, value)
        (element,) = parsed(render_context_selections(marked(one)))

        assert element.text == f"\n{value}\n"
        assert set(dict(element.items()).values()) == {value}
        assert len(dict(element.items())) == 7


class TestPageSelections:
    """One element each in a list that counts them."""

    def test_text(self) -> None:
        marks = (
            PageSelection("s1", "p", "old", '<p id="4">old</p>', 10, 12),
            PageSelection(content="a < b", start_line=1),
            PageSelection(xml="</selection>"),
        )

        assert render_page_selections(marked(*marks)) == (
            '<user_selections count="3">\n'
            '<selection lines="10-12">\n<p id="4">old</p>\n</selection>\n'
            '<selection lines="1-1">\na &lt; b\n</selection>\n'
            "<selection>\n&lt;/selection&gt;\n</selection>\n"
            "</user_selections>"
        )

    @pytest.mark.parametrize("value", HOSTILE)
    def test_nothing_breaks_out(self, value: str) -> None:
        text = render_page_selections(
            marked(PageSelection(xml=value), PageSelection(content=value))
        )

        assert (text.count("<selection>"), text.count("</selection>")) == (2, 2)


class TestEachMessage:
    """Each message of a person has its own, none else has any."""

    @pytest.mark.parametrize("injector", [context_selections, page_selections])
    def test_messages_without_marks_and_ours_stay(self, injector: Any) -> None:
        mark = (PageSelection(content="a"), ContextSelection(content="a"))
        said = Context(chat(user("a"), marked(*mark, origin=Origin(ours="tail"))))

        assert injector(said) is said

    def test_both_stand_in_one_envelope_of_their_message(self) -> None:
        said = chat(marked(PageSelection(content="a"), ContextSelection(content="b")), user("c"))
        after = page_selections(context_selections(Context(said))).messages

        assert [block.name for block in after[0].blocks] == [
            "context_selections",
            "page_selections",
        ]
        assert after[1] is said[1]
