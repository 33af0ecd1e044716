"""Topics: references to other conversations; finding them, and making short accounts."""

from __future__ import annotations

from ctxfn.topics.cut_text import DOTS, cut_text
from ctxfn.topics.digest_topic import Said, Topic, TopicDigest, digest_topic
from ctxfn.topics.references import FoundTopic, find_topics, refer_topic, topics_in

__all__ = [
    "DOTS",
    "FoundTopic",
    "Said",
    "Topic",
    "TopicDigest",
    "cut_text",
    "digest_topic",
    "find_topics",
    "refer_topic",
    "topics_in",
]
