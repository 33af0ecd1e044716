"""A profile: what one target accepts, as data. Codecs, lint rules and repairs read it."""

from __future__ import annotations

from typing import Literal, TypeAlias

from attrs import field, frozen

from ctxfn.errors import InvalidArgument, shown
from ctxfn.wire.text_patterns import is_text_pattern

__all__ = ["EmptyContent", "MediaRule", "Profile", "ReasoningRule", "Role"]

Role: TypeAlias = Literal["system", "developer", "user", "assistant", "tool", "function"]
ReasoningRule: TypeAlias = Literal[
    "ignored", "kept", "kept_with_calls", "required_with_calls", "signed", "forbidden"
]
#: ``needs_words``: as ``refused``, and an answer of empty text is no answer either.
EmptyContent: TypeAlias = Literal["allowed", "only_with_calls", "refused", "needs_words"]

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
    #: Catalogue, ``duplicate-tool-call-id``: no id twice in one answer.
    unique_call_ids: bool = False
    #: Catalogue, ``tool-name-format``.
    tool_name_pattern: str | None = r"[a-zA-Z0-9_-]+"
    tool_name_length: int = 64
    #: The same rule: which characters may begin a name; ``None``: any that may stand in it.
    tool_name_start: str | None = None
    #: Catalogue, ``history-tool-name``: the letters of names in calls long past count as well.
    history_names: bool = False
    #: Catalogue, ``tool-result-name``: a result is told the name of the tool that was called.
    result_names: bool = False
    #: Catalogue, ``message-name-format``; ``name_field=False`` where servers refuse the key.
    name_field: bool = True
    message_name_pattern: str | None = r"[^\s<|\\/>]+"
    message_name_length: int | None = 64

    #: The roles of the API's reference; ``developer`` only where the API has it.
    roles: tuple[Role, ...] = ("system", "user", "assistant", "tool")
    #: Whether a tool may take free text instead of arguments, which is a kind of call of its own.
    custom_calls: bool = True
    #: Whether tools can be called at all, and whether instructions have a place of their own,
    #: be it a role or a field; some models behind these APIs know neither.
    functions: bool = True
    system: bool = True
    #: Catalogue, ``system-not-first`` and ``multiple-system``.
    single_system_first: bool = False
    #: The same rule, by halves: a system turn may stand behind an answer, or behind a result.
    system_after_answer: bool = True
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
    #: The same rule: an answer that calls may be the very first message.
    first_turn_calls: bool = True
    last_turn_assistant: bool = True
    #: Catalogue, ``call-turn-position``: an answer that calls stands right behind a person's
    #: turn or results, never first.
    call_behind_turn: bool = False
    #: The same rule: an answer whose key ``prefix`` is true is one to go on with, and may be last.
    prefix: bool = False
    #: Catalogue, ``tool-then-user``: a user turn may follow a result at once.
    user_after_tool: bool = True
    #: Catalogue, ``result-turn-mixed``.
    strict_tool_turns: bool = False
    #: Whether pictures may stand beside results all the same.
    media_with_results: bool = False
    #: Catalogue, ``call-turn-mixed``: one assistant turn may both speak and call.
    text_with_calls: bool = True

    #: Catalogue, ``image-role-not-allowed`` and ``tool-result-content-type``.
    media: tuple[MediaRule, ...] = ()
    #: The published interface description: how closely an image may be looked at, and which
    #: sounds can be sent; ``None``: nobody knows.
    image_details: tuple[str, ...] | None = None
    audio_formats: tuple[str, ...] | None = None
    #: Whether media may be named by a place in a bucket of the service's own.
    media_in_buckets: bool = True
    #: Catalogue, ``image-count``: how many pictures one turn may hold.
    images_in_turn: int | None = None
    #: Catalogue, ``document-count``: how many documents the whole request may hold.
    documents: int | None = None
    #: Catalogue, ``document-name-format`` and ``document-name-duplicate``: a document has a name
    #: of these letters, without two blanks in a row, and no other document has it.
    document_name_pattern: str | None = None
    document_name_length: int | None = None
    #: Catalogue, ``document-needs-text``: words stand beside a document in its turn.
    document_with_text: bool = False
    #: Catalogue, ``image-too-large`` and ``image-too-large-many``: the longest side in pixels,
    #: and in a request with more than so many pictures.
    image_side: int | None = None
    many_images: int | None = None
    many_images_side: int | None = None
    #: Whether parts of a type that nobody here knows may be sent: some servers have their own.
    unknown_parts: bool = False
    #: Catalogue, ``empty-assistant-message``, ``empty-content-array``, ``empty-tool-calls-array``.
    empty_assistant: EmptyContent = "only_with_calls"
    empty_content_array: bool = False
    empty_array_beside_calls: bool = False
    empty_calls_array: bool = False
    #: Catalogue, ``empty-parts``: a message may hold no part at all.
    empty_parts: bool = True
    #: Catalogue, ``empty-text-block``, ``final-assistant-trailing-whitespace``.
    empty_text: bool = True
    #: Catalogue, ``tool-result-empty``: a result that failed says something.
    empty_results: bool = True
    trailing_space: bool = True
    #: Recorded answers: accepted 73 times where calls stand instead of content.
    content_key_required: bool = False

    #: Catalogue, ``arguments-type``, ``arguments-invalid-json``, ``arguments-not-object``.
    arguments_form: Literal["text", "object"] = "text"
    arguments_valid_json: bool = False
    arguments_object: bool = False
    #: Catalogue, ``tool-call-without-result``, ``tool-result-without-call``, ``-not-adjacent``.
    paired: bool = True
    #: Catalogue, ``tool-history-without-tools``: whoever called a tool is offered some.
    tools_declared: bool = False
    #: The same section: results stand in the order of their calls.
    results_in_call_order: bool = False
    #: Catalogue, ``tool-result-count`` and ``sequential-batches-merged``: the results right behind
    #: a call turn are as many as its calls, and all of them its own.
    results_counted: bool = False

    #: Catalogue, ``reasoning-content-missing``, ``reasoning-content-forbidden``, and, for
    #: ``signed``, ``thinking-unsigned``.
    reasoning: ReasoningRule = "ignored"
    #: Under which key the codec writes the reasoning of a message that it did not read.
    reasoning_key: str = "reasoning_content"
    #: Catalogue, ``reasoning-item-orphan``: an item of the model's follows at once.
    reasoning_before_item: bool = False
    #: Catalogue, ``reasoning-item-missing``: an answer's id asks for the reasoning that led to it.
    item_ids_with_reasoning: bool = False
    #: Recorded refusal: calls of one answer stand together, and their results right behind.
    calls_together: bool = False
    #: Catalogue, ``custom-call-output-type``.
    typed_results: bool = False
    #: Catalogue, ``unknown-message-key``.
    closed_messages: bool = False
    #: Catalogue, ``responses-item-id-prefix`` and ``-charset``: by the type of an item.
    item_id_prefixes: tuple[tuple[str, str], ...] = ()
    item_id_pattern: str | None = None
    #: Catalogue, ``responses-item-id-stateless``: ids are the server's, and mean nothing if it
    #: is told to store nothing.
    item_ids_stored: bool = False
    #: Under which key a call's own signature is written; ``None``: the format has no word for it.
    call_signature_key: str | None = None
    #: Catalogue, ``thought-signature-missing``: what is taken in place of a signature that nobody
    #: knows, on the first call of each step of the current turn; ``None``: none is needed.
    signature_stand_in: str | None = None

    #: Catalogue, ``string-lengths``: characters of a text, of an image's address, of a file's data.
    text_length: int | None = None
    image_url_length: int | None = None
    file_data_length: int | None = None

    #: Catalogue, ``unknown-message-key``: by role all keys of a message, and by what stands in one
    #: (``call``, ``thinking``) those that are no part of it; ``None``: any key is taken.
    permitted_keys: tuple[tuple[str, tuple[str, ...]], ...] | None = None
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
            "document_name_pattern",
            "item_id_pattern",
            "message_name_pattern",
            "tool_name_pattern",
            "tool_name_start",
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

    def permits(self, where: str, key: str) -> bool:
        """Say whether *key* may stand in a message of a role, or in a ``call`` or the like.

        Examples:
            >>> Profile(provider="p", version="v", codec="c").permits("user", "mood")
            True
        """
        return self.permitted_keys is None or key in dict(self.permitted_keys).get(where, ())
