"""strip_fields: nothing leaves that the API does not read."""

from __future__ import annotations

import pickle

from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from ctxfn.context import Context, Note
from ctxfn.messages import (
    Assistant,
    AssistantGroup,
    Call,
    Column,
    Compare,
    CompressedGroup,
    ContextSelection,
    Council,
    Enveloped,
    Executed,
    Mention,
    Messages,
    Node,
    Opaque,
    Origin,
    PageSelection,
    Reasoning,
    RetryOf,
    Supervisor,
    System,
    Task,
    TaskCallback,
    Tasks,
    Text,
    ToolError,
    ToolResult,
    Turn,
    Unknown,
    Usage,
    User,
    Verification,
    assistant,
    call,
    chat,
    extra,
    flat,
    freeze,
    text_of,
    tool_result,
    user,
)
from ctxfn.processors import pair_tool_results, strip_fields
from ctxfn.wire import CodecName
from tests.processors.histories import histories, words_of

FOREIGN = (("uichat", freeze({"performance": 1})),)
CODECS: tuple[CodecName, ...] = ("openai_chat", "anthropic")
OUR_OWN = (("openai_chat", freeze({"cache_control": {"type": "ephemeral"}, "parentUuid": "p"})),)


def said(messages: Messages) -> list[tuple[str, str]]:
    return [(node.role, text_of(node)) for node in messages]


def kinds_of(*nodes: Node) -> list[tuple[str, tuple[int, ...]]]:
    context = strip_fields(Context.of(chat(*nodes)))
    return [(note.text, note.places) for note in context.notes if isinstance(note, Note)]


class TestKeys:
    """Keys of stores and of other formats."""

    def test_an_error_of_a_result_of_ours_is_told(self) -> None:
        ours = Origin(ours="date")
        failed = ToolResult((Text("42"),), call_id="c1", error=ToolError("late"), origin=ours)
        made_up = evolve(failed, synthetic="missing")

        assert [note.places for note in strip_fields(Context(chat(failed))).notes] == [(0,)]
        assert not strip_fields(Context(chat(made_up))).notes

    def test_a_stores_fields_go(self) -> None:
        origin = Origin(parent="m0", agent="ann", created_ms=1, model="x", ours="todo_list")
        stored = Assistant((Text("hi"),), "m1", usage=Usage(1, 2), origin=origin)

        assert strip_fields(chat(stored)) == chat(
            Assistant((Text("hi"),), origin=Origin(ours="todo_list"))
        )

    def test_of_what_is_ours_only_id_and_origin_go_without_a_note(self) -> None:
        made = ToolResult(
            (Text("a"),),
            "m1",
            "c1",
            error=ToolError("no"),
            origin=Origin(parent="m0", ours="tail"),
            extras=(("uichat", freeze({"a": 1})),),
        )

        assert kinds_of(made) == [("stripped a", (0,)), ("stripped error", (0,))]

    def test_the_error_of_a_stand_in_goes_without_a_note(self) -> None:
        asked = chat(assistant("", call("c1")))
        (made,) = pair_tool_results(asked)[1:]

        assert isinstance(made, ToolResult)
        assert kinds_of(made) == []
        assert kinds_of(evolve(made, origin=Origin())) == [
            ("stripped error", (0,)),
            ("stripped id", (0,)),
        ]
        assert strip_fields(chat(made))[0] == evolve(
            made, id=None, error=None, origin=Origin(ours="pair_tool_results")
        )

    def test_what_is_told_with_its_message_goes_with_a_note(self) -> None:
        pointed = (PageSelection(content="a"), Mention("web"), ContextSelection("code"))
        asked = evolve(user("a"), marks=pointed)
        ran = evolve(tool_result("c1", "b"), marks=(Executed("{}"),))

        for codec in CODECS:
            assert [node.marks for node in strip_fields(chat(asked, ran), codec=codec)] == [
                (Mention("web"),),
                (),
            ]
        assert kinds_of(asked, ran) == [
            ("stripped contextSelections", (0,)),
            ("stripped hookPreparation", (1,)),
            ("stripped pageSelections", (0,)),
        ]

    def test_one_note_a_key(self) -> None:
        assert kinds_of(user("a", id="1"), user("b"), user("c", id="3")) == [
            ("stripped id", (0, 2))
        ]

    def test_what_other_formats_carried_goes_wherever_it_is(self) -> None:
        carried = Assistant(
            (Text("hi", extras=FOREIGN),),
            calls=(Call("c1", "now", extras=FOREIGN),),
            reasoning=(Reasoning("hm", extras=FOREIGN),),
            extras=FOREIGN,
        )

        assert strip_fields(chat(carried)) == chat(
            Assistant((Text("hi"),), calls=(Call("c1", "now"),), reasoning=(Reasoning("hm"),))
        )
        assert kinds_of(carried) == [("stripped performance", (0,))]

    def test_a_part_only_another_format_understands_goes_and_its_own_stays(self) -> None:
        own_part = Opaque("openai_chat", freeze({"type": "new"}))
        said = User((Text("hi"), Opaque("anthropic", freeze({"type": "search"})), own_part))

        assert strip_fields(chat(said)) == chat(User((Text("hi"), own_part)))
        assert kinds_of(said) == [("stripped what anthropic carried", (0,))]

    def test_a_key_nobody_knows_stays_and_a_stores_goes(self) -> None:
        after = strip_fields(chat(User((Text("hi"),), extras=OUR_OWN)))

        assert extra(after[0].extras, "openai_chat") == {"cache_control": {"type": "ephemeral"}}

    def test_a_retry_mark_and_an_error_are_a_stores(self) -> None:
        stored = ToolResult(
            (Text("no"),), call_id="c1", error=ToolError("no"), marks=(RetryOf("x"),)
        )

        assert strip_fields(chat(stored)) == chat(tool_result("c1", "no"))

    def test_a_format_without_store_keys_keeps_ids_and_errors(self) -> None:
        stored = chat(tool_result("c1", "no", id="r1", error="no"))

        assert strip_fields(stored, codec="bedrock") is stored

    def test_a_name_and_the_developer_role_are_the_apis(self) -> None:
        kept = chat(System((Text("s"),), developer=True), user("hi", name="ann"))

        assert strip_fields(kept) is kept


class TestCards:
    """A card that nobody took apart leaves as messages, with its words."""

    def test_agents_cards_speak_as_the_assistant(self) -> None:
        turn = Turn(assistant("looking"))
        cards = chat(
            AssistantGroup((turn,)),
            Supervisor(parts=(Text("you start"),)),
            Task((Text("done"),)),
            Council((assistant("yes"), AssistantGroup((turn,)))),
            Tasks((Task((Text("one"),)), Task((Text("two"),)))),
        )

        assert said(strip_fields(cards)) == [
            ("assistant", text)
            for text in ("looking", "you start", "done", "yes", "looking", "one", "two")
        ]

    def test_reports_and_unknown_roles_speak_as_a_user(self) -> None:
        cards = chat(
            CompressedGroup((Text("so far"),), pinned=(user("remember"),)),
            TaskCallback((Text("finished"),)),
            Verification((Text("checked"),)),
            Unknown("note", (Text("mind the gap"),)),
        )

        assert said(strip_fields(cards)) == [
            ("user", "<compressed_history_summary>\nso far\n</compressed_history_summary>"),
            *(("user", text) for text in ("remember", "finished", "checked", "mind the gap")),
        ]

    def test_of_answers_side_by_side_the_chosen_one(self) -> None:
        columns = (Column((assistant("a", id="x"),)), Column((assistant("b", id="y"),), "2"))

        assert said(strip_fields(chat(Compare(columns, "x")))) == [("assistant", "a")]
        assert said(strip_fields(chat(Compare(columns, "2")))) == [("assistant", "b")]
        assert len(strip_fields(chat(Compare(columns)))) == 2

    def test_a_card_without_words_goes_with_a_note(self) -> None:
        context = strip_fields(Context.of(chat(Unknown("divider", id="d"))))

        assert context.messages == chat()
        assert [n.ids for n in context.notes if isinstance(n, Note)] == [("d",)]


class TestEnvelope:
    """A mark on our envelope follows its part."""

    def test_a_part_before_it_goes(self) -> None:
        said = User((Opaque("gemini", freeze(None)), Text("hi")), marks=(Enveloped(1, 2),))

        assert strip_fields(chat(said)) == chat(User((Text("hi"),), marks=(Enveloped(0, 2),)))


class TestEmptied:
    """What is left with nothing is no message."""

    def test_an_assistant_that_held_what_another_format_reads_alone(self) -> None:
        sealed = Assistant((Opaque("gemini", freeze({"a": 1})),), "m1")
        after = strip_fields(Context(chat(user("hi"), sealed)))

        assert after.messages == chat(user("hi"))
        assert [(note.kind, note.ids) for note in after.notes if isinstance(note, Note)] == [
            ("emptied-message", ("m1",)),
            ("stripped-key", ()),
            ("stripped-key", ()),
        ]


class TestProperties:
    """What is true of every history. Each test is named after the invariant."""

    @given(histories(), st.sampled_from(CODECS))
    def test_idempotent(self, messages: Messages, codec: CodecName) -> None:
        step = strip_fields(codec=codec)
        once = step(messages)

        assert step(once) is once
        assert pickle.loads(pickle.dumps(step)) == step

    @given(histories())
    def test_words_are_conserved(self, messages: Messages) -> None:
        assert words_of(strip_fields(messages)) == words_of(messages)

    @given(histories())
    def test_flat(self, messages: Messages) -> None:
        mixed = messages.append(Unknown("x", (Text("w"),))).append(Council((assistant("v"),)))
        after = strip_fields(mixed)

        assert flat(after) is after

    @given(histories())
    def test_only_ids_and_errors_go(self, messages: Messages) -> None:
        bare = [
            evolve(node, id=None, error=None)
            if isinstance(node, ToolResult)
            else evolve(node, id=None)
            for node in messages
        ]

        assert strip_fields(messages) == chat(*bare)


def test_parts_that_only_another_codec_reads_are_stripped_and_told() -> None:
    foreign = Opaque("anthropic", freeze({"type": "thinking"}))

    after = strip_fields(Context(chat(User((Text("hi"), foreign)))))

    assert after.messages[0].parts == (Text("hi"),)
    assert [note.text for note in after.notes if isinstance(note, Note)] == [
        "stripped what anthropic carried"
    ]
