"""A server made with the SDK: on its standard streams, or on a free port that it prints."""

from __future__ import annotations

import asyncio
import os
import socket
import sys

import uvicorn
from mcp.server.mcpserver import Context, MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from mcp_types import ToolAnnotations
from pydantic import BaseModel

app = MCPServer("notes", instructions="Notes about owls.")
READS = ToolAnnotations(read_only_hint=True)


class Age(BaseModel):
    years: int


@app.tool(annotations=READS)
def read_note(key: str, upper: bool = False) -> str:
    """Read one note by its key."""
    if key == "secret":
        raise ToolError("that one is locked")
    text = {"a": "alpha"}[key]
    return text.upper() if upper else text


@app.tool()
def write_note(key: str, text: str) -> str:
    """Write a note."""
    return f"{key}={text}"


@app.tool(annotations=READS)
async def wait() -> str:
    """Wait for long."""
    await asyncio.sleep(60)
    return "done"


@app.tool(annotations=READS)
async def huge(size: int) -> str:
    """Say much."""
    return "x" * size


@app.tool(annotations=READS)
async def ask_person(ctx: Context) -> str:
    """Ask the person."""
    return str(await ctx.elicit("How old are you?", Age))


@app.tool(annotations=READS)
def die() -> str:
    """End."""
    os._exit(1)


class Guarded:
    """Lets in who has the token, and says nothing to others."""

    def __init__(self, inner: object) -> None:
        self.inner = inner

    async def __call__(self, scope, receive, send) -> None:  # type: ignore[no-untyped-def]
        headers = dict(scope.get("headers") or [])
        if scope["type"] == "http" and headers.get(b"authorization") != b"Bearer sesame-open":
            await send({"type": "http.response.start", "status": 401, "headers": []})
            await send({"type": "http.response.body", "body": b"who?"})
            return
        await self.inner(scope, receive, send)  # type: ignore[operator]


def serve(kind: str, port: int) -> None:
    listening = socket.socket()
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    listening.bind(("127.0.0.1", port))
    listening.listen()
    made = app.sse_app() if kind == "sse" else app.streamable_http_app()
    config = uvicorn.Config(Guarded(made), log_level="critical", lifespan="on")
    print(listening.getsockname()[1], flush=True)
    uvicorn.Server(config).run([listening])


if __name__ == "__main__":
    if len(sys.argv) > 1:
        serve(sys.argv[1], int(sys.argv[2]))
    else:
        app.run()
