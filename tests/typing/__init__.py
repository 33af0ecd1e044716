"""Code as users write it: mypy --strict and pyright accept all of it."""
