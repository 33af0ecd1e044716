"""Keys of a message that belong to the store it lay in, not to the API it goes to."""

from __future__ import annotations

from types import MappingProxyType
from typing import Final

from attrs import evolve, frozen

__all__ = ["STORE_KEYS", "StoreKeys", "is_store_key"]


@frozen
class StoreKeys:
    """The store keys of one format.

    `fields` says which key becomes which field of a record; `starts` are words that make
    every key they begin a store key: ``parent`` also means ``parentId`` and ``parent_uuid``,
    but not ``parenthood``. `others` are keys that no record has a field for. `kept` names
    fields for which the format itself has a word: no store's business.
    """

    fields: tuple[tuple[str, str], ...]
    starts: tuple[str, ...] = ()
    others: tuple[str, ...] = ()
    kept: tuple[str, ...] = ()


#: What rows of messages in the format of an API carry beside its keys.
_OF_ROWS: Final = StoreKeys(
    fields=(
        ("id", "id"),
        ("parent_id", "parent"),
        ("parentId", "parent"),
        ("parent", "parent"),
        ("agent_id", "agent"),
        ("agentId", "agent"),
        ("agent", "agent"),
        ("agent_name", "agent_name"),
        ("agentName", "agent_name"),
        ("created_at", "created_ms"),
        ("createdAt", "created_ms"),
        ("created", "created_ms"),
        ("timestamp", "created_ms"),
        ("ts", "created_ms"),
        ("updated_at", "updated_ms"),
        ("updatedAt", "updated_ms"),
        ("updated", "updated_ms"),
        ("model", "model"),
        ("provider", "provider"),
        ("retry_of", "retry_of"),
        ("retryOf", "retry_of"),
        ("error", "error"),
        ("usage", "usage"),
    ),
    starts=("parent", "agent", "created", "updated"),
)

#: By codec. Where two keys become the same field, the first one listed wins.
STORE_KEYS: Final = MappingProxyType(
    {
        "anthropic": evolve(
            _OF_ROWS,
            fields=tuple(pair for pair in _OF_ROWS.fields if pair[1] != "error"),
            others=("error", "stop_reason", "stop_sequence", "type"),
            kept=("error",),
        ),
        "deepseek": _OF_ROWS,
        "mistral": _OF_ROWS,
        "openai_chat": _OF_ROWS,
        "uichat": StoreKeys(
            fields=(
                ("id", "id"),
                ("parentId", "parent"),
                ("agentId", "agent"),
                ("agentName", "agent_name"),
                ("meta", "avatar"),
                ("threadId", "thread"),
                ("topicId", "topic"),
                ("groupId", "group"),
                ("targetId", "target"),
                ("createdAt", "created_ms"),
                ("updatedAt", "updated_ms"),
                ("model", "model"),
                ("provider", "provider"),
                ("retry_of", "retry_of"),
                ("pluginError", "error"),
                ("usage", "usage"),
            ),
            starts=("parent", "agent", "created", "updated", "thread", "topic", "group", "target"),
            others=(
                "branch",
                "chunksList",
                "editorData",
                "error",
                "extra",
                "metadata",
                "performance",
                "pluginIntervention",
                "pluginState",
                "search",
                "sessionId",
                "taskDetail",
            ),
        ),
    }
)


def is_store_key(codec: str, key: str) -> bool:
    """Say whether *key* of a message in the format *codec* belongs to its store.

    Contract:
        Letter case counts. A format without a list has no such keys.

    Complexity: O(keys listed).

    Source: what public agents and chat applications write beside the keys of the API; ours.

    Examples:
        >>> is_store_key("openai_chat", "parentUuid"), is_store_key("openai_chat", "parents")
        (True, False)
        >>> is_store_key("openai_chat", "cache_control"), is_store_key("uichat", "chunksList")
        (False, True)
    """
    keys = STORE_KEYS.get(codec)
    if keys is None:
        return False
    return (
        key in keys.others
        or any(key == name for name, _ in keys.fields)
        or any(_begins(key, word) for word in keys.starts)
    )


def _begins(key: str, word: str) -> bool:
    rest = key[len(word) :]
    return key.startswith(word) and (not rest or rest[0] == "_" or rest[0].isupper())
