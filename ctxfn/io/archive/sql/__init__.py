"""Sql: what an archive asks of SQLite and of PostgreSQL. Needs sqlalchemy."""
