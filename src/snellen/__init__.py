"""Snellen, an eye chart for models that read charts."""

__all__ = ["__version__"]

__version__ = "0.1.0"
