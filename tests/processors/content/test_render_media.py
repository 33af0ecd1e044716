"""render_media and render_parts: media the model takes, words for those it does not."""

from __future__ import annotations

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from ctxfn.context import Context, Note
from ctxfn.facts import Model
from ctxfn.messages import (
    Assistant,
    Audio,
    Block,
    Enveloped,
    File,
    Image,
    Messages,
    Node,
    Part,
    Text,
    ToolResult,
    User,
    Video,
    assistant,
    chat,
    freeze,
    media_of,
    text_of,
    tool_result,
    user,
)
from ctxfn.pipeline import Step, needs
from ctxfn.processors import (
    IMAGE_STAND_IN,
    SOUND_STAND_IN,
    VIDEO_STAND_IN,
    render_blocks,
    render_media,
    render_parts,
)
from ctxfn.testing import conversations
from ctxfn.wire import Profile

PICTURE = Image("https://a.example/x.png", id="i1", name="a cat", attached=True)
FILM = Video("https://a.example/x.mp4", size=900, attached=True)
SOUND = Audio("https://a.example/x.ogg", attached=True)
PAPER = File(id="f1", name="a.txt", media_type="text/plain", size=3, text="<b>", attached=True)

BLIND = render_media(vision=False, video=False, audio=False, image_stand_in="[picture]")


PARTS: tuple[Part, ...] = (
    PICTURE,
    FILM,
    SOUND,
    PAPER,
    evolve(PICTURE, attached=False),
    Image(id="without address"),
    Text("own words"),
    Text("signed words", signature="s"),
)
CONTENT: st.SearchStrategy[tuple[Part, ...]] = st.lists(st.sampled_from(PARTS)).map(tuple)
MESSAGES: st.SearchStrategy[Node] = st.one_of(
    st.builds(User, CONTENT), st.builds(Assistant, CONTENT), st.builds(ToolResult, CONTENT)
)


def parts_of(node: Node) -> tuple[Part, ...]:
    return node.parts


def notes_of(step: Step, *nodes: Node) -> list[tuple[str, str]]:
    context = step(Context.of(nodes))
    return [(note.kind, note.text) for note in context.notes if isinstance(note, Note)]


class TestExamples:
    """What it does, in cases a reader can check by eye."""

    def test_attached_media_become_parts_behind_the_words(self) -> None:
        shown = render_media(chat(user("Look", PICTURE, FILM, SOUND)), file_block=False)[0]
        assert parts_of(shown) == (
            Text("Look"),
            evolve(PICTURE, attached=False),
            evolve(FILM, attached=False),
            evolve(SOUND, attached=False),
        )

    def test_each_kind_has_its_stand_in(self) -> None:
        blind = render_media(vision=False, video=False, audio=False)
        said = text_of(blind(chat(user("Look", PICTURE, FILM, SOUND)))[0])
        assert said == f"Look\n\n{IMAGE_STAND_IN}\n{VIDEO_STAND_IN}\n{SOUND_STAND_IN}"

    def test_the_person_s_words_keep_their_indentation(self) -> None:
        said = render_media(chat(user("    if x:\n", PICTURE)), vision=False)[0]
        assert text_of(said).startswith("    if x:\n\n\n[")

    def test_a_medium_without_an_address_leaves_its_neighbours_alone(self) -> None:
        shown = render_media(chat(user("Look", PICTURE, Image(name="y", attached=True))))[0]
        assert [type(part) for part in parts_of(shown)] == [Text, Image]
        assert text_of(shown) == f"Look\n\n{IMAGE_STAND_IN}"

    def test_a_video_over_the_limit_is_stood_in_for(self) -> None:
        said = chat(user("Look", FILM))
        assert text_of(render_media(said, max_video_bytes=899)[0]) == f"Look\n\n{VIDEO_STAND_IN}"
        assert text_of(render_media(said, max_video_bytes=900)[0]) == "Look"

    def test_with_a_model_that_speaks_the_stand_in_is_where_the_picture_was(self) -> None:
        drawn = assistant(Image("https://a.example/1.png"), "and", Image("https://a.example/2.png"))
        assert parts_of(BLIND(chat(drawn))[0]) == (
            Text("[picture]"),
            Text("and"),
            Text("[picture]"),
        )

    def test_a_signed_text_is_left_untouched(self) -> None:
        signed = assistant(Text("Here", signature="s"), PICTURE)
        assert parts_of(BLIND(chat(signed))[0]) == (Text("Here", signature="s"), Text("[picture]"))

    def test_pictures_in_the_state_of_a_tool_are_shown_once(self) -> None:
        state = {"images": [{"url": "https://a.example/x.png"}, {"url": "file:///y"}], "n": 1}
        drawn = evolve(tool_result("c1", "drawn", id="t1"), state=freeze(state))
        after = render_media(Context.of([drawn]))
        assert after.messages[0] == evolve(
            drawn, parts=(Text("drawn"), Image("https://a.example/x.png")), state=freeze({"n": 1})
        )
        assert [(note.ids, note.places) for note in after.notes] == [(("t1",), (0,))]

    def test_tool_results_without_media_by_policy(self) -> None:
        shot = chat(tool_result("c1", "done", Image("https://a.example/x.png")))
        assert media_of(render_media(shot, tool_media="stand_in")[0]) == ()

    def test_files_are_told_of_in_the_one_envelope(self) -> None:
        asked = render_media(
            chat(evolve(user("Read", PAPER, id="m1"), blocks=(Block("date", "M"),)))
        )
        written = text_of(render_blocks(asked)[0])
        assert written.count("<!-- SYSTEM CONTEXT") == 1
        assert '<file id="f1" name="a.txt" type="text/plain" size="3">&lt;b&gt;</file>' in written

    def test_files_left_out_are_noted(self) -> None:
        assert notes_of(render_media(file_block=False), user("Read", PAPER)) == [
            ("file-left-out", "attached files are not told of: 'a.txt'")
        ]

    def test_a_file_of_an_answer_is_told_of_in_its_text(self) -> None:
        said = parts_of(render_media(chat(assistant("Done.", PAPER)))[0])
        assert len(said) == 2
        assert text_of(said[1:]).startswith("<files_info>\n<files>\n")

    def test_stand_ins_are_counted_in_a_note(self) -> None:
        assert notes_of(
            render_media(vision=False, video=False), user("Look", PICTURE, PICTURE, FILM)
        ) == [
            ("stand-in", "words stand in place of what the model does not take: 2 image, 1 video")
        ]

    def test_a_written_envelope_is_never_broken(self) -> None:
        late = User((Text("hi"), PICTURE), marks=(Enveloped(0, 2),))
        after = render_media(Context.of([late]), vision=False)
        assert after.messages[0] is late
        assert [note.kind for note in after.notes if isinstance(note, Note)] == ["envelope-written"]


class TestCapabilities:
    """Options decide, then the fact, then nothing is taken away."""

    @pytest.mark.parametrize(
        ("option", "fact", "shown"),
        [(None, None, 1), (None, False, 0), (True, False, 1), (False, True, 0), (None, True, 1)],
    )
    def test_an_option_beats_the_fact(
        self, option: bool | None, fact: bool | None, shown: int
    ) -> None:
        context = Context.of(chat(user("Look", PICTURE)), Model(vision=fact))
        after = render_parts(context, vision=option, file_block=False)
        assert len(media_of(after.messages[0])) == shown

    def test_says_what_it_reads(self) -> None:
        assert needs(render_parts()) == (Model, Profile)

    def test_places_in_notes_are_those_of_the_whole_history(self) -> None:
        context = Context.of(chat(user("a"), user("b"), user("Look", PICTURE)), Model(vision=False))
        assert [note.places for note in render_parts(context).notes] == [(2,)]


class TestProperties:
    """What is true of every conversation. Each test is named after the invariant."""

    @given(MESSAGES, st.sampled_from([BLIND, render_media(), render_media(file_block=False)]))
    def test_each_text_and_each_medium_is_there_or_stood_in_for(
        self, node: Node, step: Step
    ) -> None:
        after = step(chat(node))[0]
        texts = [part.text for part in node.parts if isinstance(part, Text)]
        found = "\0".join(part.text for part in after.parts if isinstance(part, Text))
        assert found.count("words") == len(texts)
        assert [part for part in after.parts if getattr(part, "signature", None)] == [
            part for part in node.parts if getattr(part, "signature", None)
        ]
        shown = [part for part in after.parts if isinstance(part, Image | Video | Audio)]
        given_media = [part for part in node.parts if isinstance(part, Image | Video | Audio)]
        assert len(shown) + found.count(": use a tool") + found.count("[picture]") == len(
            given_media
        )

    @given(conversations())
    def test_nothing_stays_attached(self, said: Messages) -> None:
        after = render_media(said)
        assert not [
            part
            for node in after
            if isinstance(node, User | ToolResult)
            for part in node.parts
            if getattr(part, "attached", False) and not any(map(_is_enveloped, node.marks))
        ]

    @given(conversations())
    def test_the_context_step_is_the_local_step(self, said: Messages) -> None:
        one, other = render_parts(Context.of(said), vision=False), render_media(said, vision=False)
        assert one.messages == other

    @given(st.text())
    def test_no_words_change_what_a_stand_in_counts(self, words: str) -> None:
        quoted = user(f"{words}{IMAGE_STAND_IN}", PICTURE)
        assert text_of(render_media(chat(quoted), vision=False)[0]) == (
            f"{words}{IMAGE_STAND_IN}\n\n{IMAGE_STAND_IN}"
        )
        assert render_media(chat(user(f"{words}{IMAGE_STAND_IN}")), vision=False) == chat(
            user(f"{words}{IMAGE_STAND_IN}")
        )

    @pytest.mark.parametrize(
        "held", [{"data": "aGk="}, {"file_id": "f9"}, {"url": "data:text/plain,hi"}]
    )
    def test_what_a_file_holds_goes_with_a_note(self, held: dict[str, str]) -> None:
        context = render_media(Context.of(chat(user("Read", evolve(PAPER, **held)))))  # type: ignore[arg-type]

        assert [note.kind for note in context.notes if isinstance(note, Note)] == ["file-told-of"]
        assert not render_media(Context.of(chat(user("Read", PAPER)))).notes

    @given(st.text(), st.text())
    def test_no_file_can_break_out_of_its_element(self, name: str, content: str) -> None:
        paper = File(name=f'"><x>{name}', text=f"</file></files_info>{content}", attached=True)
        block = render_media(chat(user("Read", paper)))[0].blocks[0]
        assert block.text.count("</file>") == 1
        assert block.text.count("<") == 6


def _is_enveloped(mark: object) -> bool:
    return isinstance(mark, Enveloped)
