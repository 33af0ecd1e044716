"""Models: clients of the vendors' own SDKs, and a scripted one."""

from __future__ import annotations

from ctxfn.io.models.client import CallDelta, Delta, ModelClient, ReasoningDelta, TextDelta
from ctxfn.io.models.errors import FailureKind, ModelFailure
from ctxfn.io.models.options import ClientOptions
from ctxfn.io.models.patience import Patience, Retries
from ctxfn.io.models.scripted import Scripted, ScriptedModel
from ctxfn.io.models.sdk_client import SdkClient
from ctxfn.io.models.small_talk import small_talk
from ctxfn.io.models.thinking import BUDGETS, ThinkingWords
from ctxfn.io.models.vendors import anthropic_client, openai_client, openai_responses_client

__all__ = [
    "BUDGETS",
    "CallDelta",
    "ClientOptions",
    "Delta",
    "FailureKind",
    "ModelClient",
    "ModelFailure",
    "Patience",
    "ReasoningDelta",
    "Retries",
    "Scripted",
    "ScriptedModel",
    "SdkClient",
    "TextDelta",
    "ThinkingWords",
    "anthropic_client",
    "openai_client",
    "openai_responses_client",
    "small_talk",
]
