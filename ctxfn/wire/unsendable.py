"""Which parts of a message a target cannot be sent, whatever model reads it."""

from __future__ import annotations

from ctxfn.messages import (
    Assistant,
    Audio,
    File,
    Image,
    Node,
    Opaque,
    Part,
    Refusal,
    System,
    Text,
    ToolResult,
    Unknown,
    User,
    Video,
)
from ctxfn.wire.anthropic.sendable import unsendable_here as unsendable_to_anthropic
from ctxfn.wire.anthropic.written import CODEC as ANTHROPIC
from ctxfn.wire.bedrock.sendable import unsendable_here as unsendable_to_bedrock
from ctxfn.wire.bedrock.written import CODEC as BEDROCK
from ctxfn.wire.dialects import dialect_of
from ctxfn.wire.gemini.sendable import unsendable_here as unsendable_to_gemini
from ctxfn.wire.gemini.written import CODEC as GEMINI
from ctxfn.wire.openai_chat.read_parts import PART_TYPES
from ctxfn.wire.openai_chat.write_parts import ABSENT, write_part
from ctxfn.wire.openai_chat.writer import Writer
from ctxfn.wire.openai_responses.sendable import unsendable_in
from ctxfn.wire.openai_responses.written import CODEC as RESPONSES
from ctxfn.wire.profiles import Profile

__all__ = ["can_show", "unsendable_parts"]


def unsendable_parts(node: Node, profile: Profile) -> tuple[int, ...]:
    """Return the numbers of those parts of *node* that no request to *profile* can hold.

    Contract:
        A medium without an address or bytes that the format takes, a medium of a system
        message, a refusal that is not a model's, and a part that is no part: of a type nobody
        knows (unless the profile allows it), of another format, or without what its type needs.
        Whether a model looks at pictures, and which role may show one, is not asked.

    Complexity: O(parts); a text takes a glance.

    Source: OpenAI's published interface description; ours for what it cannot say.

    Examples:
        >>> from ctxfn.messages import user
        >>> from ctxfn.wire import profile
        >>> said = user("Look:", Image(id="i1"), Image(url="https://a.example/x.png"))
        >>> unsendable_parts(said, profile("openai"))
        (1,)
    """
    parts = node.parts
    if all(type(part) is Text for part in parts):
        return ()
    if not isinstance(node, System | User | Assistant | ToolResult | Unknown):
        return ()
    if profile.codec == GEMINI:
        return unsendable_to_gemini(node, profile)
    if profile.codec == BEDROCK:
        return unsendable_to_bedrock(node, profile)
    if profile.codec == ANTHROPIC:
        return unsendable_to_anthropic(node)
    if profile.codec == RESPONSES and not isinstance(node, Unknown):
        return unsendable_in(node, profile)
    last = len(parts) - 1
    return tuple(
        number
        for number, part in enumerate(parts)
        if not _can_be_sent(part, node, profile, at_end=number == last)
    )


def _can_be_sent(part: Part, node: Node, profile: Profile, *, at_end: bool) -> bool:
    dialect = dialect_of(profile.codec)
    match part:
        case Text():
            return True
        case Refusal():
            return isinstance(node, Assistant) and dialect.refusals
        case Opaque():
            return part.codec == dialect.name and _is_known(part, node, profile)
        case Audio():
            return _can_be_heard(part, node, profile, at_end=at_end)
        case File() if "file" not in profile.media_of("user"):
            return False
        case Image() if not can_show(part, profile):
            return False
        case Image() | Video() | File():
            return _is_written(part, node, profile)


def _can_be_heard(part: Audio, node: Node, profile: Profile, *, at_end: bool) -> bool:
    dialect = dialect_of(profile.codec)
    if part.file_id is not None and isinstance(node, Assistant):
        return at_end and dialect.refusals
    if Audio in dialect.writers:
        return not isinstance(node, System) and bool((part.url or part.data or "").strip())
    if part.media_type is None and not (part.url or "").startswith("data:"):
        return False
    return _is_format(part, profile) and _is_written(part, node, profile)


def _is_written(part: Image | Video | Audio | File, node: Node, profile: Profile) -> bool:
    writer = Writer(profile, dialect_of(profile.codec))
    return not isinstance(node, System) and write_part(part, None, "", writer) is not ABSENT


def _is_known(part: Opaque, node: Node, profile: Profile) -> bool:
    value = part.value.shared()
    # Models without thoughts of their own are older than all other parts of that kind.
    kept = profile.reasoning != "forbidden" and isinstance(value, dict)
    if kept and isinstance(value, dict) and dialect_of(profile.codec).keeps(node.role, value):
        return True
    return profile.unknown_parts and _is_of_other_type(part)


def _is_format(part: Audio, profile: Profile) -> bool:
    if profile.audio_formats is None or part.media_type is None:
        return True
    said = part.media_type.removeprefix("audio/").replace("mpeg", "mp3")
    return said in profile.audio_formats


def can_show(part: Image, profile: Profile) -> bool:
    """Say whether the target knows how closely *part* should be looked at.

    Contract:
        Not saying so is known everywhere.

    Complexity: O(1).

    Source: the published interface descriptions.

    Examples:
        >>> from ctxfn.wire import profile
        >>> can_show(Image(url="https://a.example/x.png", detail="very"), profile("openai"))
        False
    """
    details = profile.image_details
    return part.detail is None or details is None or part.detail in details


def _is_of_other_type(part: Opaque) -> bool:
    kind = _type_of(part)
    return bool(kind) and kind not in PART_TYPES


def _type_of(part: Opaque) -> str:
    value = part.value.shared()
    kind = value.get("type") if isinstance(value, dict) else None
    return kind if isinstance(kind, str) else ""
