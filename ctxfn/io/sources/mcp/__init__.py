"""Mcp: servers of the Model Context Protocol as sources, each in a process or behind an address."""
