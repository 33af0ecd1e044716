"""Sources: places outside where something is known, asked safely, shown to a model or told as facts."""

from __future__ import annotations

from ctxfn.io.errors import SourceRefusal
from ctxfn.io.sources.agents import AgentEvent, AgentTask, SourceTool, SubAgent
from ctxfn.io.sources.answers import Answer, Document, Problem, Status, write_answer
from ctxfn.io.sources.caching import with_cache
from ctxfn.io.sources.declared import DeclaredSources, read_sources
from ctxfn.io.sources.exposing import (
    Exposure,
    Mode,
    aexpose,
    expose,
    expose_all,
    together,
)
from ctxfn.io.sources.files.filesystem import filesystem
from ctxfn.io.sources.files.workspace import workspace
from ctxfn.io.sources.google.calendar import calendar
from ctxfn.io.sources.google.drive import gdrive
from ctxfn.io.sources.google.gmail import gmail
from ctxfn.io.sources.google.signing_in import GoogleAuth
from ctxfn.io.sources.kinds import KINDS, SourceKind
from ctxfn.io.sources.limits import Limits
from ctxfn.io.sources.mcp.server import mcp_server
from ctxfn.io.sources.naming import slug, slugs
from ctxfn.io.sources.opened import (
    OpenSource,
    aquery,
    astatus,
    aupdate,
    opened,
    opened_now,
    query,
    status,
    update,
)
from ctxfn.io.sources.operations import Operation, operation
from ctxfn.io.sources.retrieving import Retrieved, contribution, retrieve, retrieve_now
from ctxfn.io.sources.slack.slack import slack
from ctxfn.io.sources.source import Asker, Question, Source, Surface, steady
from ctxfn.io.sources.sql.database import database
from ctxfn.io.sources.web.backend import Hit, Page, WebBackend
from ctxfn.io.sources.web.direct import direct
from ctxfn.io.sources.web.exa import exa
from ctxfn.io.sources.web.parallel import parallel
from ctxfn.io.sources.web.web import web
from ctxfn.io.sources.wikis.backend import Saved, WikiBackend
from ctxfn.io.sources.wikis.changing import arefresh_wiki, refresh_wiki
from ctxfn.io.sources.wikis.files_backend import wiki_files
from ctxfn.io.sources.wikis.git_backend import wiki_git
from ctxfn.io.sources.wikis.notion.notion_backend import wiki_notion
from ctxfn.io.sources.wikis.wiki import wiki
from ctxfn.io.sources.wrapping import (
    read_only,
    with_deadline,
    with_limit,
    with_prefix,
    with_redaction,
    with_retry,
)

__all__ = [
    "KINDS",
    "AgentEvent",
    "AgentTask",
    "Answer",
    "Asker",
    "DeclaredSources",
    "Document",
    "Exposure",
    "GoogleAuth",
    "Hit",
    "Limits",
    "Mode",
    "OpenSource",
    "Operation",
    "Page",
    "Problem",
    "Question",
    "Retrieved",
    "Saved",
    "Source",
    "SourceKind",
    "SourceRefusal",
    "SourceTool",
    "Status",
    "SubAgent",
    "Surface",
    "WebBackend",
    "WikiBackend",
    "aexpose",
    "aquery",
    "arefresh_wiki",
    "astatus",
    "aupdate",
    "calendar",
    "contribution",
    "database",
    "direct",
    "exa",
    "expose",
    "expose_all",
    "filesystem",
    "gdrive",
    "gmail",
    "mcp_server",
    "opened",
    "opened_now",
    "operation",
    "parallel",
    "query",
    "read_only",
    "read_sources",
    "refresh_wiki",
    "retrieve",
    "retrieve_now",
    "slack",
    "slug",
    "slugs",
    "status",
    "steady",
    "together",
    "update",
    "web",
    "wiki",
    "wiki_files",
    "wiki_git",
    "wiki_notion",
    "with_cache",
    "with_deadline",
    "with_limit",
    "with_prefix",
    "with_redaction",
    "with_retry",
    "workspace",
    "write_answer",
]
