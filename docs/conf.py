"""How Sphinx builds the pages; they are Markdown, so that a forge shows them as well."""

project = "ctxfn"
copyright = "the ctxfn authors"
extensions = ["myst_parser"]
source_suffix = {".md": "markdown"}
exclude_patterns = ["_build"]
html_theme = "alabaster"
myst_heading_anchors = 3
myst_enable_extensions = ["colon_fence"]
nitpicky = True
suppress_warnings = ["myst.xref_missing"]  # links to files outside docs are for the forge
