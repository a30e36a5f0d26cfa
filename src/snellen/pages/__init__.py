"""What the pages share, report and gallery: templates that escape, inert data, long lists in parts, small pictures,
whole folders."""

from snellen.pages.folder import link_or_copy, replaced_folder
from snellen.pages.parts import Parts
from snellen.pages.pictures import Shrunken, shrink, shrink_all
from snellen.pages.rendering import inert_json, package_text, render_page

__all__ = [
    "Parts",
    "Shrunken",
    "inert_json",
    "link_or_copy",
    "package_text",
    "render_page",
    "replaced_folder",
    "shrink",
    "shrink_all",
]
