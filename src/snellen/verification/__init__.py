"""A dataset held against its manifest, its sources, and the plan that made it."""

from snellen.verification.verifying import verify_dataset

__all__ = ["verify_dataset"]
