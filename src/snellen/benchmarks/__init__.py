"""The benchmarks that Snellen brings, each behind an entry point of the group `snellen.benchmarks`."""

__all__: list[str] = []
