"""What a reader cannot take is refused, all of it by name."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve
from hypothesis import given

from ctxfn.assembly import Policy, default_pipeline
from ctxfn.context import Context
from ctxfn.facts import Capabilities, Model, SystemRole, Toolset
from ctxfn.messages import (
    Audio,
    Council,
    Image,
    System,
    Text,
    Video,
    assistant,
    call,
    chat,
    freeze,
    is_flat,
    system,
    tool_result,
    user,
)
from ctxfn.pipeline import OptionError, StepError, run
from ctxfn.processors import (
    CapabilitiesMissing,
    Offence,
    find_offences,
    meet_capabilities,
    require_capabilities,
)
from ctxfn.testing import check_step, conversations
from ctxfn.tools import Declaration
from ctxfn.wire import profile

CAT = Image(url="https://a.example/cat.png")
DEAF = Model(audio=False, video=False, vision=False)


def refused(context: Context, **options: Any) -> CapabilitiesMissing:
    """Return the error that the conversation is refused with."""
    with pytest.raises(CapabilitiesMissing) as error:
        require_capabilities(context, **options)
    return error.value


class TestExamples:
    """A model, a target, a policy."""

    def test_each_medium_is_named_by_message_and_part(self) -> None:
        said = chat(
            user("Look", CAT, id="m1"),
            assistant("ok"),
            user(Video(url="v"), "and", Audio(data="QQ==", media_type="audio/wav")),
        )
        assert refused(Context.of(said, DEAF)).offences == (
            Offence("vision", "an image", 0, "m1", 1),
            Offence("video", "a video", 2, None, 0),
            Offence("audio", "a sound", 2, None, 2),
        )

    def test_pictures_in_the_state_of_a_result_count(self) -> None:
        drawn = evolve(tool_result("c1", "drawn"), state=freeze({"images": [{"url": "data:,"}]}))
        assert refused(Context.of(chat(drawn), Model(vision=False))).offences == (
            Offence("vision", "an image in the state of a result", 0),
        )

    def test_calls_results_and_tools_on_offer_need_functions(self) -> None:
        said = chat(assistant("", call("c1", "now")), tool_result("c1", "12:00", id="r"))
        tools = Toolset((Declaration("now"),))
        error = refused(Context.of(said, Model(functions=False), tools))
        assert error == CapabilitiesMissing(
            (
                Offence("functions", "the call 'c1'", 0, None, 0),
                Offence("functions", "the result of the call 'c1'", 1, "r"),
            ),
            tools=1,
        )
        assert str(error) == (
            "what reads this lacks functions, but there is message 0, call 0: the call 'c1'; "
            "message 1 (r): the result of the call 'c1'; 1 tools are offered. Choose another "
            "model, take these out, or let words stand in for them: downgrade."
        )

    def test_a_role_is_needed_for_its_messages(self) -> None:
        said = chat(System((Text("Rhyme."),), developer=True), user("hi"))
        model = Model(system=False, developer=False)
        assert [one.capability for one in refused(Context.of(said, model)).offences] == [
            "system",
            "developer",
        ]

    def test_a_message_in_a_card_stands_where_its_card_does(self) -> None:
        said = chat(user("so?"), Council((assistant("see", CAT, id="a1"),)))
        (found,) = refused(Context.of(said, Model(vision=False))).offences
        assert (found.place, found.id, found.part) == (1, "a1", 1)

    def test_the_profile_of_the_target_tells_what_the_model_does_not(self) -> None:
        said = chat(user(Video(url="v")))
        target = profile("openai/chat")
        assert refused(Context.of(said, target)).lacking == ("video",)
        able = Context.of(said, target, Model(video=True))
        assert require_capabilities(able) is able

    def test_only_what_is_asked_for_is_refused(self) -> None:
        context = Context.of(chat(user(CAT)), Model(vision=False))
        assert require_capabilities(context, of=("functions", "audio")) is context

    def test_the_words_of_the_error_end_where_the_list_is_long(self) -> None:
        error = refused(Context.of(chat(user(*[CAT] * 30)), Model(vision=False)))
        assert len(error.offences) == 30
        assert "part 19: an image; and 10 more. " in str(error)


class TestPipeline:
    """Where it stands, what the policy says."""

    def test_it_refuses_before_words_stand_in(self) -> None:
        pipeline = default_pipeline(Policy(refuse_without=("vision",)))
        with pytest.raises(StepError) as refusal:
            run(pipeline, Context.of(chat(user("Look", CAT)), Model(vision=False)))
        assert refusal.value.phase == "content"
        assert isinstance(refusal.value.__cause__, CapabilitiesMissing)

    def test_a_run_that_skips_failures_does_not_skip_this_one(self) -> None:
        pipeline = default_pipeline(Policy(refuse_without=("system",)))
        with pytest.raises(StepError):
            run(
                pipeline,
                Context.of(chat(user("hi")), Model(system=False), SystemRole("Rhyme.")),
                on_error="skip",
            )

    def test_an_unknown_capability_is_no_policy(self) -> None:
        with pytest.raises(OptionError) as error:
            Policy(refuse_without=("taste",))
        assert (error.value.option, error.value.found) == ("refuse_without", "'taste'")


class TestProperties:
    """What is true of every conversation. Each test is named after the invariant."""

    @given(conversations(cards=True))
    def test_what_is_met_is_not_refused(self, said: Any) -> None:
        model = Model(functions=False, system=False, developer=False)
        able = Capabilities(functions=False, system=False, developer=False)
        flat = Context.of(filter(is_flat, said), model)
        assert not list(find_offences(meet_capabilities(flat).messages, able))

    @given(conversations(cards=True))
    def test_who_takes_everything_is_never_refused(self, said: Any) -> None:
        context = Context(said)
        assert require_capabilities(context) is context
        assert not list(find_offences(said, Capabilities()))


def test_a_system_message_is_no_offence_where_it_is_read() -> None:
    assert not list(find_offences(chat(system("Rhyme.")), Capabilities(developer=False)))


def test_keeps_the_laws_of_steps_where_it_refuses() -> None:
    check_step(require_capabilities(), facts=(Model(vision=False, functions=False),))
