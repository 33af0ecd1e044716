"""What is remembered of the person: five sections, each only if it says something."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta, timezone
from typing import Any

import pytest

from ctxfn.context import Context
from ctxfn.facts import (
    InvalidFact,
    Memory,
    MemoryContext,
    MemoryExperience,
    MemoryIdentity,
    MemoryPersona,
    MemoryPreference,
)
from ctxfn.injectors import memory, render_memory
from ctxfn.messages import chat, user

#: A moment without a zone counts as one in UTC.
NAIVE = datetime(2026, 2, 3, 23, 59, tzinfo=UTC).replace(tzinfo=None)

FULL = Memory(
    persona=MemoryPersona(tagline="night-shift nurse", narrative="Ann works.\nAt night."),
    identities=(
        MemoryIdentity(
            id="i1",
            kind="professional",
            role="nurse",
            description="works in ER",
            captured="2026-02-03T10:00:00Z",
        ),
        MemoryIdentity(role="mother"),
    ),
    contexts=(
        MemoryContext(id="c1", title="Move", description="to Lyon"),
        MemoryContext(title="T"),
    ),
    experiences=(
        MemoryExperience(id="e1", situation="lost keys", key_learning="label them"),
        MemoryExperience(key_learning="ask twice"),
    ),
    preferences=(
        MemoryPreference(id="p1", directives="metric"),
        MemoryPreference(directives="short"),
    ),
)

TEXT = """\
<user_memory>
<instruction>These notes about the person come from earlier conversations with them. Take them \
into account where they bear on the question; what the person says now counts for more.\
</instruction>
<persona tagline="night-shift nurse">
Ann works.
At night.
</persona>
<identities count="2">
<identity type="professional" role="nurse" id="i1" capturedAt="2026-02-03">works in ER</identity>
<identity role="mother"></identity>
</identities>
<contexts count="2">
<context id="c1" title="Move">to Lyon</context>
<context id="" title="T"></context>
</contexts>
<experiences count="2">
<experience id="e1">
<situation>lost keys</situation>
<key_learning>label them</key_learning>
</experience>
<experience id="">
<key_learning>ask twice</key_learning>
</experience>
</experiences>
<preferences count="2">
<preference id="p1">metric</preference>
<preference id="">short</preference>
</preferences>
</user_memory>"""


class TestExamples:
    """What is told, and what is not."""

    def test_all_of_it(self) -> None:
        assert render_memory(FULL) == TEXT

    @pytest.mark.parametrize(
        "empty",
        [
            Memory(),
            Memory(persona=MemoryPersona()),
            Memory(persona=MemoryPersona(tagline=" ", narrative="\n")),
            Memory(identities=(MemoryIdentity(captured="2026-02-03"),)),
            Memory(contexts=(MemoryContext(),)),
            Memory(experiences=(MemoryExperience(id=""),)),
            Memory(preferences=(MemoryPreference(id="p1"), MemoryPreference(directives=" "))),
        ],
    )
    def test_what_says_nothing_is_not_told(self, empty: Memory) -> None:
        context = Context.of(chat(user("hi")), empty)

        assert render_memory(empty) == ""
        assert memory(context) is context

    @pytest.mark.parametrize(
        ("one", "line"),
        [
            (Memory(identities=(MemoryIdentity(id="i"),)), '<identity id="i"></identity>'),
            (Memory(identities=(MemoryIdentity(kind="k"),)), '<identity type="k"></identity>'),
            (Memory(identities=(MemoryIdentity(description="d"),)), "<identity>d</identity>"),
            (Memory(contexts=(MemoryContext(id="c"),)), '<context id="c" title=""></context>'),
            (
                Memory(contexts=(MemoryContext(description="d"),)),
                '<context id="" title="">d</context>',
            ),
            (Memory(persona=MemoryPersona(narrative="n")), "<persona>\nn\n</persona>"),
            (
                Memory(experiences=(MemoryExperience(id="e"),)),
                '<experience id="e">\n</experience>',
            ),
        ],
    )
    def test_any_word_is_enough(self, one: Memory, line: str) -> None:
        assert line in render_memory(one)

    def test_what_says_nothing_is_not_counted(self) -> None:
        some = Memory(preferences=(MemoryPreference(id="p"), MemoryPreference(directives="short")))

        assert '<preferences count="1">' in render_memory(some)


class TestDays:
    """When a thing was learned."""

    @pytest.mark.parametrize(
        ("moment", "day"),
        [
            ("2026-02-03", "2026-02-03"),
            ("2026-02-03T23:30:00-05:00", "2026-02-04"),
            (date(2026, 2, 3), "2026-02-03"),
            (NAIVE, "2026-02-03"),
            (datetime(2026, 2, 3, 1, tzinfo=timezone(timedelta(hours=2))), "2026-02-02"),
            (datetime(2026, 2, 3, tzinfo=UTC), "2026-02-03"),
            (None, None),
        ],
    )
    def test_it_is_a_day_in_utc(self, moment: Any, day: str | None) -> None:
        assert MemoryIdentity(id="i", captured=moment).captured == day

    @pytest.mark.parametrize(
        "moment", ["soon", "", True, datetime.min.replace(tzinfo=timezone(timedelta(hours=1)))]
    )
    def test_what_is_no_moment_is_refused(self, moment: Any) -> None:
        with pytest.raises(InvalidFact) as caught:
            MemoryIdentity(id="i", captured=moment)

        assert (caught.value.fact, caught.value.field) == ("MemoryIdentity", "captured")
