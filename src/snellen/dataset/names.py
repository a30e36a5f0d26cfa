"""Many names in little memory."""

import hashlib

__all__ = ["Names", "digest_of"]


class Names:
    """A set of names, of each of which eight bytes of a digest are kept: a million take 65 MB.

    Two names that are taken for one are not to be met: of a million, one in forty million such sets has two.
    """

    def __init__(self) -> None:
        self._digests: set[int] = set()

    def add(self, name: str) -> bool:
        """Add a name; True where it was there already."""
        before = len(self._digests)
        self._digests.add(digest_of(name))
        return len(self._digests) == before

    def __contains__(self, name: str) -> bool:
        return digest_of(name) in self._digests

    def __len__(self) -> int:
        return len(self._digests)


def digest_of(name: str) -> int:
    """Eight bytes of a digest, as a number. Raises AttributeError for what is no text."""
    return int.from_bytes(hashlib.blake2b(name.encode("utf-8", "surrogatepass"), digest_size=8).digest())
