"""What is kept out of everything that is written: whole keys, what a vendor shows of them, and innocent text stays."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from snellen.running.redaction import Redaction, without_secrets

KEY = "sk-proj-abcdefghij0123456789wxyz"


def test_keys_and_passwords_are_not_kept() -> None:
    arguments = {
        "api_key": "x",
        "azure_TOKEN": "x",
        "client_secret": "x",
        "seed": 1,
        "table": "t.json",
        "base_url": "https://me:pass@host/v1",
        "default_headers": {"Authorization": "Bearer x", "X-Team": "eyes"},
        "parts": [{"password": "x", "n": 1}],
    }
    assert without_secrets(arguments) == {
        "seed": 1,
        "table": "t.json",
        "base_url": "https://host/v1",
        "default_headers": {"X-Team": "eyes"},
        "parts": [{"n": 1}],
    }


@pytest.mark.parametrize(
    ("told", "kept"),
    [
        (f"You sent {KEY}.", "You sent [removed]."),
        ("Incorrect API key provided: sk-proj-************wxyz.", "Incorrect API key provided: [removed]."),
        ("key sk-pr…wxyz is wrong", "key [removed] is wrong"),
        ("key sk-pro...wxyz is wrong", "key [removed] is wrong"),
        ("wait... the ** server ** is on fire", "wait... the ** server ** is on fire"),
    ],
)
def test_keys_are_removed_whole_or_masked(told: str, kept: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOME_API_KEY", KEY)
    assert Redaction({}).text(told) == kept
    monkeypatch.delenv("SOME_API_KEY")
    assert Redaction({"api_key": KEY}).text(told) == kept
    assert Redaction({"default_headers": {"Authorization": f"Bearer {KEY}"}}).text(told) == kept


def test_the_login_of_an_address_is_a_secret() -> None:
    told = Redaction({"base_url": "https://me:opensesame@host/v1"}).text("cannot reach https://me:opensesame@host/v1")
    assert told == "cannot reach https://[removed]@host/v1"


@given(st.text(max_size=40), st.text(max_size=40), st.integers(0, 6), st.integers(0, 6), st.sampled_from("*•…"))
def test_no_text_around_a_key_hides_it(before: str, after: str, first: int, last: int, mask: str) -> None:
    redaction = Redaction({"api_key": KEY})
    assert KEY not in redaction.text(before + KEY + after)
    shown = KEY[: 4 + first] + mask * 8 + KEY[-4 - last :]
    assert shown not in redaction.text(f"{before} {shown} {after}")


def test_errors_are_cleaned_with_all_that_they_came_from() -> None:
    class VendorError(Exception):
        def __init__(self, message: str) -> None:
            super().__init__(message)
            self.message, self.body = message, {"error": {"message": [message]}}

    def fail() -> None:
        try:
            raise VendorError(f"bad {KEY}")
        except VendorError as error:
            raise RuntimeError(f"Request: {KEY}") from error

    with pytest.raises(RuntimeError) as caught:
        fail()
    Redaction({"api_key": KEY}).error(caught.value)
    came_from = caught.value.__cause__
    assert isinstance(came_from, VendorError)
    assert str(caught.value) == "Request: [removed]"
    assert (came_from.args, came_from.message) == (("bad [removed]",), "bad [removed]")
    assert came_from.body == {"error": {"message": ["bad [removed]"]}}
