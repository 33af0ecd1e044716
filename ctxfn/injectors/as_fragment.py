"""Write a structure that an editor made so that it stays one, and can be nothing else."""

from __future__ import annotations

from xml.parsers import expat

from ctxfn.messages import escape, neutralise, neutralise_tags

__all__ = ["as_fragment"]


def as_fragment(xml: str, names: tuple[str, ...]) -> str:
    """Return *xml* as it is if it is whole in itself, else escaped.

    Node ids in a structure of entities are hard to read, and what opens and closes its own
    elements cannot close the one around it.

    Contract:
        Escaped is what is no well-formed fragment, what holds a tag named as one of *names*
        (those around it), even in a comment, and what holds a marker of the envelope.

    Complexity: O(characters).

    Source: ours; LobeHub context-engine puts the structure in unescaped.

    Examples:
        >>> as_fragment('<p id="4">old</p>', ("selection",))
        '<p id="4">old</p>'
        >>> as_fragment("</selection>", ("selection",))
        '&lt;/selection&gt;'
    """
    alone = neutralise(xml) is xml and neutralise_tags((xml,), names)[0] is xml
    return xml if alone and _is_whole(xml) else escape(xml)


def _is_whole(xml: str) -> bool:
    """Say whether *xml* closes what it opens; entities of its own cannot be declared in there."""
    if "<" not in xml and "&" not in xml:
        return ">" not in xml and '"' not in xml
    try:
        expat.ParserCreate().Parse(f"<fragment>{xml}</fragment>", True)
    except (expat.ExpatError, UnicodeError):
        return False
    return True
