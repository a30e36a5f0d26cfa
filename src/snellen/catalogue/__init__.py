"""The catalogue of models: the papers' by exact version, their settings by name, and what follows those withdrawn.

No network is asked: what is known of a model's end is as of the day that the catalogue names.
"""

from snellen.catalogue.choosing import Chosen, choose_model
from snellen.catalogue.entries import Catalogue, Model, NamedSettings, catalogue
from snellen.catalogue.generation import GenerationSettings, with_changes

__all__ = [
    "Catalogue",
    "Chosen",
    "GenerationSettings",
    "Model",
    "NamedSettings",
    "catalogue",
    "choose_model",
    "with_changes",
]
