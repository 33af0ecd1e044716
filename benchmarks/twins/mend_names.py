"""Names that a target takes, in place."""

from __future__ import annotations

import hashlib
import re

from benchmarks.twins.shapes import Rows

__all__ = ["mend_names"]

_FINE = re.compile(r"[a-zA-Z0-9_-]{1,64}")
_OTHER = re.compile(r"[^a-zA-Z0-9_-]")


def mend_names(rows: Rows) -> None:
    """Rename speakers whose names a target refuses; two speakers stay two."""
    spoken = [row for row in rows if row.get("role") != "tool" and "name" in row]
    names = dict.fromkeys(row["name"] for row in spoken)
    taken = {name for name in names if _FINE.fullmatch(name)}
    mended: dict[str, str] = {}
    for name in names:
        if name in taken or not name:
            continue
        digest = hashlib.sha256(name.encode("utf-8", "surrogatepass")).hexdigest()[:8]
        clean = _OTHER.sub("_", name)
        made = clean[:64] if clean.strip("_") else f"speaker_{digest}"
        if made in taken:
            made = f"{clean[:55]}_{digest}"
        taken.add(made)
        mended[name] = made
    for row in spoken:
        if not row["name"]:
            del row["name"]
        elif row["name"] in mended:
            row["name"] = mended[row["name"]]
