"""What each codec promises: the law's table, a row a codec."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from attrs import frozen
from hypothesis import strategies as st

from ctxfn.testing import (
    anthropic_requests,
    bedrock_requests,
    conversations,
    json_values,
    openai_histories,
    openai_requests,
)
from tests.laws.spelling import as_anthropic_spells, as_bedrock_spells
from tests.wire.gemini.conversations import conversations as spelled
from tests.wire.gemini.payloads import bodies, junk_contents
from tests.wire.mistral.payloads import bodies as mistral_bodies
from tests.wire.mistral.payloads import is_well_formed
from tests.wire.openai_responses.payloads import bodies as responses_bodies
from tests.wire.openai_responses.payloads import junk_bodies

__all__ = ["CODECS", "CodecPromise"]


@frozen
class CodecPromise:
    """A codec by name, the target to write for, and bodies of its own that come back as they were."""

    name: str
    target: str
    bodies: Callable[[], st.SearchStrategy[Any]] | None = None
    junk: Callable[[], st.SearchStrategy[Any]] | None = None
    #: Conversations in the format's own spelling, where it has one for what others spell freely.
    spelled: Callable[[], st.SearchStrategy[Any]] | None = None


CODECS: Final[tuple[CodecPromise, ...]] = (
    CodecPromise("gemini", "gemini", lambda: bodies, lambda: junk_contents, lambda: spelled),
    CodecPromise("deepseek", "deepseek", lambda: openai_requests(well_formed=True)),
    CodecPromise("mistral", "mistral", lambda: mistral_bodies.filter(is_well_formed)),
    CodecPromise("openai_chat", "openai", lambda: openai_requests(well_formed=True)),
    CodecPromise(
        "anthropic",
        "anthropic",
        lambda: anthropic_requests(well_formed=True),
        lambda: st.one_of(anthropic_requests(), json_values(nan=True)),
        lambda: conversations().map(as_anthropic_spells),
    ),
    CodecPromise(
        "bedrock",
        "bedrock/claude",
        lambda: bedrock_requests(well_formed=True),
        lambda: st.one_of(bedrock_requests(), json_values(nan=True)),
        lambda: conversations().map(as_bedrock_spells),
    ),
    CodecPromise("openai_responses", "openai/responses", lambda: responses_bodies, junk_bodies),
    CodecPromise("uichat", "openai", lambda: openai_histories(well_formed=True)),
)
