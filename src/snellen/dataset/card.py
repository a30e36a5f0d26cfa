"""The dataset card: a README whose header lets Hugging Face `datasets` load the three files with fixed types."""

from snellen.dataset.manifest import Manifest

__all__ = ["card_text"]


def card_text(manifest: Manifest) -> str:
    """The text of the card of a dataset."""
    return f"# {manifest.name}\n"
