"""Wikis: pages in a folder that an agent reads and changes; the folder, a git remote or Notion keeps them."""
