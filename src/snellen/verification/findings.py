"""What a verification looked at and what it found."""

from dataclasses import dataclass, field

__all__ = ["Findings"]

_SHOWN = 40


@dataclass
class Findings:
    """Things that were checked (a name and what was seen), differences, and notes that are no differences."""

    checked: list[tuple[str, str]] = field(default_factory=list)
    differences: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    def text(self) -> str:
        """The summary for a person: one line a check, a note and a difference, and the verdict last."""
        lines = [f"  {name:<11} {seen}" for name, seen in self.checked]
        lines += [f"  note: {note}" for note in self.notes]
        lines += [f"  differs: {difference}" for difference in self.differences[:_SHOWN]]
        hidden = len(self.differences) - _SHOWN
        if hidden > 0:
            lines.append(f"  … and {hidden} more differences")
        number = len(self.differences)
        return "\n".join([*lines, f"{number} difference{'s' * (number != 1)}." if number else "All good."])
