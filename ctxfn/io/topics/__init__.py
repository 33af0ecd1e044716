"""Topics: look up the conversations that messages refer to, many at the same time."""

from __future__ import annotations

from ctxfn.io.topics.gather_topics import GatheredTopics, gather_topics

__all__ = ["GatheredTopics", "gather_topics"]
