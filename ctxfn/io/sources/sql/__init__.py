"""Sql: databases as sources, which the database itself keeps from being written."""
