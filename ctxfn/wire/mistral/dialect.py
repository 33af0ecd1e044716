"""Where Mistral's chat completions depart from OpenAI's, as data."""

from __future__ import annotations

from types import MappingProxyType
from typing import Final

from ctxfn.messages import Audio, File
from ctxfn.wire.mistral.parts import read_audio, read_document, read_file, write_audio, write_file
from ctxfn.wire.mistral.thoughts import read_thought, write_thought
from ctxfn.wire.openai_chat.dialect import Dialect, Thoughts

__all__ = ["CODEC", "DIALECT"]

CODEC: Final = "mistral"

#: Mistral's API reference, "Chat completion": the chunks of each role's content.
DIALECT: Final = Dialect(
    name=CODEC,
    readers=MappingProxyType(
        {"document_url": read_document, "file": read_file, "input_audio": read_audio}
    ),
    writers=MappingProxyType({Audio: write_audio, File: write_file}),
    kept_types=MappingProxyType(
        {
            "assistant": frozenset(("reference", "tool_reference")),
            "system": frozenset(("thinking",)),
        }
    ),
    bare_addresses=True,
    loose_calls=True,
    thoughts=Thoughts("thinking", read_thought, write_thought),
    silence="",
    refusals=False,
)
