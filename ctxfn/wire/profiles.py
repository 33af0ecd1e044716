"""A profile: what one target accepts, as data. Codecs, lint rules and repairs read it."""

from __future__ import annotations

from typing import Literal, TypeAlias

from attrs import field, frozen

from ctxfn.errors import InvalidArgument, shown
from ctxfn.wire.text_patterns import is_text_pattern

__all__ = ["EmptyContent", "MediaRule", "Profile", "ReasoningRule", "Role"]

Role: TypeAlias = Literal["system", "developer", "user", "assistant", "tool", "function"]
ReasoningRule: TypeAlias = Literal["ignored", "kept", "kept_with_calls", "signed", "forbidden"]
EmptyContent: TypeAlias = Literal["allowed", "only_with_calls", "refused"]

#: A role, and the kinds of parts besides text that its messages may hold.
MediaRule: TypeAlias = tuple[Role, tuple[str, ...]]


@frozen(kw_only=True)
class Profile:
    """What one version of one provider's API accepts. Derive your own with ``attrs.evolve``.

    A limit of ``None`` is no limit, a pattern of ``None`` allows every text; any other is
    one character class and how often, for that takes linear time (`is_text_pattern`).

    Raises:
        InvalidArgument: a pattern of another form.
    """

    #: The name of the API, and which generation of models or servers behind it.
    provider: str
    version: str
    #: The codec that writes for it; codecs have underscores where targets have hyphens.
    codec: str

    #: Catalogue, ``tool-call-id-missing`` and ``tool-call-id-too-long``.
    call_id_pattern: str | None = None
    call_id_length: int | None = None
    call_id_required: bool = True
    #: Catalogue, ``tool-name-format``.
    tool_name_pattern: str | None = r"[a-zA-Z0-9_-]+"
    tool_name_length: int = 64
    #: Catalogue, ``message-name-format``; ``name_field=False`` where servers refuse the key.
    name_field: bool = True
    message_name_pattern: str | None = r"[^\s<|\\/>]+"
    message_name_length: int | None = 64

    #: The roles of the API's reference; ``developer`` only where the API has it.
    roles: tuple[Role, ...] = ("system", "user", "assistant", "tool")
    #: Whether tools can be called at all, and whether instructions have a place of their own,
    #: be it a role or a field; some models behind these APIs know neither.
    functions: bool = True
    system: bool = True
    #: Catalogue, ``system-not-first`` and ``multiple-system``.
    single_system_first: bool = False
    #: Catalogue, ``no-user-message``: system messages may be all there is.
    lone_system: bool = True
    #: Catalogue, ``consecutive-same-role``: user and assistant turns strictly by turns.
    alternation: bool = False
    #: The same rule: turns of one role in a row are read as one turn, and nobody minds.
    merges_turns: bool = False
    #: Recorded answers: calls of turns in a row may be answered together, behind the last.
    joins_calls: bool = False
    #: Catalogue, ``first-turn-not-user`` and its counterpart for the last turn.
    first_turn_user: bool = False
    last_turn_assistant: bool = True
    #: Catalogue, ``tool-then-user``: a user turn may follow a result at once.
    user_after_tool: bool = True
    #: Catalogue, ``result-turn-mixed-with-text``.
    strict_tool_turns: bool = False
    #: Catalogue, ``content-and-tool-calls``: one assistant turn may both speak and call.
    text_with_calls: bool = True

    #: Catalogue, ``image-role-not-allowed`` and ``tool-result-content-type``.
    media: tuple[MediaRule, ...] = ()
    #: Whether parts of a type that nobody here knows may be sent: some servers have their own.
    unknown_parts: bool = False
    #: Catalogue, ``empty-assistant-message``, ``empty-content-array``, ``empty-tool-calls-array``.
    empty_assistant: EmptyContent = "only_with_calls"
    empty_content_array: bool = False
    empty_calls_array: bool = False
    #: Catalogue, ``empty-text-block``, ``final-assistant-trailing-whitespace``.
    empty_text: bool = True
    trailing_space: bool = True
    #: Recorded answers: accepted 73 times where calls stand instead of content.
    content_key_required: bool = False

    #: Catalogue, ``arguments-type``, ``arguments-invalid-json``, ``arguments-not-object``.
    arguments_form: Literal["text", "object"] = "text"
    arguments_valid_json: bool = False
    arguments_object: bool = False
    #: Catalogue, ``tool-call-without-result``, ``tool-result-without-call``, ``-not-adjacent``.
    paired: bool = True
    #: The same section: results stand in the order of their calls.
    results_in_call_order: bool = False

    #: Catalogue, ``reasoning-content-missing``, ``reasoning-content-forbidden``, and, for
    #: ``signed``, ``thinking-unsigned``.
    reasoning: ReasoningRule = "ignored"
    #: Under which key the codec writes the reasoning of a message that it did not read.
    reasoning_key: str = "reasoning_content"
    #: Catalogue, ``reasoning-item-orphan``: an item of the model's follows at once.
    reasoning_before_item: bool = False
    #: Catalogue, ``responses-item-id-prefix`` and ``-charset``: by the type of an item.
    item_id_prefixes: tuple[tuple[str, str], ...] = ()
    item_id_pattern: str | None = None
    #: Catalogue, ``responses-item-id-stateless``: ids are the server's, and mean nothing if it
    #: is told to store nothing.
    item_ids_stored: bool = False
    #: Under which key a call's own signature is written; ``None``: the format has no word for it.
    call_signature_key: str | None = None

    #: Which part of JSON Schema parameters may use; catalogue, section on tool definitions.
    schema_subset: Literal["json_schema", "openai", "openai_strict", "gemini"] = "openai"
    #: Catalogue, ``tool-count``.
    tool_count: int | None = 128
    #: Catalogue, ``cache-breakpoint-count``; ``None``: markers mean nothing here.
    cache_breakpoints: int | None = None

    #: What a reader should know who wonders why a field is as it is.
    remarks: tuple[str, ...] = field(default=(), eq=False, repr=False)

    def __attrs_post_init__(self) -> None:
        for name in (
            "call_id_pattern",
            "item_id_pattern",
            "message_name_pattern",
            "tool_name_pattern",
        ):
            pattern = getattr(self, name)
            if pattern is not None and not is_text_pattern(pattern):
                expected = "a character class and how often, as '[a-z0-9]{9}', or None"
                raise InvalidArgument(f"the profile {self.name}, {name}", shown(pattern), expected)

    @property
    def name(self) -> str:
        """The target's name, ``provider/version``."""
        return f"{self.provider}/{self.version}"

    def media_of(self, role: Role) -> tuple[str, ...]:
        """Return the kinds of parts besides text that messages of *role* may hold.

        Examples:
            >>> Profile(provider="p", version="v", codec="c").media_of("user")
            ()
        """
        return dict(self.media).get(role, ())
