"""Servers that speak protocols of the world, for tests and benchmarks."""
