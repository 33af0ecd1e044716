"""Frozen steps and their twins say the same, so each is the other's oracle.

Rows go through the codec to the frozen step and back, and by hand through the twin. Where the
two differ by decision, the strategy leaves the case out, with a word why.
"""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from benchmarks import twins
from benchmarks.corpus import corpus, ui_cards, ui_nested_cards, ui_rows
from benchmarks.subjects import CHAT, FACTS, OPENAI, PIPELINE, SITUATION
from benchmarks.task_corpus import ui_tasks
from ctxfn import processors
from ctxfn.context import Context
from ctxfn.facts import Model, capabilities_of
from ctxfn.messages import ENVELOPE_END, ENVELOPE_START, Messages
from ctxfn.pipeline import run
from ctxfn.wire import Conversation, codec_named

Row = dict[str, Any]
Rows = list[Row]

UICHAT = codec_named("uichat")

#: Words that mean something to a step, and some that do not. Only the exact markers: ours knows
#: other spellings of them too, which a twin written by hand does not.
WORDS = st.sampled_from(
    ["yes", "no", "", " ", "...", "a < b", "{{name}}", ENVELOPE_START, f"x {ENVELOPE_END} y"]
)
IDS = st.sampled_from(["c1", "c2", "c3", "c4"])


@st.composite
def turns(draw: st.DrawFn) -> Rows:
    """Generate a question, perhaps calls with their results, perhaps an answer."""
    rows: Rows = [{"role": "user", "content": draw(WORDS)}]
    names = draw(st.lists(IDS, max_size=2, unique=True))
    if names:
        calls = [
            {"id": one, "type": "function", "function": {"name": "look", "arguments": "{}"}}
            for one in names
        ]
        rows.append({"role": "assistant", "content": draw(WORDS), "tool_calls": calls})
        rows += [{"role": "tool", "tool_call_id": one, "content": draw(WORDS)} for one in names]
    if draw(st.booleans()):
        rows.append({"role": "assistant", "content": draw(WORDS)})
    return rows


@st.composite
def histories(draw: st.DrawFn) -> Rows:
    """Generate orderly chat messages; ids of calls come back in later turns."""
    system: Rows = [{"role": "system", "content": "Be brief."}] if draw(st.booleans()) else []
    return system + [row for turn in draw(st.lists(turns(), max_size=5)) for row in turn]


@st.composite
def broken(draw: st.DrawFn) -> Rows:
    """Generate made-up histories with results that are missing, doubled, orphaned or moved."""
    seed, share = draw(st.integers(0, 10_000)), draw(st.floats(0, 0.4))
    return corpus(draw(st.integers(1, 40)), seed=seed, damage=share)


SEEDS = st.integers(0, 10_000)


def frozen(step: Callable[[Messages], Messages], rows: Rows) -> object:
    return CHAT.encode(Conversation(step(CHAT.decode(rows).messages)), OPENAI).body


def by_hand(twin: Callable[..., None], rows: Rows, **options: Any) -> Rows:
    line = copy.deepcopy(rows)
    twin(line, **options)
    return line


def assume_nothing_joined(after: Context) -> None:
    """Leave out words between a wordless call and its result: ours says them with the call."""
    assume(all(getattr(note, "kind", "") != "joined-text" for note in after.notes))


def sent(rows: Rows, codec: Any = CHAT) -> object:
    after = run(PIPELINE, Context.of(codec.decode(rows).messages, *FACTS))
    assume_nothing_joined(after)
    return CHAT.encode(Conversation(after.messages), OPENAI).body


def spoken(rows: Any) -> Rows:
    """Write no words beside calls in one way: a stored row has `""` where a request has null."""
    return [{**row, "content": row.get("content") or ""} for row in rows]


def shape(rows: Any) -> list[tuple[Any, ...]]:
    """Say who says what and calls what; how a store keeps calls is no matter."""
    return [
        (
            row["role"],
            row.get("content") or "",
            tuple(call["id"] for call in row.get("tools") or row.get("tool_calls") or ()),
            row.get("tool_call_id"),
        )
        for row in rows
    ]


class TestChat:
    @given(st.one_of(histories(), broken()))
    def test_drop_empty(self, rows: Rows) -> None:
        assert frozen(processors.drop_empty(), rows) == by_hand(twins.drop_empty, rows)

    @given(st.one_of(histories(), broken()), st.integers(0, 6))
    def test_keep_recent(self, rows: Rows, groups: int) -> None:
        ours = frozen(processors.keep_recent(groups=groups), rows)
        assert ours == by_hand(twins.keep_recent, rows, groups=groups)

    @given(st.one_of(histories(), broken()), st.sampled_from(["answer", "leave"]))
    def test_pair_tool_results(self, rows: Rows, open_calls: Any) -> None:
        step = processors.pair_tool_results(open_calls=open_calls)
        assume_nothing_joined(step(Context(CHAT.decode(rows).messages)))
        assert frozen(step, rows) == by_hand(twins.pair_tool_results, rows, open_calls=open_calls)

    @given(st.one_of(histories(), broken()))
    def test_render_blocks(self, rows: Rows) -> None:
        assert frozen(processors.render_blocks(), rows) == by_hand(twins.write_envelopes, rows)

    @given(st.one_of(histories(), broken()), st.booleans())
    def test_meet_capabilities(self, rows: Rows, system: bool) -> None:
        model = Model(system=system, vision=False)
        lacking = frozenset(capabilities_of(model).lacking)

        def step(messages: Messages) -> Messages:
            met = processors.meet_capabilities(
                Context.of(messages, model), image_stand_in=twins.STAND_IN
            )
            return met.messages

        by_twin = by_hand(twins.meet_capabilities, rows, lacking=lacking)
        assert spoken(frozen(step, rows)) == spoken(by_twin)

    @given(st.one_of(histories(), broken()))
    def test_linearise(self, rows: Rows) -> None:
        assert frozen(processors.linearise(), rows) == by_hand(twins.linearise, rows)

    @given(st.one_of(histories(), broken()))
    @settings(max_examples=200)
    def test_default_pipeline(self, rows: Rows) -> None:
        ours = sent(rows)
        assert ours == by_hand(twins.default_pipeline, rows, situation=SITUATION)


class TestStored:
    @given(SEEDS, st.floats(0, 0.3), st.integers(0, 6))
    def test_keep_recent(self, seed: int, damage: float, groups: int) -> None:
        rows = ui_rows(30, seed=seed, damage=damage)
        kept = processors.keep_recent(UICHAT.decode(rows).messages, groups=groups)
        ours = UICHAT.encode(Conversation(kept), OPENAI).body
        assert shape(ours) == shape(by_hand(twins.keep_recent, rows, groups=groups))

    @given(SEEDS, st.integers(0, 29))
    def test_linearise(self, seed: int, head: int) -> None:
        rows = ui_rows(30, seed=seed)
        line = processors.linearise(UICHAT.decode(rows).messages, head=f"msg_{head}")
        ours = UICHAT.encode(Conversation(line), OPENAI).body
        assert shape(ours) == shape(by_hand(twins.linearise, rows, head=f"msg_{head}"))

    @given(SEEDS)
    def test_flatten_groups(self, seed: int) -> None:
        rows = ui_cards(12, seed=seed)
        flat = processors.flatten_groups(UICHAT.decode(rows).messages)
        ours = UICHAT.encode(Conversation(flat), OPENAI).body
        assert shape(ours) == shape(by_hand(twins.flatten_groups, rows))

    @given(SEEDS, st.sampled_from(["surface_summaries", "choose_columns", "flatten_councils"]))
    def test_cards_that_hold_cards(self, seed: int, name: str) -> None:
        rows = ui_nested_cards(24, seed=seed)
        after = getattr(processors, name)(UICHAT.decode(rows).messages)
        ours = UICHAT.encode(Conversation(after), OPENAI).body
        assert shape(ours) == shape(by_hand(getattr(twins, name), rows))

    @given(SEEDS, st.floats(0, 0.3))
    def test_strip_fields(self, seed: int, damage: float) -> None:
        rows = ui_rows(30, seed=seed, damage=damage)
        bare = processors.strip_fields(UICHAT.decode(rows).messages)
        ours = CHAT.encode(Conversation(bare), OPENAI).body
        # Ours has the codec write stored calls for the wire; by hand that is a step of its own.
        theirs = by_hand(twins.strip_fields, by_hand(twins.render_calls, rows))
        assert shape(ours) == shape(theirs)

    @given(SEEDS, st.floats(0, 0.3), st.sampled_from([ui_rows, ui_cards]))
    @settings(max_examples=60)
    def test_default_pipeline(self, seed: int, damage: float, made: Callable[..., Rows]) -> None:
        rows = made(25, seed=seed) if made is ui_cards else made(25, seed=seed, damage=damage)
        ours = sent(rows, UICHAT)
        theirs = by_hand(twins.default_pipeline, rows, situation=SITUATION)
        assert spoken(ours) == spoken(theirs)


class TestDelegated:
    """Batches of tasks, tasks, callbacks and verifications."""

    @given(SEEDS)
    @settings(max_examples=20)
    def test_flatten_tasks(self, seed: int) -> None:
        self.check(processors.flatten_tasks(), twins.flatten_tasks, seed)

    @given(SEEDS)
    @settings(max_examples=20)
    def test_render_tasks(self, seed: int) -> None:
        self.check(processors.render_tasks(), twins.surface_tasks, seed)

    @given(SEEDS)
    @settings(max_examples=20)
    def test_render_task_callbacks(self, seed: int) -> None:
        self.check(processors.render_task_callbacks(), twins.surface_callbacks, seed)

    @given(SEEDS)
    @settings(max_examples=20)
    def test_render_verifications(self, seed: int) -> None:
        self.check(processors.render_verifications(), twins.surface_checks, seed)

    def check(self, step: Callable[[Messages], Messages], twin: Any, seed: int) -> None:
        rows = ui_tasks(16, seed=seed)
        ours = UICHAT.encode(Conversation(step(UICHAT.decode(rows).messages)), OPENAI).body
        assert shape(ours) == shape(by_hand(twin, rows))

    @given(SEEDS)
    @settings(max_examples=20)
    def test_default_pipeline(self, seed: int) -> None:
        rows = ui_tasks(16, seed=seed)
        theirs = by_hand(twins.default_pipeline, rows, situation=SITUATION)
        assert spoken(sent(rows, UICHAT)) == spoken(theirs)
