"""What the scripted model says by itself: small talk, and what the tools that are offered know."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Final

from ctxfn.messages import Assistant, Call, Message, ToolResult, User, text_of
from ctxfn.tools import Declaration
from ctxfn.turns import Response
from ctxfn.turns.exchange import CallModel

__all__ = ["small_talk"]

#: What stands before the words of a person in a turn: when, and who.
_LABELS: Final = re.compile(r"\A(?:\(\d[\d/ :]*\) )?(?:\[[^\]\n]{1,100}\]: )?")

_SMALL: Final = (
    (r"(?:hi|hello|hey|good (?:morning|evening)|你好)\b", "Hello! I am a script, not a model."),
    (r"(?:thanks|thank you|谢谢)", "You are welcome."),
    (r"who are you|what are you", "A script that answers by simple rules; no model is asked."),
    (r"(?:bye|good ?night|再见)", "Goodbye."),
)

#: As much of what a tool says is repeated.
_LONGEST: Final = 600
_MOST_RESULTS: Final = 3


def small_talk(request: CallModel, /) -> Response:
    """Answer by simple rules.

    Contract:
        ``/tools`` lists the tools on offer, ``/tool name {json}`` calls one. A greeting is answered.
        Any other question goes to every tool whose name begins with ``query_``, and what comes back
        is told with the name of who said it. All else is repeated.

    Complexity: O(messages).

    Source: ours.

    Examples:
        >>> from ctxfn.messages import chat, user
        >>> small_talk(CallModel((user("Owls?"),), (), "", "", 9, None, "s", "chat")).text
        'You said: Owls?'
    """
    messages = request.messages
    if messages and isinstance(messages[-1], ToolResult):
        return Response(_from_results(messages))
    said = next((text_of(one) for one in reversed(messages) if isinstance(one, User)), "")
    words = _LABELS.sub("", said, count=1).strip()
    offered = {_name_of(tool): tool for tool in request.tools}
    number = sum(len(one.calls) for one in messages if isinstance(one, Assistant))
    if words.startswith("/tool"):
        return _commanded(words, offered, number)
    for pattern, answer in _SMALL:
        if re.match(pattern, words, re.IGNORECASE):
            return Response(answer)
    asked = [tool for name, tool in offered.items() if name.startswith("query_")]
    if words and asked:
        calls = (
            Call(f"call_{number + place}", _name_of(tool), _arguments({_question_of(tool): words}))
            for place, tool in enumerate(asked, 1)
        )
        return Response(calls=tuple(calls))
    return Response(f"You said: {words}" if words else "I heard nothing.")


def _commanded(words: str, offered: Mapping[str, Declaration], number: int) -> Response:
    command, _, rest = words.partition(" ")
    name, _, given = rest.strip().partition(" ")
    if command == "/tool" and name in offered:
        return Response(calls=(Call(f"call_{number + 1}", name, given.strip() or "{}"),))
    listed = ", ".join(sorted(offered)) or "none"
    if command == "/tools" or not name:
        return Response(f"Tools: {listed}. Call one with /tool NAME {{JSON}}.")
    return Response(f"There is no tool {name}. Tools: {listed}.")


def _from_results(messages: tuple[Message, ...]) -> str:
    """Tell what the tools answered last, each with the name of who said it."""
    start = len(messages)
    while start and isinstance(messages[start - 1], ToolResult):
        start -= 1
    asked = messages[start - 1] if start else None
    named = {call.id: _called(call) for call in asked.calls} if isinstance(asked, Assistant) else {}
    told = [
        f"{named.get(one.call_id, 'The tool')}: {_told(text_of(one))}"
        for one in messages[start:]
        if isinstance(one, ToolResult)
    ]
    return "\n".join(told)


def _told(text: str) -> str:
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return _shortened(text) or "nothing"
    if not isinstance(value, dict):
        return _shortened(text)
    results = value.get("results")
    if isinstance(results, list) and results:
        return "\n".join(_result(one) for one in results[:_MOST_RESULTS])
    found = next((value[key] for key in ("text", "error", "problem") if value.get(key)), None)
    if found is None:
        return _shortened(text) if value and results is None else "nothing found"
    return _shortened(found if isinstance(found, str) else json.dumps(found, ensure_ascii=False))


def _result(one: object) -> str:
    if not isinstance(one, dict):
        return _shortened(str(one))
    words = str(one.get("snippet") or one.get("text") or one.get("name") or "")
    source = one.get("uri") or one.get("name")
    return _shortened(words) + (f" ({source})" if source and source != words else "")


def _shortened(text: str) -> str:
    plain = text.strip()
    return plain if len(plain) <= _LONGEST else f"{plain[: _LONGEST - 1]}…"


def _question_of(tool: Declaration) -> str:
    """Return the argument that takes words: the first that is required, else any, of texts."""
    schema = tool.parameters.thaw() if tool.parameters is not None else {}
    fields = schema.get("properties") if isinstance(schema, dict) else None
    named = schema.get("required") if isinstance(schema, dict) else None
    known = fields if isinstance(fields, dict) else {}
    wanted = [*(named if isinstance(named, list) else ()), *known]
    texts = [one for one in wanted if (known.get(one) or {}).get("type") == "string"]
    return str(texts[0]) if texts else "question"


def _called(call: Call) -> str:
    name = call.tool if isinstance(call.tool, str) else call.tool.api
    return name.removeprefix("query_") or name


def _name_of(tool: Declaration) -> str:
    return tool.tool if isinstance(tool.tool, str) else tool.tool.api


def _arguments(given: Mapping[str, object]) -> str:
    return json.dumps(given, ensure_ascii=False)
