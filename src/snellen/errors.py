"""The errors that a user can mend: each message names what is wrong, where, and what to do."""

__all__ = ["SnellenError"]


class SnellenError(Exception):
    """A mistake in the input or a fault of the surroundings, told in one sentence with its cure.

    The command line prints the message alone and exits with status 2; anything else that is raised is a
    defect of Snellen and keeps its traceback.
    """
