"""Options give nothing away: no rule that looks at them alone finds the key."""

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

from snellen.benchmarks.chartom import BENCHMARK
from snellen.dataset import Question

RATIOS = ("truncated y-axis", "pictorial bars", "logarithmic y-axis")
SEEDS = range(300, 345)


def asked() -> Iterator[Question]:
    """The ratio questions with options, one a pair."""
    for seed in SEEDS:
        for cell in BENCHMARK.cells("paper", seed, {"manipulation": RATIOS, "format": ["multiple choice"]}):
            question = next(iter(BENCHMARK.plan(cell, seed))).questions[0]
            if question.answer and question.answer.endswith(" times"):
                yield question


def number(option: str) -> float:
    return float(option.removesuffix(" times"))


def decimals(option: str) -> int:
    return len(option.removesuffix(" times").rstrip("0").partition(".")[2])


def chances(question: Question) -> dict[str, float]:
    """How likely each rule finds the key; a rule that leaves several options draws one of them."""
    options = sorted(question.choices or [], key=number)
    forms = [decimals(option) for option in options]
    rules = {f"place {place}": [option] for place, option in enumerate(options)}
    for name, wanted in (("fewest decimals", min(forms)), ("most decimals", max(forms))):
        rules[name] = [option for option, form in zip(options, forms, strict=True) if form == wanted]
    rules["alone in its form"] = [o for o, form in zip(options, forms, strict=True) if forms.count(form) == 1]
    logs = [number(after) / number(before) for before, after in pairwise(options)]
    closest = logs.index(min(logs))
    rules["closest two"] = options[closest : closest + 2]
    rules["not the closest two"] = [option for option in options if option not in rules["closest two"]]
    return {name: (question.answer in kept) / len(kept) if kept else 1 / len(options) for name, kept in rules.items()}


def test_no_rule_of_place_or_form_finds_the_ratio() -> None:
    found: dict[str, Counter[str]] = {}
    numbers: Counter[str] = Counter()
    for question in asked():
        for kind in ("all", question.property):
            numbers[kind] += 1
            found.setdefault(kind, Counter()).update(chances(question))
    # Three places are left beside a tempting answer that is always on one side: a third. The rest is sampling error,
    # three standard errors of it.
    for kind, rules in found.items():
        most = 0.39 + 3 * (0.25 / numbers[kind]) ** 0.5
        assert {rule: share for rule, count in rules.items() if (share := count / numbers[kind]) > most} == {}


def test_all_options_of_a_ratio_have_two_decimals_and_are_apart() -> None:
    for question in asked():
        options = sorted(question.choices or [], key=number)
        assert len(options) == 4
        assert all(f"{number(option):.2f} times" == option for option in options)
        assert all(number(after) / number(before) >= 1.0999 for before, after in pairwise(options))
        tempting: Any = (question.answer_data or {})["tempting"]
        assert {str(question.answer), *map(str, tempting)} <= set(options)
