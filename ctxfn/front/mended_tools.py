"""Make the declarations of a request acceptable."""

from __future__ import annotations

from typing import Final

from attrs import evolve

from ctxfn.context import Note
from ctxfn.front.given import Given
from ctxfn.functional import unique
from ctxfn.messages import Assistant, Messages, own
from ctxfn.tools import Declaration, mend_parameters, wire_name
from ctxfn.wire import Conversation

__all__ = ["with_mended_tools", "with_stub_tools"]

#: The parameters of a tool of which nothing is known but its name.
_ANYTHING: Final = own({"type": "object", "properties": {}})


#: The formats that take an object without properties, and refuse a name that comes again.
_LENIENT: Final = ("anthropic", "bedrock")


def with_mended_tools(given: Given) -> tuple[Given, tuple[Note, ...]]:
    """Mend the parameters of each function that *given* declares, with a note for each mended."""
    given, twice = _without_twice(given)
    declared = given.conversation.tools or ()
    after = [_mended(one, given) if one.kind == "function" else one for one in declared]
    notes = [
        Note("repair", "schema-mended", f"tools[{number}]: {field}")
        for number, (old, new) in enumerate(zip(declared, after, strict=True))
        for field in ("parameters", "description")
        if getattr(old, field) is not getattr(new, field)
    ]
    if not notes:
        return given, twice
    return evolve(given, conversation=evolve(given.conversation, tools=tuple(after))), (
        *twice,
        *notes,
    )


def _mended(declared: Declaration, given: Given) -> Declaration:
    if given.profile.codec == "bedrock" and declared.description == "":
        declared = evolve(declared, description=None)  # an empty one is refused
    if _is_taken(declared, given):
        return declared
    return evolve(declared, parameters=mend_parameters(declared.parameters))


def _without_twice(given: Given) -> tuple[Given, tuple[Note, ...]]:
    """Offer a tool that is declared twice once, where the target refuses a name that comes again."""
    declared = given.conversation.tools or ()
    if given.profile.codec not in _LENIENT:
        return given, ()
    names = [one.tool for one in declared]
    again = [number for number, name in enumerate(names) if name in names[:number]]
    if not again:
        return given, ()
    notes = (Note("repair", "tool-twice", f"tools[{number}]: declared before") for number in again)
    kept = tuple(one for number, one in enumerate(declared) if number not in again)
    return evolve(given, conversation=evolve(given.conversation, tools=kept)), tuple(notes)


def _is_taken(declared: Declaration, given: Given) -> bool:
    """Say whether the target takes an object without ``properties``: recorded, Anthropic does.

    Bedrock hands on what a model of Anthropic's takes.
    """
    schema = None if declared.parameters is None else declared.parameters.shared()
    if given.profile.codec not in _LENIENT or not isinstance(schema, dict):
        return False
    return schema.get("type") == "object" and isinstance(schema.get("required", []), list)


def with_stub_tools(given: Given, messages: Messages) -> tuple[Given, tuple[Note, ...]]:
    """Declare each tool that *messages* call, where the target wants some declared and none is.

    Nothing is chosen among no tools. A list of messages has no place for tools: whoever sends it
    adds them.
    """
    said = given.conversation
    if not given.profile.tools_declared or said.settings is None or _offers(said):
        return given, ()
    limit = given.profile.tool_name_length
    called = [call.tool for node in messages if isinstance(node, Assistant) for call in node.calls]
    names = tuple(
        unique(one if isinstance(one, str) else wire_name(one, limit=limit) for one in called)
    )
    if names:
        stubs = tuple(Declaration(name, parameters=_ANYTHING) for name in names)
        text = f"tools of the history are declared without parameters: {', '.join(names)}"
        note = Note("repair", "tools-declared", text)
        return evolve(given, conversation=evolve(said, tools=stubs)), (note,)
    settings = said.settings.thaw()
    held = isinstance(settings, dict) and _SETTING in settings and given.target_codec is None
    if said.tools is None and not held:
        return given, ()
    if isinstance(settings, dict):
        settings.pop(_SETTING, None)
    note = Note("repair", "tools-left-out", "a place for tools that held none is left out")
    return evolve(given, conversation=evolve(said, tools=None, settings=own(settings))), (note,)


#: Where the format that wants tools declared has them.
_SETTING: Final = "toolConfig"
_WRITTEN: Final = ("function", "custom", "function_call")


def _offers(said: Conversation) -> bool:
    """Say whether a tool is on offer that can be written: not one that another provider runs."""
    return any(
        one.kind in _WRITTEN or any(name == "bedrock" for name, _ in one.extras)
        for one in said.tools or ()
    )
