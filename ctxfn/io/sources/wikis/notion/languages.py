"""What Notion calls the languages of code, and what people write behind a fence."""

from __future__ import annotations

from typing import Final

__all__ = ["LANGUAGES", "PLAIN", "fence_name", "language_of"]

PLAIN: Final = "plain text"

LANGUAGES: Final = frozenset(
    (
        "abap", "agda", "arduino", "assembly", "bash", "basic", "bnf", "c", "c#", "c++", "clojure",
        "coffeescript", "coq", "css", "dart", "dhall", "diff", "docker", "ebnf", "elixir", "elm",
        "erlang", "f#", "flow", "fortran", "gherkin", "glsl", "go", "graphql", "groovy", "haskell",
        "hcl", "html", "idris", "java", "java/c/c++/c#", "javascript", "json", "julia", "kotlin",
        "latex", "less", "lisp", "livescript", "llvm ir", "lua", "makefile", "markdown", "markup",
        "mathematica", "matlab", "mermaid", "nix", "notion formula", "objective-c", "ocaml",
        "pascal", "perl", "php", PLAIN, "powershell", "prolog", "protobuf", "purescript", "python",
        "r", "racket", "reason", "ruby", "rust", "sass", "scala", "scheme", "scss", "shell",
        "smalltalk", "solidity", "sql", "swift", "toml", "typescript", "vb.net", "verilog", "vhdl",
        "visual basic", "webassembly", "xml", "yaml",
    )
)  # fmt: skip

_ALIASES: Final = {
    "": PLAIN,
    "asm": "assembly",
    "clj": "clojure",
    "coffee": "coffeescript",
    "console": "shell",
    "cpp": "c++",
    "cs": "c#",
    "csharp": "c#",
    "cxx": "c++",
    "dockerfile": "docker",
    "erl": "erlang",
    "ex": "elixir",
    "exs": "elixir",
    "fsharp": "f#",
    "golang": "go",
    "h": "c",
    "hpp": "c++",
    "hs": "haskell",
    "htm": "html",
    "jl": "julia",
    "js": "javascript",
    "jsx": "javascript",
    "kt": "kotlin",
    "make": "makefile",
    "md": "markdown",
    "ml": "ocaml",
    "mjs": "javascript",
    "objc": "objective-c",
    "patch": "diff",
    "pl": "perl",
    "plain": PLAIN,
    "plaintext": PLAIN,
    "proto": "protobuf",
    "ps1": "powershell",
    "py": "python",
    "python3": "python",
    "rb": "ruby",
    "rs": "rust",
    "sh": "shell",
    "sol": "solidity",
    "terraform": "hcl",
    "tex": "latex",
    "text": PLAIN,
    "tf": "hcl",
    "ts": "typescript",
    "tsx": "typescript",
    "txt": PLAIN,
    "vb": "visual basic",
    "wasm": "webassembly",
    "yml": "yaml",
    "zsh": "shell",
}


def language_of(fence: str) -> str:
    """Name in Notion's words what stands behind a fence; of what Notion does not know, plain text.

    Examples:
        >>> language_of("py"), language_of("C++"), language_of("zig")
        ('python', 'c++', 'plain text')
    """
    name = fence.strip().lower()
    name = _ALIASES.get(name, name)
    return name if name in LANGUAGES else PLAIN


def fence_name(language: str) -> str:
    """Write what stands behind a fence."""
    return "" if language == PLAIN else language
