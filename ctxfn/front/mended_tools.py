"""Make the declarations of a request acceptable."""

from __future__ import annotations

from typing import Final

from attrs import evolve

from ctxfn.context import Note
from ctxfn.front.given import Given
from ctxfn.front.plain_schemas import plain_schema
from ctxfn.functional import unique
from ctxfn.messages import Assistant, Messages, Verbatim, own
from ctxfn.tools import Declaration, mend_parameters, wire_name
from ctxfn.wire import Conversation

__all__ = ["with_mended_tools", "with_stub_tools"]

#: The parameters of a tool of which nothing is known but its name.
_ANYTHING: Final = own({"type": "object", "properties": {}})


#: The formats that take an object without properties, and no function without a schema.
_LENIENT: Final = ("anthropic", "bedrock")

#: The formats whose APIs refuse a name that comes again.
_UNIQUE: Final = ("anthropic", "bedrock", "gemini", "openai_responses")
#: The kinds of tools that have names.
_NAMED: Final = ("function", "custom", "function_call")


def with_mended_tools(given: Given) -> tuple[Given, tuple[Note, ...]]:
    """Mend the parameters of each function that *given* declares, with a note for each mended."""
    given, nameless = _without_nameless(given)
    given, twice = _without_twice(given)
    given, turned = _functions_alone(given)
    given, foreign = _choosing_alone(given)
    twice = (*nameless, *twice, *turned, *foreign)
    declared = given.conversation.tools or ()
    after = [_mended(one, given) if one.kind == "function" else one for one in declared]
    notes = [
        Note("repair", "schema-mended", f"tools[{number}]: {field}")
        for number, (old, new) in enumerate(zip(declared, after, strict=True))
        for field in ("parameters", "description")
        if getattr(old, field) is not getattr(new, field)
    ]
    if all(old is new for old, new in zip(declared, after, strict=True)):
        return given, twice
    return evolve(given, conversation=evolve(given.conversation, tools=tuple(after))), (
        *twice,
        *notes,
    )


def _choosing_alone(given: Given) -> tuple[Given, tuple[Note, ...]]:
    """Leave nothing beside the tools of Bedrock's format but which of them to call."""
    settings = given.conversation.settings
    said = None if settings is None else settings.thaw()
    config = said.get(_SETTING) if isinstance(said, dict) else None
    odd = [key for key in config if key not in _OF_CONFIG] if isinstance(config, dict) else []
    if given.profile.codec != "bedrock" or given.codec.name != "bedrock" or not odd:
        return given, ()
    assert isinstance(said, dict)
    assert isinstance(config, dict)
    said[_SETTING] = {key: one for key, one in config.items() if key not in odd}
    notes = (Note("repair", "settings-left-out", f"{_SETTING}.{key}: left out") for key in odd)
    after = evolve(given.conversation, settings=own(said))
    return evolve(given, conversation=after), tuple(notes)


def _without_nameless(given: Given) -> tuple[Given, tuple[Note, ...]]:
    """Leave out declarations without a name: nobody could call such a tool."""
    declared = given.conversation.tools or ()
    if all(one.tool for one in declared):
        return given, ()
    bare = [number for number, one in enumerate(declared) if not one.tool and one.kind in _NAMED]
    if not bare:
        return given, ()
    kept = tuple(one for number, one in enumerate(declared) if number not in bare)
    notes = (
        Note("repair", "tool-nameless", f"tools[{number}]: nobody can call what has no name")
        for number in bare
    )
    return evolve(given, conversation=evolve(given.conversation, tools=kept)), tuple(notes)


def _mended(declared: Declaration, given: Given) -> Declaration:
    if given.profile.codec == "bedrock" and declared.description == "":
        declared = evolve(declared, description=None)  # an empty one is refused
    declared = _in_its_words(declared, given)
    if declared.parameters is None and _needs_schema(declared, given):
        return evolve(declared, parameters=_ANYTHING)
    if _is_taken(declared, given):
        return declared
    return evolve(declared, parameters=mend_parameters(declared.parameters))


def _needs_schema(declared: Declaration, given: Given) -> bool:
    """Say whether a schema is missing where there has to be one, and no codec adds it.

    What comes from another format gets one when it is written.
    """
    own_words = getattr(declared.written, "codec", None) == given.profile.codec
    return own_words and given.profile.codec in _LENIENT


def _in_its_words(declared: Declaration, given: Given) -> Declaration:
    """Say what only the format it came from spells as it is in the words of all others."""
    if given.codec.name == "mistral" != given.profile.codec:
        # Mistral alone takes a function that does not say it is one.
        untold = "type" not in (getattr(declared.written, "outer", None) or ("type",))
        return evolve(declared, written=None) if untold else declared
    if given.profile.codec == "gemini" or getattr(declared.written, "schema", "") != "parameters":
        return declared
    plain = plain_schema(declared.parameters)
    return declared if plain is declared.parameters else evolve(declared, parameters=plain)


def _without_twice(given: Given) -> tuple[Given, tuple[Note, ...]]:
    """Offer a tool that is declared twice once, where the target refuses a name that comes again."""
    declared = given.conversation.tools or ()
    if given.profile.codec not in _UNIQUE:
        return given, ()
    names = [one.tool if one.kind in _NAMED else None for one in declared]
    again = [
        number for number, name in enumerate(names) if name is not None and name in names[:number]
    ]
    if not again:
        return given, ()
    notes = (Note("repair", "tool-twice", f"tools[{number}]: declared before") for number in again)
    kept = tuple(one for number, one in enumerate(declared) if number not in again)
    return evolve(given, conversation=evolve(given.conversation, tools=kept)), tuple(notes)


def _functions_alone(given: Given) -> tuple[Given, tuple[Note, ...]]:
    """Offer tools that take free text as functions with one text, where functions are all there is."""
    declared = given.conversation.tools or ()
    turned = [number for number, one in enumerate(declared) if one.kind in _TURNED]
    if given.profile.custom_calls or not turned:
        return given, ()
    after = tuple(
        evolve(one, kind="function", parameters=_parameters(one), written=None)
        if number in turned
        else one
        for number, one in enumerate(declared)
    )
    notes = (
        Note("repair", "tool-as-function", f"tools[{number}]: a function") for number in turned
    )
    return evolve(given, conversation=evolve(given.conversation, tools=after)), tuple(notes)


#: Kinds of tools that are functions by another name, or could be.
_TURNED: Final = ("custom", "function_call")


def _parameters(one: Declaration) -> Verbatim | None:
    if one.kind != "custom":
        return one.parameters
    text = {"type": "object", "properties": {"input": {"type": "string"}}, "required": ["input"]}
    return own(text)


def _is_taken(declared: Declaration, given: Given) -> bool:
    """Say whether the target takes an object without ``properties``: recorded, Anthropic does.

    What is wrong in Gemini's own words is said in them, by another repair. Bedrock hands on what
    a model of Anthropic's takes.
    """
    if given.profile.codec == "gemini" and getattr(declared.written, "schema", "") == "parameters":
        return True
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
#: All that may stand there.
_OF_CONFIG: Final = ("tools", "toolChoice")
_WRITTEN: Final = ("function", "custom", "function_call")


def _offers(said: Conversation) -> bool:
    """Say whether a tool is on offer that can be written: not one that another provider runs."""
    return any(
        one.kind in _WRITTEN or any(name == "bedrock" for name, _ in one.extras)
        for one in said.tools or ()
    )
