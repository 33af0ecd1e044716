"""Slack: channels, threads and people of a workspace."""
