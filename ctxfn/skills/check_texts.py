"""Hold what is said of a skill to be texts, where it is said."""

from __future__ import annotations

from ctxfn.skills.errors import InvalidSkill

__all__ = ["check_texts", "shown"]


def check_texts(
    record: object,
    where: object,
    *,
    texts: tuple[str, ...],
    perhaps: tuple[str, ...] = (),
    lists: tuple[str, ...] = (),
) -> None:
    """Refuse a *record* with fields that are no *texts*, texts *perhaps*, or *lists* of them.

    What is said of skills comes from elsewhere, and a mistake shows best where it came in.

    Raises:
        InvalidSkill: one is not; *where* names the skill.
    """
    for name in (*texts, *perhaps):
        value = getattr(record, name)
        if not isinstance(value, str) and (value is not None or name in texts):
            expected = "a text" if name in texts else "a text or None"
            raise InvalidSkill(f"skill {shown(where)}", name, shown(value), expected)
    for name in lists:
        values = getattr(record, name)
        if not isinstance(values, tuple) or not all(isinstance(one, str) for one in values):
            raise InvalidSkill(f"skill {shown(where)}", name, shown(values), "a tuple of texts")


def shown(value: object) -> str:
    """Write *value*, cut short, whatever its own way of writing does."""
    try:
        return f"{value!r:.80}"
    except Exception:  # a number too long to write, or a value of somebody's own
        return f"a {type(value).__name__}"
