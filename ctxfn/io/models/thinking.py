"""How much a model is to think, in the words of whom is asked."""

from __future__ import annotations

import re
from typing import Final, Literal, TypeAlias

from ctxfn.wire import Profile

__all__ = ["BUDGETS", "ThinkingWords", "thinking_settings", "thinking_words"]

#: How a level is said. ``effort``: as it is, in ``reasoning_effort``; ``switch``: on or off;
#: ``budget``: as tokens; ``adaptive``: as an effort, the model decides; ``reasoning``: as the
#: Responses API does; ``none``: not at all.
ThinkingWords: TypeAlias = Literal["adaptive", "budget", "effort", "none", "reasoning", "switch"]

#: Tokens of a level where thinking is paid by a budget. A level that is a number is that many.
BUDGETS: Final = {"minimal": 1_024, "low": 4_096, "medium": 10_240, "high": 24_576, "max": 49_152}

_OFF: Final = ("none", "off")
_LEAST: Final = 1_024

_CLAUDE: Final = re.compile(r"claude-[a-z]+-(\d+)(?:[-.](\d{1,2}))?(?!\d)")


def thinking_words(profile: Profile, model: str) -> ThinkingWords:
    """Say in which words *model* at *profile* is told how much to think.

    Contract:
        Claude from 4.6 on decides by itself, and is told an effort; before, a budget. DeepSeek has
        a switch. Whatever else speaks OpenAI's format is told the level as it is.

    Complexity: O(1).

    Source: the providers' references: ``reasoning_effort``, ``thinking``, ``output_config``.

    Examples:
        >>> from ctxfn.wire import profile
        >>> claude = profile("anthropic")
        >>> thinking_words(claude, "claude-sonnet-4-5"), thinking_words(claude, "claude-opus-4-6")
        ('budget', 'adaptive')
        >>> thinking_words(profile("openai"), "o3")
        'effort'
    """
    match profile.codec:
        case "anthropic":
            found = _CLAUDE.search(model)
            version = [int(found[1]), int(found[2] or 0)] if found else [0, 0]
            return "adaptive" if version >= [4, 6] else "budget"
        case "deepseek":
            return "switch"
        case "openai_responses":
            return "reasoning"
        case _:
            return "effort"


def thinking_settings(
    words: ThinkingWords, level: str, max_output: int
) -> tuple[dict[str, object], str]:
    """Return what a request has to hold for *level*, and why it holds nothing, if it does not.

    Contract:
        A budget is part of what may be put out: at least 1,024 tokens of that are left for words,
        and where there is no room for 1,024 of thoughts there are none.

    Complexity: O(1).

    Source: as `thinking_words`.

    Examples:
        >>> thinking_settings("effort", "low", 4096)
        ({'reasoning_effort': 'low'}, '')
        >>> thinking_settings("budget", "high", 4096)
        ({'thinking': {'type': 'enabled', 'budget_tokens': 3072}}, '')
    """
    match words:
        case "effort":
            return {"reasoning_effort": level}, ""
        case "reasoning":
            return {"reasoning": {"effort": level, "summary": "auto"}}, ""
        case "switch":
            return {"thinking": {"type": "disabled" if level in _OFF else "enabled"}}, ""
        case "adaptive" if level in _OFF:
            return {"thinking": {"type": "disabled"}}, ""
        case "adaptive":
            return {"thinking": {"type": "adaptive"}, "output_config": {"effort": level}}, ""
        case "budget":
            return _budget(level, max_output)
        case "none":
            return {}, "this client is told to ask for no level"


def _budget(level: str, max_output: int) -> tuple[dict[str, object], str]:
    if level in _OFF:
        return {}, ""
    wanted = int(level) if level.isdecimal() and len(level) < 10 else BUDGETS.get(level)
    if wanted is None:
        return {}, f"no budget is known for the level {level!r}"
    tokens = min(max(wanted, _LEAST), max_output - _LEAST)
    if tokens < _LEAST:
        return {}, f"{max_output} tokens leave no room for thoughts"
    return {"thinking": {"type": "enabled", "budget_tokens": tokens}}, ""
