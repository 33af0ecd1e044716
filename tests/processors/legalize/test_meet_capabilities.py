"""What a reader cannot take becomes what it can, and nothing is lost without a note."""

from __future__ import annotations

from typing import Any

from attrs import evolve
from hypothesis import given

from ctxfn.context import Context, Note
from ctxfn.facts import Model, SystemRole, Toolset
from ctxfn.front import assemble
from ctxfn.messages import (
    Audio,
    Image,
    Origin,
    System,
    Text,
    User,
    Video,
    assistant,
    call,
    chat,
    system,
    text_of,
    tool_result,
    user,
)
from ctxfn.processors import meet_capabilities
from ctxfn.testing import conversations
from ctxfn.tools import Declaration
from ctxfn.wire import profile

CAT = Image(url="https://a.example/cat.png")


def met(context: Context) -> list[tuple[str, str]]:
    """Return roles and words of what the reader gets."""
    return [(message.role, text_of(message)) for message in meet_capabilities(context).messages]


def shown(context: Context) -> Context:
    """Let short words stand for media."""
    return meet_capabilities(
        context, image_stand_in="[I]", video_stand_in="[V]", sound_stand_in="[S]"
    )


def notes_of(context: Context) -> list[Note]:
    """Return what the step itself says; nothing else is to be said."""
    assert all(isinstance(note, Note) for note in context.notes)
    return [note for note in context.notes if isinstance(note, Note)]


class TestExamples:
    """One capability after the other, then all."""

    def test_words_stand_where_the_medium_stood(self) -> None:
        said = chat(user("a", CAT, "b", Video(url="v"), Audio(url="s")), tool_result("c", CAT))
        after = shown(Context.of(said, Model(vision=False, video=False, audio=False)))
        assert after.messages[0].parts == tuple(map(Text, ("a", "[I]", "b", "[V]", "[S]")))
        assert after.messages[1].parts == (Text("[I]"),)
        assert [
            (note.kind, note.text.partition(": ")[2], note.places) for note in notes_of(after)
        ] == [
            ("stand-in", "1 image, 1 video, 1 audio", (0,)),
            ("stand-in", "1 image", (1,)),
        ]

    def test_only_what_is_lacking_goes(self) -> None:
        said = chat(user("a", CAT, Audio(url="s")))
        after = shown(Context.of(said, Model(audio=False)))
        assert after.messages[0].parts == (Text("a"), CAT, Text("[S]"))

    def test_calls_and_results_become_words_and_no_tool_is_offered(self) -> None:
        said = chat(assistant(call("c1", "now")), tool_result("c1", "12:00"))
        context = Context.of(said, Model(functions=False), Toolset((Declaration("now"),)))
        after = meet_capabilities(context)
        assert met(context) == [
            ("assistant", "I called the tool now."),
            ("user", "Result of the tool now:\n12:00"),
        ]
        assert after.get(Toolset) == Toolset()
        assert notes_of(after)[-1].text == (
            "tools are not offered, since the model cannot call: now"
        )

    def test_a_developer_message_is_a_system_message_elsewhere(self) -> None:
        said = chat(System((Text("Rhyme."),), "d1", developer=True), user("hi"))
        after = meet_capabilities(Context.of(said, profile("openai/compatible")))
        assert after.messages[0] == system("Rhyme.", id="d1")
        assert [(note.kind, note.ids, note.places) for note in notes_of(after)] == [
            ("developer-as-system", ("d1",), (0,))
        ]

    def test_the_system_text_goes_into_the_first_user_message(self) -> None:
        said = chat(system("Rhyme."), user("Hi", CAT, id="u1"), assistant("Ho"), system("Stop."))
        context = Context.of(said, Model(system=False))
        after = meet_capabilities(context)
        assert met(context) == [
            ("user", "Rhyme.\n\nHi"),
            ("assistant", "Ho"),
            ("user", "[system] Stop."),
        ]
        assert (after.messages[0].id, after.messages[0].parts[1]) == ("u1", CAT)
        assert [note.kind for note in notes_of(after)] == ["system-demoted", "system-folded"]

    def test_it_is_a_message_of_its_own_where_no_person_comes_next(self) -> None:
        context = Context.of(chat(system("Rhyme."), assistant("Hello!")), Model(system=False))
        assert met(context) == [("user", "Rhyme."), ("assistant", "Hello!")]

    def test_nothing_is_said_for_a_system_message_that_says_nothing(self) -> None:
        context = Context.of(chat(system(""), user("hi")), Model(system=False))
        assert met(context) == [("user", "hi")]

    def test_a_message_of_ours_stays_ours(self) -> None:
        ours = User((Text("facts"),), origin=Origin(ours="preamble"))
        after = meet_capabilities(Context.of(chat(system("R"), ours), Model(system=False)))
        assert after.messages == chat(evolve(ours, parts=(Text("R\n\nfacts"),)))

    def test_who_is_not_asked_for_stays(self) -> None:
        context = Context.of(chat(user(CAT)), Model(vision=False))
        assert meet_capabilities(context, of=("system",)) is context


class TestPipeline:
    """All steps together: what is sent in the end."""

    def test_what_is_injected_into_the_system_message_goes_along(self) -> None:
        said = [{"role": "user", "content": "Hi"}]
        payload = assemble(said, SystemRole("Rhyme."), Model(display_name="Bo", system=False))
        assert payload.messages == [
            {"role": "user", "content": "Rhyme.\n\nCurrent model: Bo\n\nHi"}
        ]

    def test_no_tool_is_sent_to_a_model_that_cannot_call(self) -> None:
        tool = {"type": "function", "function": {"name": "now", "parameters": {}}}
        said = [{"role": "user", "content": "Hi"}]
        assert assemble(said, tools=[tool]).tools is not None
        payload = assemble(said, Model(functions=False), tools=[tool])
        assert (payload.tools, "tools" in payload.body) == (None, False)

    def test_the_target_says_what_nobody_else_does(self) -> None:
        video = {"type": "video_url", "video_url": {"url": "https://a.example/v.mp4"}}
        said = [{"role": "user", "content": [{"type": "text", "text": "see"}, video]}]
        (message,) = assemble(said, to="openai/chat").messages
        assert "video_url" not in str(message)
        (message,) = assemble(said, to="openai/compatible").messages
        assert "video_url" in str(message)


class TestProperties:
    """What is true of every conversation. Each test is named after the invariant."""

    @given(conversations(cards=True))
    def test_a_reader_that_takes_everything_gets_the_same_object(self, said: Any) -> None:
        context = Context(said)
        assert meet_capabilities(context) is context

    @given(conversations())
    def test_no_system_message_is_left_and_twice_is_once(self, said: Any) -> None:
        context = meet_capabilities(Context.of(said, Model(system=False)))
        assert not any(isinstance(node, System) for node in context.messages)
        assert meet_capabilities(context) is context
