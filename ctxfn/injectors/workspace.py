"""Where in the application the conversation takes place, in the system message."""

from __future__ import annotations

from typing import Final

from ctxfn.facts import Workspace
from ctxfn.messages import enclose, tag
from ctxfn.slots import SYSTEM, Injector

__all__ = ["render_workspace", "workspace"]

_LINKS: Final = "When you link to a page of this application, begin the link with the link base."
_NO_LINKS: Final = "The address of this application is not known: do not make up links to it."
_WITH_SLUG: Final = (
    "Every such link carries the slug {slug}; without it, it leads out of this workspace."
)


def render_workspace(workspace: Workspace) -> str:
    """Write whose place it is, its addresses, and how links are made; nothing known, no text.

    Contract:
        Scope, slug, address, link base, instruction, routes, in this order; what is not known
        is left out, and without an address nobody is told to link. All values are escaped.

    Complexity: O(characters).

    Source: LobeHub context-engine, workspace context; its list of routes is built in, ours is
    the fact's.

    Examples:
        >>> print(render_workspace(Workspace("https://app.example", "blue")))
        <workspace_context>
        <scope>workspace</scope>
        <slug>blue</slug>
        <app_url>https://app.example</app_url>
        <link_base>https://app.example/blue</link_base>
        <instruction>When you link to a page of this application, begin the link with the link \
base. Every such link carries the slug blue; without it, it leads out of this \
workspace.</instruction>
        </workspace_context>
        >>> render_workspace(Workspace())
        ''
    """
    if not workspace.app_url and workspace.slug is None and not workspace.routes:
        return ""
    instruction = _LINKS if workspace.link_start else _NO_LINKS
    if workspace.link_start and workspace.slug is not None:
        instruction += " " + _WITH_SLUG.replace("{slug}", workspace.slug)
    values = (
        ("scope", workspace.scope),
        ("slug", workspace.slug),
        ("app_url", workspace.app_url or None),
        ("link_base", workspace.link_start),
        ("instruction", instruction),
    )
    lines = [tag(name, value) for name, value in values if value is not None]
    if workspace.routes:
        routes = [tag("route", one.description or None, path=one.path) for one in workspace.routes]
        lines.append(enclose("routes", *routes))
    return enclose("workspace_context", *lines)


workspace: Final = Injector("workspace", SYSTEM, Workspace, render_workspace)
