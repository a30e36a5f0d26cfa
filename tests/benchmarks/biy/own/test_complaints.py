"""What is heard of a library's own words."""

import os

import pytest

from snellen.benchmarks.biy.own.complaints import heard, reason


def test_what_is_written_to_the_descriptor_is_heard_and_not_shown(capfd: pytest.CaptureFixture[str]) -> None:
    with heard() as said:
        os.write(2, b"WARN: careful\n")
    with heard() as more, pytest.raises(RuntimeError):  # noqa: PT012
        os.write(2, b"ERROR Error: no\n")
        raise RuntimeError
    os.write(2, b"shown")
    assert (said, more) == (["WARN: careful\n"], ["ERROR Error: no\n"])
    assert capfd.readouterr().err == "shown"


@pytest.mark.parametrize(
    ("error", "said", "expected"),
    [
        (
            "TypeError: Cannot read",
            "ERROR Error: Unrecognized scheme name: dusk\n    at l (x.js:7)",
            "Unrecognized scheme",
        ),
        ("Vega failed:\nSyntaxError: Unexpected token\n   at x", "", "SyntaxError: Unexpected token"),
        ("it has no points with both axes", "WARN: careful", "it has no points with both axes"),
        ("", "", "no reason given"),
    ],
)
def test_the_first_error_is_the_reason(error: str, said: str, expected: str) -> None:
    assert reason(ValueError(error), said).startswith(expected)
    assert len(reason(ValueError("x" * 500))) == 200
