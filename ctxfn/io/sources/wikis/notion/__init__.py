"""Notion: a database of pages as a flat folder of Markdown files."""
