"""The web: pages that are searched for and fetched."""
