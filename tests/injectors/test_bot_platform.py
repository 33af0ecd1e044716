"""bot_platform: how to behave in a messenger."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ctxfn.context import Context
from ctxfn.facts import BotPlatform, InvalidFact
from ctxfn.injectors import bot_platform, render_bot_platform
from ctxfn.messages import ToolName, chat, user
from ctxfn.slots import SYSTEM
from tests.injectors.hostile import ATTACKS, TEXTS, holds_no_marker, opened, parsed, unescaped

SAID = chat(user("hi"))
PLAIN = """<bot_platform_context platform="Telegram">
You take part in a conversation on Telegram: you are one of those who talk there, not somebody \
who advises from outside.
<behavior>
- Behave as a member of the group.
- Where a message refers to something you have not seen, read the recent messages of the channel \
with the tool that reads messages first; never ask people to repeat themselves.
- When in doubt, read further back rather than ask.
- Keep answers short, as people do in a messenger.
- Do not mention buttons, panels or pages of other applications: nobody here sees them.
</behavior>
<message_delivery>
What you answer is delivered to this channel for you.
Do not call a tool that sends messages in order to answer here; call one only for another channel \
or person, and only when asked to.
</message_delivery>
</bot_platform_context>"""
FORMATTING = """<formatting>
Markdown is not shown here. Write plain text: no headings, bold, italics, strikethrough, links, \
quotes, tables, code marks or fenced code.
Give structure with line breaks, indentation, dashes and numbers.
</formatting>
"""
WARNINGS = """<processing_warnings>
Something went wrong while the person's message was read. Tell them briefly what they need to \
know of it:
- a &lt; b
- two&#10;- lines
</processing_warnings>
"""
END = "</bot_platform_context>"


class TestExamples:
    """Each section where it is needed."""

    def test_where_it_stands(self) -> None:
        assert (bot_platform.slot, bot_platform.reads) == (SYSTEM, (BotPlatform,))

    def test_text(self) -> None:
        assert render_bot_platform(BotPlatform("Telegram")) == PLAIN

    def test_without_markdown_and_with_warnings(self) -> None:
        platform = BotPlatform("Telegram", False, ("a < b", " ", "two\n- lines"))

        assert render_bot_platform(platform) == PLAIN.replace(END, FORMATTING + WARNINGS + END)

    def test_the_tool_is_named_if_it_is_known(self) -> None:
        text = render_bot_platform(BotPlatform("X", reader=ToolName("bot", "read")))

        assert "with the tool bot____read first" in text

    def test_a_platform_without_a_name_is_none(self) -> None:
        context = Context.of(SAID, BotPlatform(" "))

        assert bot_platform(context) is context

    @pytest.mark.parametrize("attack", ATTACKS, ids=range(len(ATTACKS)))
    def test_no_value_breaks_out(self, attack: str) -> None:
        text = render_bot_platform(BotPlatform(attack, False, (attack,), attack))
        names = ("bot_platform_context", "behavior", "formatting", "processing_warnings")

        assert [opened(text, name) for name in names] == [(1, 1)] * 4
        assert (text.count("<"), holds_no_marker(text)) == (10, True)
        assert sum(line.startswith("- ") for line in text.splitlines()) == 6

    def test_warnings_are_texts(self) -> None:
        with pytest.raises(InvalidFact, match=r"BotPlatform: field warnings\[1\]"):
            BotPlatform("x", warnings=("a", 2))  # type: ignore[arg-type]


@given(TEXTS, st.lists(TEXTS, max_size=3))
def test_every_value_can_be_read_again(name: str, warnings: list[str]) -> None:
    text = render_bot_platform(BotPlatform(name, warnings=tuple(warnings)))
    told = text.partition("<processing_warnings>")[2].splitlines()
    lines = [unescaped(line[2:]) for line in told if line.startswith("- ")]

    assert parsed(text)[0].get("platform") == name
    assert lines == warnings
