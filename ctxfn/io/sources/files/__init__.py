"""Files: folders as sources, read safely."""
