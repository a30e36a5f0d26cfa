"""A limit on what a run may cost: no request is begun that could go beyond it."""

__all__ = ["Budget"]


class Budget:
    """What a run may spend, has spent and has under way, in US dollars.

    `request` is what one request is expected to cost at most; where those answered so far cost more on average, that is
    taken. A request whose cost stays unknown counts as one.
    """

    def __init__(self, most: float, *, spent: float, request: float) -> None:
        self.most = most
        self.spent = spent
        self.is_reached = False
        self._expected = request
        self._under_way = 0
        self._settled, self._session = 0, 0.0

    def admit(self) -> bool:
        """Whether one more request may begin; it then is under way until it is settled."""
        mean = self._session / self._settled if self._settled else 0.0
        if self.spent + (self._under_way + 1) * max(self._expected, mean) > self.most:
            self.is_reached = True
            return False
        self._under_way += 1
        return True

    def release(self) -> None:
        """A request failed: it is over, and such requests are not billed."""
        self._under_way -= 1

    def settle(self, cost: float | None) -> None:
        """A request was answered, and cost so much, or an unknown sum."""
        taken = self._expected if cost is None else cost
        self._under_way -= 1
        self._settled += 1
        self._session += taken
        self.spent += taken

    def told(self) -> str:
        """What was spent of it, in words."""
        return f"${self.spent:.4f} of the ${self.most:g} of --max-cost are spent and one more request could exceed it"
