"""Every step, slot and codec, and the laws each promises beyond those of all of its kind.

A new processor, injector, slot or codec is one line here: `tests/laws` holds it to what it says.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from functools import partial
from typing import Any, Final

from attrs import frozen
from hypothesis import strategies as st

from ctxfn import facts, injectors
from ctxfn import processors as steps
from ctxfn.assembly import Policy, default_pipeline
from ctxfn.messages import AssistantGroup, Node, Supervisor, System, groups_of, is_ours
from ctxfn.slots import EACH_USER, LAST_USER, PREAMBLE, SYSTEM, TAIL, Slot
from ctxfn.testing import (
    KINDS,
    AnyChange,
    Kind,
    Law,
    conserving,
    openai_histories,
    openai_requests,
    paired,
    whole_groups,
)

__all__ = ["CODECS", "SLOTS", "STEPS", "CodecPromise", "Promise"]


@frozen
class Promise:
    """A step with what it promises; `conversations` only if it is not asked to take them all."""

    step: AnyChange
    idempotent: bool = False
    laws: tuple[Law, ...] = ()
    facts: tuple[object, ...] = ()
    conversations: st.SearchStrategy[Any] | None = None


def _repeats(node: Node) -> bool:
    """A card that has a call of its turns as its own says it once."""
    if not isinstance(node, AssistantGroup | Supervisor):
        return False
    asked = {call.id for turn in node.turns for call in turn.said.calls}
    return any(call.id in asked for call in node.calls)


#: All that is said is there, wherever; and the texts, calls and results in their order.
_KEPT: Final = partial(conserving, ordered=(), removes=_repeats)
_IN_ORDER: Final = partial(conserving, removes=_repeats)

#: A picture the model does not take gives way to words that say which kind it is.
_BUT_MEDIA: Final = partial(_IN_ORDER, noted={"stand-in": ("media",), "file-left-out": ("media",)})

#: Broken arguments give way to what can be read of them; the note holds them.
_BUT_ARGUMENTS: Final = partial(
    _KEPT, noted={"mended-call": ("calls",), "answered-cut-call": ("calls",)}
)

#: Where a result goes, one that is made up may stand in its place: only the note says it went.
_WITH_NOTES: Final[Mapping[str, Sequence[Kind]]] = {
    "orphan-result": KINDS,
    "repeated-result": KINDS,
    "call-without-id": ("calls",),
}
_BUT_RESULTS: Final = partial(conserving, ordered=("texts", "calls"), noted=_WITH_NOTES)

#: What another format alone can read goes, by place, and why a tool failed that said something.
_BUT_OPAQUE: Final = partial(_IN_ORDER, noted={"stripped-key": ("opaque", "errors")})


def _renewing(block: str) -> Law:
    """An injector writes its own block anew where it stands already."""
    return partial(_IN_ORDER, renews=(block,))


def _stays(node: Node) -> bool:
    return isinstance(node, System) or is_ours(node)


def _last(groups: int) -> Law:
    return partial(whole_groups, groups=groups_of, at_most=groups, pinned=_stays)


_NOW: Final = facts.Clock(datetime(2026, 3, 1, tzinfo=UTC), "Europe/Paris")
_MODEL: Final = facts.Model("m", "M", vision=False)
_NO_CALLS: Final = facts.Model("m", functions=False)
_ROLE: Final = facts.SystemRole("You help {{name}}.")
_NAMES: Final = facts.Variables((("name", "Ann"), ("x", "1")))
_TODOS: Final = facts.TodoList((facts.Todo("a < b"), facts.Todo("read", "completed")))
_FILES: Final = facts.Knowledge((facts.KnowledgeFile("f1", "a.txt", "text"),))
_SUMMARY: Final = facts.HistorySummary("They met.")
_FACTS: Final = (_ROLE, _MODEL, _SUMMARY, _FILES, _NOW, _TODOS, _NAMES)

_HISTORY: Final = (
    Promise(steps.linearise(), True, (_KEPT,)),
    Promise(steps.linearise(head="m2"), laws=(_KEPT,)),
    Promise(steps.drop_empty(), True, (_IN_ORDER,)),
    Promise(steps.drop_empty(loading_marker="", users="drop"), True, (_IN_ORDER,)),
    Promise(steps.keep_recent(groups=2), True, (_last(2),)),
    Promise(steps.keep_messages(count=3), True),
)

_INJECTORS: Final = (
    Promise(injectors.system_role, True, (_IN_ORDER,), (_ROLE,)),
    Promise(injectors.model_info, True, (_IN_ORDER,), (_MODEL,)),
    Promise(injectors.history_summary, True, (_IN_ORDER,), (_SUMMARY,)),
    Promise(injectors.knowledge, True, (_IN_ORDER,), (_FILES,)),
    Promise(injectors.date, True, (_renewing("date"),), (_NOW,)),
    Promise(injectors.todo_list, True, (_renewing("todo_list"),), (_TODOS,)),
    Promise(injectors.todo_list.at(LAST_USER), True, (_renewing("todo_list"),), (_TODOS,)),
)

_RESHAPE: Final = (
    Promise(steps.flatten_groups(), True, (_IN_ORDER,)),
    Promise(steps.restore_supervisor(), True, (_IN_ORDER,)),
    Promise(steps.unfold_cards(), True, (_KEPT,)),
)

_CONTENT: Final = (
    Promise(steps.apply_input_template(template="<{{text}}>"), laws=(_IN_ORDER,)),
    Promise(steps.apply_input_template(template="In short: {{text}}!"), laws=(_IN_ORDER,)),
    Promise(steps.fill_placeholders(roles=("user",)), laws=(_IN_ORDER,), facts=(_NAMES, _ROLE)),
    Promise(steps.render_media(), True, (_BUT_MEDIA,)),
    Promise(steps.render_media(vision=False), True, (_BUT_MEDIA,)),
    Promise(steps.render_parts(), True, (_BUT_MEDIA,), (_MODEL,)),
    Promise(steps.render_calls(), True, (_BUT_ARGUMENTS,)),
    Promise(steps.render_calls(unanswered="drop", name_results=True), True, (_BUT_ARGUMENTS,)),
    Promise(steps.render_calls(), True, (_KEPT,), (_NO_CALLS,)),
    Promise(steps.render_parts(vision=False), True, (_BUT_MEDIA,)),
)

_CLEAN: Final = (
    Promise(steps.filter_disabled_tools(identifiers=("search",)), True, (_IN_ORDER,)),
    Promise(steps.pair_tool_results(), True, (paired, _BUT_RESULTS)),
    Promise(
        steps.pair_tool_results(open_calls="leave"),
        True,
        (partial(paired, open_calls="leave"), _BUT_RESULTS),
    ),
    Promise(
        steps.pair_tool_results(missing_result="drop_call", orphan_result="keep_as_text"),
        True,
        (paired, _BUT_RESULTS),
    ),
    Promise(steps.pair_tool_results(late_result="replace"), True, (paired, _BUT_RESULTS)),
    Promise(steps.pair_tool_results(late_result="keep_as_text"), True, (paired, _BUT_RESULTS)),
    Promise(steps.fit_budget(budget=60, unsatisfiable="keep_pinned")),
    Promise(steps.fit_budget(budget=10**9), True, (_IN_ORDER,)),
    Promise(steps.render_blocks(), True, (_IN_ORDER,)),
    Promise(steps.strip_fields(), True, (_BUT_OPAQUE,)),
    Promise(steps.strip_fields(codec="uichat"), True, (_BUT_OPAQUE,)),
)

_LEGALIZE: Final = (
    Promise(steps.developer_as_system(), True, (_IN_ORDER,)),
    Promise(steps.lift_media(), True, (_KEPT,)),
    Promise(steps.mend_call_ids(), True, (_IN_ORDER,)),
    Promise(steps.mend_unicode(), True, (_IN_ORDER,)),
    Promise(steps.merge_runs(), True, (_IN_ORDER,)),
    Promise(steps.place_system(), True, (_KEPT,)),
    Promise(steps.place_system(mid_system="hoist"), True, (_KEPT,)),
    Promise(steps.rewrite_empty(), True, (_IN_ORDER,)),
    Promise(steps.start_with_user(), True, (_IN_ORDER,)),
    Promise(steps.start_with_user(how="prepend"), True, (_IN_ORDER,)),
)

_PIPELINES: Final = (
    # What its notes name are places in the input of each step, so `conserving` asks the steps.
    Promise(default_pipeline(), laws=(paired,), facts=_FACTS),
    # A result of two calls under one id in one message is named before one of them goes, and
    # falls to the other then. That twice is once but for this, `tests/assembly` says.
    Promise(
        default_pipeline(Policy(disabled_tools=("search",))), laws=(partial(paired, own=False),)
    ),
)

#: In the order of the pipeline.
STEPS: Final[tuple[Promise, ...]] = (
    *_HISTORY,
    *_INJECTORS,
    *_RESHAPE,
    *_CONTENT,
    *_CLEAN,
    *_LEGALIZE,
    *_PIPELINES,
)

#: Every slot, and whether one block may change several messages.
SLOTS: Final[tuple[tuple[Slot, bool], ...]] = (
    (SYSTEM, False),
    (PREAMBLE, False),
    (EACH_USER, True),
    (LAST_USER, False),
    (TAIL, False),
)


@frozen
class CodecPromise:
    """A codec by name, the target to write for, and bodies of its own that come back as they were."""

    name: str
    target: str
    bodies: Callable[[], st.SearchStrategy[Any]] | None = None
    junk: Callable[[], st.SearchStrategy[Any]] | None = None


CODECS: Final[tuple[CodecPromise, ...]] = (
    CodecPromise("openai_chat", "openai", lambda: openai_requests(well_formed=True)),
    CodecPromise("uichat", "openai", lambda: openai_histories(well_formed=True)),
)
