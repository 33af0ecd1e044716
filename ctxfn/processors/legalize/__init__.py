"""Legalize: steps that make a flat conversation acceptable to one target."""

from __future__ import annotations

from ctxfn.processors.legalize.developer_as_system import (
    developer_as_system,
)
from ctxfn.processors.legalize.fold_system import (
    fold_system,
)
from ctxfn.processors.legalize.lift_media import (
    lift_media,
)
from ctxfn.processors.legalize.meet_capabilities import (
    meet_capabilities,
)
from ctxfn.processors.legalize.mend_call_ids import (
    mend_call_ids,
)
from ctxfn.processors.legalize.mend_unicode import (
    broken_fields,
    maybe_broken,
    mend_unicode,
)
from ctxfn.processors.legalize.merge_runs import (
    merge_runs,
)
from ctxfn.processors.legalize.names_as_text import (
    names_as_text,
)
from ctxfn.processors.legalize.place_system import (
    place_system,
)
from ctxfn.processors.legalize.rewrite_empty import (
    rewrite_empty,
)
from ctxfn.processors.legalize.start_with_user import (
    start_with_user,
)

__all__ = [
    "broken_fields",
    "developer_as_system",
    "fold_system",
    "lift_media",
    "maybe_broken",
    "meet_capabilities",
    "mend_call_ids",
    "mend_unicode",
    "merge_runs",
    "names_as_text",
    "place_system",
    "rewrite_empty",
    "start_with_user",
]
