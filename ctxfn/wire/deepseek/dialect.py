"""Where DeepSeek's chat completions depart from OpenAI's, as data."""

from __future__ import annotations

from typing import Final

from ctxfn.wire.openai_chat.dialect import Dialect

__all__ = ["CODEC", "DIALECT"]

CODEC: Final = "deepseek"

#: DeepSeek's API reference, "Create chat completion": texts and calls alone; recorded requests.
DIALECT: Final = Dialect(name=CODEC, refusals=False)
