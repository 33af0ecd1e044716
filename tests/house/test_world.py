"""Only io touches the world: what the import contracts cannot see.

import-linter sees a top-level module, not `urllib.request`, and no call of a builtin.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from tests.house.tree import Module, contract, modules

CONTRACT = contract("Only io touches the world")

DOTTED = (
    "concurrent.futures",
    "http.client",
    "http.server",
    "importlib.metadata",
    "importlib.resources",
    "logging.config",
    "pkgutil.get_data",
    "urllib.request",
    "xmlrpc.client",
)

FORBIDDEN = (*CONTRACT["forbidden_modules"], *DOTTED)

# The exceptions of the contract, and what they may do that only a dotted name can say.
ALLOWED = (
    *(tuple(pair.split(" -> ")) for pair in CONTRACT["ignore_imports"]),
    ("ctxfn.tokens.vocabulary", "importlib.resources"),
    ("ctxfn.tokens.vocabulary", "importlib.metadata"),
    ("ctxfn.tokens.vocabulary", "open"),
    ("ctxfn.lint.plugins", "importlib.metadata"),
    ("ctxfn.pipeline.plugins", "importlib.metadata"),
)

BUILTINS = frozenset({"open", "print", "input", "breakpoint", "eval", "exec", "__import__"})

ASYNC = (ast.AsyncFunctionDef, ast.AsyncFor, ast.AsyncWith, ast.Await)


def may(module: str, what: str) -> bool:
    """Whether a named exception lets *module* use *what*."""
    return any(
        (module == who or (who.endswith(".**") and module.startswith(who[:-2])))
        and which in ("*", what)
        for who, which in ALLOWED
    )


def entered(node: ast.AST) -> Iterator[str]:
    """Yield each dotted name that an import could mean: `from a import b` is a and a.b."""
    if isinstance(node, ast.Import):
        yield from (alias.name for alias in node.names)
    elif isinstance(node, ast.ImportFrom) and not node.level:
        yield node.module or ""
        yield from (f"{node.module}.{alias.name}" for alias in node.names)


def worldly(node: ast.AST) -> Iterator[str]:
    """Yield what a piece of syntax takes from the world."""
    for name in entered(node):
        yield from (
            banned for banned in FORBIDDEN if name == banned or name.startswith(f"{banned}.")
        )
    if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and node.id in BUILTINS:
        yield node.id
    if isinstance(node, ASYNC):
        yield "async"


def found_in(module: Module) -> Iterator[str]:
    for node in ast.walk(module.tree):
        for what in worldly(node):
            if not may(module.name, what):
                yield f"{module.path}:{getattr(node, 'lineno', 0)}: {what}"


def test_no_room_but_io_touches_the_world() -> None:
    found = [line for module in modules("ctxfn") for line in found_in(module)]

    assert found == [], "take it as an argument, or move it to ctxfn.io"


def test_module_level_names_are_never_rebound() -> None:
    """A `global` statement is state that two calls share."""
    found = [
        f"{module.path}:{node.lineno}"
        for module in modules("ctxfn")
        for node in ast.walk(module.tree)
        if isinstance(node, ast.Global)
    ]

    assert found == []
