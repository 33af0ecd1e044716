"""Encodings: which text encoding a model counts with."""

from __future__ import annotations

import re
from typing import Final, Literal, TypeAlias, get_args

from attrs import frozen

from ctxfn.arguments import blames_arguments

__all__ = ["ENCODING_NAMES", "MODEL_ENCODINGS", "EncodingChoice", "EncodingName", "encoding_for"]

EncodingName: TypeAlias = Literal["o200k_base", "cl100k_base"]

ENCODING_NAMES: Final[tuple[EncodingName, ...]] = get_args(EncodingName)

#: What may stand before a model's name: a route, a fine-tuning mark, and on Bedrock
#: a region and a vendor.
_PREFIX: Final = re.compile(
    r"(?:.*/)?(?:ft:)?(?:(?:[a-z]{2,6}\.)?(?:anthropic|mistral|openai|deepseek|meta|amazon)\.)?",
    re.DOTALL,
)

#: Beginnings of model names. Where one begins the other, the longer decides.
#: Harmony models add special tokens only, so their ordinary text is o200k_base.
#: Source: openai/tiktoken, model.py of 0.14; checked 2026-11.
MODEL_ENCODINGS: Final[tuple[tuple[str, EncodingName], ...]] = (
    ("gpt-5", "o200k_base"),
    ("gpt-5.", "o200k_base"),
    ("gpt-4o", "o200k_base"),
    ("gpt-4.1", "o200k_base"),
    ("gpt-4.5", "o200k_base"),
    ("chatgpt-4o", "o200k_base"),
    ("gpt-oss", "o200k_base"),
    ("codex-mini", "o200k_base"),
    ("o1", "o200k_base"),
    ("o3", "o200k_base"),
    ("o4-mini", "o200k_base"),
    ("gpt-4", "cl100k_base"),
    ("gpt-3.5", "cl100k_base"),
    ("gpt-3.5-turbo", "cl100k_base"),
    ("gpt-35-turbo", "cl100k_base"),
    ("davinci-002", "cl100k_base"),
    ("babbage-002", "cl100k_base"),
    ("text-embedding-ada-002", "cl100k_base"),
    ("text-embedding-3", "cl100k_base"),
)


@frozen
class EncodingChoice:
    """The encoding to count with, and whether it is the model's own."""

    encoding: EncodingName
    exact: bool
    because: str


@blames_arguments
def encoding_for(model: str) -> EncodingChoice:
    """Return the encoding of *model*, or o200k_base as an assumption that says so.

    Contract:
        Letter case does not matter, nor does what stands before the last slash
        (``openai/gpt-4o``), a leading ``ft:`` or Bedrock's region and vendor
        (``us.openai.…``). An entry decides if the name is it, or goes on after it
        with one of ``-:@_``; the longest wins.

    Complexity: O(entries).

    Source: openai/tiktoken; unlike it, an unknown name is an answer, not an error.

    Examples:
        >>> encoding_for("gpt-4.1-mini").encoding
        'o200k_base'
        >>> encoding_for("gpt-4-32k").encoding
        'cl100k_base'
        >>> encoding_for("claude-opus-4-8")
        EncodingChoice(encoding='o200k_base', exact=False, because="assumed: no public encoding is known for 'claude-opus-4-8'")
    """
    name = bare_name(model)
    found = [entry for entry in MODEL_ENCODINGS if names_model(entry[0], name)]
    if not found:
        return EncodingChoice("o200k_base", exact=False, because=_unknown(model))
    entry, encoding = max(found, key=lambda pair: len(pair[0]))
    return EncodingChoice(encoding, exact=True, because=f"{model!r} is a model of {entry!r}")


def _unknown(model: str) -> str:
    return f"assumed: no public encoding is known for {model!r}" if model else "no model is named"


def bare_name(model: str) -> str:
    """Return the name of *model* in lower case, without what may stand before it.

    Contract:
        Idempotent for names that occur.

    Complexity: O(characters).

    Source: model ids of OpenAI, OpenRouter and Amazon Bedrock.

    Examples:
        >>> bare_name("us.anthropic.claude-opus-4-8"), bare_name("openrouter/openai/GPT-4o")
        ('claude-opus-4-8', 'gpt-4o')
    """
    return _PREFIX.sub("", model.strip().lower(), count=1)


def names_model(entry: str, name: str) -> bool:
    """Tell whether the table entry *entry* speaks of the model *name*.

    An entry that ends in a sign (``gpt-5.``) takes whatever follows; any other
    ends where the name ends or a sign follows, so ``o1`` is not ``o10``.

    Contract:
        *name* is in lower case, without a vendor's prefix.

    Complexity: O(characters).

    Source: ours; openai/tiktoken lists whole names and beginnings apart.

    Examples:
        >>> names_model("gpt-4", "gpt-4-turbo"), names_model("gpt-4", "gpt-4o")
        (True, False)
    """
    if not name.startswith(entry):
        return False
    return len(name) == len(entry) or not entry[-1].isalnum() or name[len(entry)] in "-:@_"
