"""What a play is made of: places, pasts, inputs, answers of models, tools and contributions."""

from __future__ import annotations

from attrs import evolve
from hypothesis import strategies as st

from ctxfn.messages import (
    Assistant,
    Block,
    Call,
    Image,
    Reasoning,
    Text,
    assistant,
    system,
    tool_result,
    user,
)
from ctxfn.tools import Declaration
from ctxfn.turns import (
    ANCHORS,
    AgentOptions,
    Contribution,
    HostNotice,
    Input,
    Material,
    Model,
    OfferedTool,
    Person,
    Place,
    Product,
    Quote,
    Response,
    Stored,
    TextSegment,
    TurnOrigin,
    TurnRecord,
    TurnSettings,
)

#: What must be found in its own turn's lists, or nowhere.
SECRET = "UNTRUSTED"
CONTRIBUTED = "CONTRIBUTED"
DRAFT_FEEDBACK = "FEEDBACK"

#: Responses that leak markup, and what is left of them.
LEAKED = "Well.<|DSML|a>hidden</|DSML|a>"

OWNERS = (Person("web", "me"), Person("app", "me2"))

PLACES = st.builds(
    Place,
    room=st.booleans(),
    own=st.booleans(),
    child=st.booleans(),
    owners=st.sampled_from([(), OWNERS]),
    timezone=st.sampled_from([None, "Europe/Paris"]),
)

ARGUMENTS = st.sampled_from(["{}", '{"a": 1}', "", "[1]", "{", "null", " ", "9" * 300])

CALLS = st.lists(
    st.builds(
        Call, st.sampled_from(["a", "b", "", "c"]), st.sampled_from(["look", "take"]), ARGUMENTS
    ),
    max_size=3,
).map(tuple)


@st.composite
def responses(draw: st.DrawFn) -> Response:
    """An answer of a model, with its segments, and tokens where the provider reports them."""
    text = draw(st.sampled_from(["Words.", "", " \n", LEAKED, "w" * 1_500, "\ud800half"]))
    calls = draw(st.one_of(CALLS, CALLS.filter(bool)))
    named = draw(st.booleans())
    thought = draw(st.sampled_from([0, 0, 150, 300, 2_000]))
    cut = draw(st.integers(0, min(len(text), 20)))
    segments = tuple(TextSegment(part) for part in (text[:cut], text[cut:]) if part)
    return Response(
        text,
        calls,
        keys=(f"key-{draw(st.uuids())}",) if named and calls else (),
        reasoning=(Reasoning("t" * thought),) if thought else (),
        segments=segments,
        input_tokens=draw(st.sampled_from([None, 0, 77])),
        output_tokens=draw(st.sampled_from([None, 5])),
    )


@st.composite
def inputs(draw: st.DrawFn, key: str) -> Input:
    """Somebody's words, or what injects a turn; the words hold the key, and nothing else does."""
    given = Input(
        key,
        f"<{key}>" + draw(st.sampled_from(["", "", "", " " + "x" * 2_500])),
        "session",
        draw(st.sampled_from(["web", "web", "app"])),
        user_id=draw(st.sampled_from(["ann", "bob", "me", "me2", None])),
        nickname=draw(st.sampled_from(["Ann", None])),
        message_id=draw(st.sampled_from([f"id-{key}", None])),
        media=draw(st.sampled_from([(), (Image("a.png"),)])),
        attachment_notes=draw(st.sampled_from([(), ("a cat", " ")])),
        quote=draw(st.sampled_from([None, Quote("No", "bob"), Quote("")])),
        trigger=draw(st.sampled_from([None, "direct", "immediate", "interval"])),
        actor=draw(st.sampled_from([None, None, Person("app", "me2")])),
        arrival=draw(st.sampled_from([None, 3])),
    )
    kind = draw(st.sampled_from(["person"] * 6 + ["cron", "goes on", "task", "notice", "idle"]))
    if kind == "cron":
        return evolve(given, source="cron")
    if kind == "goes on":
        origin = TurnOrigin("turn-0", (Person("web", "bob"),), "bob")
        return evolve(given, source="subtask", origin=origin)
    if kind == "task":
        return evolve(
            given, trigger="proactive", source_session=draw(st.sampled_from([None, "s0"]))
        )
    if kind == "notice":
        return evolve(given, host_notice=HostNotice("mail", "7", SECRET, "r1"), source="host")
    return evolve(given, trigger="idle", source="idle") if kind == "idle" else given


@st.composite
def pasts(draw: st.DrawFn) -> list[Stored]:
    """What is stored before: talk, whole and broken groups, marks, envelopes, notices."""
    stored: list[Stored] = []
    for number in range(draw(st.sampled_from([0, 3, 6, 12]))):
        at_ms, size = 1_777_000_000_000 + number, draw(st.sampled_from([1, 700, 700]))
        words = f"past {number} " + "x" * size
        kind = draw(
            st.sampled_from(["user", "user", "assistant", "group", "broken", "mark", "stop"])
        )
        made = {
            "user": [Stored(user(words), at_ms)],
            "assistant": [Stored(assistant('{"say": 1}'), at_ms, visible=words)],
            "group": [
                Stored(Assistant((Text(words),), calls=(Call("a", "look"),)), at_ms),
                Stored(user(f"between {number}"), at_ms),
                Stored(tool_result("a", words), at_ms),
            ],
            "broken": [Stored(Assistant(calls=(Call("b", "look"),)), at_ms)],
            "mark": [
                Stored(system(""), at_ms, "event-marker", "turn-x", record=TurnRecord("silent"))
            ],
            "stop": [Stored(system("[已停下] then"), at_ms, "turn-stopped")],
        }
        stored += made[kind]
    return stored


TOOLS = tuple(
    OfferedTool(Declaration(name), groups)
    for name, groups in (("look", ()), ("take", ("web",)), ("drop", ("disk", "web")))
)

SETTINGS = st.builds(
    TurnSettings,
    think=st.sampled_from([None, "high", "deepest"]),
    max_iterations=st.sampled_from([None, None, 1, 2]),
    history_line=st.sampled_from([0, 0, 1, 4, 7]),
    groups=st.sampled_from([("*",), (), ("web",), ("disk",)]),
)

OPTIONS = st.builds(
    AgentOptions,
    system_prompt=st.sampled_from(["", "Rules."]),
    memory_budget=st.sampled_from([100, 4_096]),
    trim_ratio=st.sampled_from([1.0, 0.9]),
    reserve_tools=st.booleans(),
)

#: Contributions that stand at every anchor, and one at none.
CONTRIBUTIONS = tuple(
    Contribution(f"p/{anchor}", anchor) for anchor in (*ANCHORS, "no such anchor")
)


@st.composite
def materials(draw: st.DrawFn) -> Material:
    """What all turns of a play are given; windows are so small that some lists do not fit."""
    window = draw(st.sampled_from([9_000, 2_700, 4_500, 4_500]))
    return Material(
        Model("m", window, "p", 1_024, ("low", "high")),
        draw(SETTINGS),
        draw(OPTIONS),
        persona=draw(st.sampled_from(["You are Ann.", ""])),
        volatile=draw(st.sampled_from(["", "It rains."])),
        attachment_note=draw(st.sampled_from(["", "", "Answer of pictures plainly."])),
        tools=TOOLS,
        contributions=tuple(one for one in CONTRIBUTIONS if draw(st.booleans())),
    )


@st.composite
def products(draw: st.DrawFn) -> tuple[Product, ...]:
    """What contributions say: several texts, one, or none worth placing."""
    return tuple(
        Product(
            one.key,
            one.anchor,
            tuple(Block(one.key, text) for text in draw(st.sampled_from(SAYINGS))),
        )
        for one in CONTRIBUTIONS
    )


SAYINGS = (
    (CONTRIBUTED,),
    (f"{CONTRIBUTED} 1", "", f"{CONTRIBUTED} 2"),
    ("",),
    (),
    (CONTRIBUTED * 90,),
)
