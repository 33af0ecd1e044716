"""Logs: what happened to a session, line by line, on the disk before anything is done about it."""
