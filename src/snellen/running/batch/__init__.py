"""Models asked through their vendors' batch APIs: half the price, within a day, and safe to interrupt at any point."""

__all__: list[str] = []
