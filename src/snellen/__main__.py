"""`python -m snellen`."""

from snellen.cli import main

main()
