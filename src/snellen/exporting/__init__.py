"""Tables of runs as files that other programs read: which tables there are, and how each format writes them."""

from snellen.exporting.formats import FORMATS, format_of, write_table
from snellen.exporting.tables import TABLES, export_table

__all__ = ["FORMATS", "TABLES", "export_table", "format_of", "write_table"]
