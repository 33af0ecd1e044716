"""Well-formed rows of the UI tree, as a store would hold them: every role, every field."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import strategies as st

__all__ = ["dirty_trees", "jsons", "rows", "trees"]

WORDS = st.sampled_from(["", "hi", "two words", '[{"type":"text"}]', "é\n", '{"a":1}'])
IDS = st.sampled_from(["m1", "m2", "m3"])
CALL_IDS = st.sampled_from(["c1", "c2", "c3"])
TIMES = st.integers(0, 10)


def jsons() -> st.SearchStrategy[Any]:
    """Any JSON value, small."""
    plain = st.none() | st.booleans() | st.integers(-3, 3) | st.text("ab", max_size=2)
    return st.recursive(
        plain,
        lambda inner: (
            st.lists(inner, max_size=2)
            | st.dictionaries(st.text("xyz", min_size=1, max_size=2), inner, max_size=2)
        ),
        max_leaves=4,
    )


@st.composite
def _shuffled(draw: st.DrawFn, needed: dict[str, Any], may: dict[str, Any]) -> dict[str, Any]:
    """An object with some of the keys it may have, in any order."""
    made = draw(st.fixed_dictionaries(needed, optional=may))
    return {key: made[key] for key in draw(st.permutations(list(made)))}


UNKNOWN = {"sessionId": st.just("s"), "performance": jsons(), "zzz": jsons()}
ORIGIN = {
    **dict.fromkeys(
        ["parentId", "agentId", "agentName", "threadId", "topicId", "groupId", "targetId"], IDS
    ),
    "createdAt": TIMES,
    "updatedAt": TIMES,
    "model": WORDS,
    "provider": WORDS,
    "meta": _shuffled({}, {"avatar": WORDS, "title": WORDS, "systemInjection": st.booleans()}),
}


def _listed(needed: dict[str, Any], may: dict[str, Any]) -> st.SearchStrategy[Any]:
    return st.lists(_shuffled(needed, may), max_size=2)


MEDIA = {
    "imageList": _listed({"id": IDS, "url": WORDS}, {"alt": WORDS, "zzz": jsons()}),
    "videoList": _listed({"id": IDS, "url": WORDS}, {"alt": WORDS, "size": TIMES}),
    "audioList": _listed({"id": IDS, "url": WORDS}, {"alt": WORDS}),
    "fileList": _listed(
        {"id": IDS, "name": WORDS, "fileType": WORDS, "size": TIMES, "url": WORDS},
        {"content": WORDS, "zzz": jsons()},
    ),
}
PARTS = st.lists(
    st.one_of(
        _shuffled({"type": st.just("text"), "text": WORDS}, {"thoughtSignature": WORDS}),
        _shuffled(
            {
                "type": st.just("image_url"),
                "image_url": _shuffled({"url": WORDS}, {"detail": WORDS, "zzz": jsons()}),
            },
            {"zzz": jsons()},
        ),
        _shuffled({"type": st.just("image"), "image": WORDS}, {"thoughtSignature": WORDS}),
        _shuffled({"type": st.just("video_url"), "video_url": _shuffled({"url": WORDS}, {})}, {}),
        _shuffled({"type": st.just("audio_url"), "audio_url": _shuffled({"url": WORDS}, {})}, {}),
        _shuffled({"type": st.just("novelty")}, {"zzz": jsons()}),
    ),
    max_size=3,
)
STORED = st.lists(
    st.one_of(
        _shuffled({"type": st.just("text"), "text": WORDS}, {"thoughtSignature": WORDS}),
        _shuffled({"type": st.just("image"), "image": WORDS}, {"thoughtSignature": WORDS}),
    ),
    min_size=1,
    max_size=3,
).map(json.dumps)
CONTENT = WORDS | PARTS | STORED
ERROR = _shuffled({}, {"type": WORDS, "message": WORDS, "body": jsons()}) | st.just("failed")
RESULT = _shuffled(
    {"id": IDS, "content": st.none() | WORDS}, {"error": ERROR, "state": jsons(), "zzz": jsons()}
)
PAYLOAD = {"id": CALL_IDS, "identifier": WORDS, "apiName": WORDS, "arguments": WORDS, "type": WORDS}
MORE = {"thoughtSignature": WORDS, "source": WORDS, "intervention": jsons(), "result_msg_id": IDS}
WIRE = {
    "id": CALL_IDS,
    "type": st.just("function"),
    "function": _shuffled({"name": WORDS, "arguments": WORDS}, {"zzz": jsons()}),
}
REASONING = WORDS | _shuffled(
    {},
    {
        "content": WORDS | STORED,
        "signature": WORDS,
        "isMultimodal": st.booleans(),
        "duration": TIMES,
        "responseItems": st.lists(jsons(), max_size=1),
    },
)
USAGE = _shuffled({}, {"totalInputTokens": TIMES, "totalOutputTokens": TIMES, "cost": TIMES})
METADATA = st.none() | _shuffled(
    {},
    {
        "instruction": WORDS,
        "compare": st.booleans(),
        "agentCouncil": st.booleans(),
        "isMultimodal": st.booleans(),
        "isSupervisor": st.booleans(),
        "usage": USAGE,
        "reactions": _listed({"emoji": WORDS}, {"count": TIMES, "users": st.lists(IDS)}),
        "pageSelections": _listed(
            {"id": IDS},
            {
                "pageId": IDS,
                "content": WORDS,
                "xml": WORDS,
                "startLine": TIMES,
                "endLine": TIMES,
                "zzz": jsons(),
            },
        ),
        "contextSelections": _listed(
            {"id": IDS},
            {
                "source": WORDS,
                "content": WORDS,
                "pageId": IDS,
                "xml": WORDS,
                "side": WORDS,
                "workingDirectory": WORDS,
                "lineRange": _shuffled({}, {"startLine": TIMES, "endLine": TIMES, "zzz": jsons()}),
            },
        ),
        "taskCallback": _shuffled({}, {"identifier": WORDS, "reason": WORDS, "taskId": IDS}),
        "localSystemToolSnapshots": _listed({"snapshotId": IDS}, {"zzz": jsons()}),
        "zzz": jsons(),
    },
)
TAG = _shuffled({"type": st.just("action-tag"), "actionType": WORDS, "actionCategory": WORDS}, {})
EDITOR = st.fixed_dictionaries(
    {"root": st.fixed_dictionaries({"children": st.lists(TAG, max_size=2)})}
)
ANY_ROW = {
    **ORIGIN,
    **MEDIA,
    **UNKNOWN,
    "metadata": METADATA,
    "editorData": EDITOR,
    "retry_of": IDS,
}


def _spoken(inside: bool) -> dict[str, Any]:
    more = {**MORE, "result": st.none() | RESULT} if inside else MORE
    return {
        "tools": st.lists(_shuffled(PAYLOAD, more), max_size=3),
        "tool_calls": st.lists(_shuffled(WIRE, {"thoughtSignature": WORDS}), max_size=2),
        "reasoning": REASONING,
        "usage": USAGE,
        "error": jsons(),
    }


def _row(role: str, **may: Any) -> st.SearchStrategy[Any]:
    needed = {"id": IDS, "role": st.just(role), "content": CONTENT}
    return _shuffled(needed, {**ANY_ROW, **may})


PLUGIN = _shuffled({"identifier": WORDS, "apiName": WORDS, "type": WORDS}, {"arguments": WORDS})
TOOL = {"tool_call_id": CALL_IDS, "plugin": PLUGIN, "pluginError": ERROR, "pluginState": jsons()}
BLOCK = _shuffled({"id": IDS, "content": CONTENT}, {**ANY_ROW, **_spoken(True)})


def _leaves() -> st.SearchStrategy[Any]:
    return st.one_of(
        _row("user", name=WORDS),
        _row("system"),
        _row("developer"),
        _row("assistant", **_spoken(False)),
        # Inside a card such a row may have the results of its calls; outside they are carried.
        _row("assistant", **_spoken(True)),
        _row("tool", name=WORDS, **TOOL),
        _row("task", **_spoken(False)),
        _row("verify"),
        _row("taskCallback"),
        _row("novelRole", children=jsons()),
        _row("assistantGroup", children=st.lists(BLOCK, max_size=3)),
        _row("supervisor", children=st.lists(BLOCK, max_size=2)),
    )


def _cards(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    rows = st.lists(inner, max_size=2)
    extra = _shuffled({}, {"parentMessageId": IDS, "zzz": jsons()})
    column = rows | _shuffled({"id": IDS, "messages": rows}, {"zzz": jsons()})
    columns = st.lists(column, max_size=2)
    return st.one_of(
        _row("agentCouncil", members=rows, extra=extra),
        _row("tasks", tasks=rows, extra=extra),
        _row("groupTasks", tasks=rows),
        _row("compare", columns=columns, activeColumnId=IDS),
        _row("compareGroup", columns=columns, activeColumnId=IDS),
        _row("compressedGroup", compressedMessages=rows, pinnedMessages=rows),
    )


def rows() -> st.SearchStrategy[Any]:
    """One row, perhaps a card with rows inside."""
    return st.recursive(_leaves(), _cards, max_leaves=3)


def trees() -> st.SearchStrategy[list[Any]]:
    """A list of rows."""
    return st.lists(rows(), max_size=4)


@st.composite
def dirty_trees(draw: st.DrawFn) -> list[Any]:
    """A list of rows in which up to three values, anywhere, became any other."""
    tree: Any = draw(trees())
    for _ in range(draw(st.integers(1, 3))):
        tree = _dirtied(draw, tree, draw(st.integers(1, 6)))
    return tree if isinstance(tree, list) else [tree]


def _dirtied(draw: st.DrawFn, value: Any, depth: int) -> Any:
    if depth == 0 or not value or not isinstance(value, list | dict):
        return draw(jsons())
    if isinstance(value, list):
        place = draw(st.integers(0, len(value) - 1))
        return [_dirtied(draw, v, depth - 1) if p == place else v for p, v in enumerate(value)]
    key = draw(st.sampled_from(list(value)))
    return {k: _dirtied(draw, v, depth - 1) if k == key else v for k, v in value.items()}
