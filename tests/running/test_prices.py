"""A file of prices is taken whole or refused in one sentence."""

from pathlib import Path

import pytest

from snellen.costs.own_prices import VARIABLE
from snellen.errors import SnellenError
from snellen.running import prices
from snellen.running.prices import take_prices

PRICE = '{"input": 2, "output": 10, "input_cache_write": 0, "input_cache_read": 1}'


@pytest.mark.parametrize(
    ("content", "named"),
    [
        (None, "No such file"),
        ("[]", r"prices\.json"),
        ("{", r"prices\.json"),
        ('{"openai/gpt-4o": {"input": "dear"}}', "input"),
        (f'{{"nobody/no-such-model-at-all": {PRICE}}}', "no-such-model-at-all"),
    ],
)
def test_what_is_no_file_of_prices_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, content: str | None, named: str
) -> None:
    path = tmp_path / "prices.json"
    if content is not None:
        path.write_text(content)
    monkeypatch.setenv(VARIABLE, str(path))
    with pytest.raises(SnellenError, match=named):
        take_prices()


def test_prices_are_told_to_inspect_where_the_variable_names_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: dict[str, float] = {}
    monkeypatch.setattr(prices, "set_model_cost", lambda model, cost: told.update({model: cost.output}))
    path = tmp_path / "prices.json"
    path.write_text(f'{{"openai/gpt-4o": {PRICE}}}')
    monkeypatch.delenv(VARIABLE, raising=False)
    take_prices()
    assert told == {}
    monkeypatch.setenv(VARIABLE, str(path))
    take_prices()
    assert told == {"openai/gpt-4o": 10}
