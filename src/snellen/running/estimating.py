"""What a run would take before it is run: requests, tokens, dollars and time, each as a range."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import NamedTuple

from snellen.benchmark import Benchmark, find_benchmark
from snellen.catalogue import GenerationSettings, choose_model
from snellen.costs.image_tokens import ImageFormula, image_formula
from snellen.costs.prices import Price, find_price, library_told
from snellen.costs.token_counts import PER_TURN, Range, answer_tokens, reasoning_tokens, text_tokens
from snellen.dataset import Dataset, Question
from snellen.errors import SnellenError
from snellen.messages import Image, Message, Text
from snellen.running.selection import Prompting, prompt_ways, select_questions

__all__ = ["Estimate", "WayEstimate", "estimate_dataset", "estimate_questions"]

_OWN_MACHINE = ("transformers", "vllm", "hf", "ollama", "llama-cpp-python", "sglang", "transformer_lens", "lmstudio")
_WORTH_CACHING = 1024
"""Tokens at the beginning of a request from which providers keep them for the next one."""


@dataclass(frozen=True, slots=True)
class WayEstimate:
    """The requests asked in one way. `images` is how many pictures they show; tokens are those of all requests.

    `image_tokens` is None where no formula is known. `repeated_tokens` are those of the examples, which begin each
    request alike; they are among the others.
    """

    strategy: str
    n_examples: int
    requests: int
    images: int
    image_tokens: Range | None
    text_tokens: Range
    repeated_tokens: Range
    output_tokens: Range

    @property
    def input_tokens(self) -> Range:
        """Tokens of pictures, as far as a formula is known, and text."""
        return self.text_tokens if self.image_tokens is None else self.text_tokens + self.image_tokens


@dataclass(frozen=True, slots=True)
class Estimate:
    """A run's estimate. `cost` is in US dollars, None where no price is known; `minutes` None without a rate."""

    model: str
    dataset: str
    ways: tuple[WayEstimate, ...]
    requests: int
    input_tokens: Range
    output_tokens: Range
    cost: Range | None
    minutes: Range | None
    price: Price | None
    assumptions: tuple[str, ...]

    @property
    def dearest_request(self) -> float | None:
        """What a request costs at most on average in the dearest way; None where no price is known.

        A picture without a formula is taken for 2,000 tokens.
        """
        if self.price is None:
            return None
        sums = [
            (
                way.input_tokens.high / way.requests
                + (2000 * way.images / way.requests if way.image_tokens is None else 0)
            )
            * max(self.price.input, self.price.cache_write if _is_written(self.model, batch=False) else 0)
            + way.output_tokens.high / way.requests * self.price.output
            for way in self.ways
            if way.requests
        ]
        return max(sums, default=0.0) / 1e6

    @property
    def cost_of_a_request(self) -> Range | None:
        """US dollars a request on average."""
        return None if self.cost is None or not self.requests else self.cost.times(1 / self.requests)


def estimate_dataset(
    dataset: Path,
    *,
    model: str | None = None,
    settings: str | None = None,
    generation: Sequence[str] = (),
    tasks: str | Sequence[str] | None = None,
    strategies: str | Sequence[str] | None = None,
    n_examples: str | int | None = None,
    designs: str | Sequence[str] | None = None,
    limit: int | None = None,
    epochs: int = 1,
    batch: bool = False,
    cached: bool = False,
    output_tokens: int | None = None,
    rate: float | None = None,
    tokens_per_minute: float | None = None,
) -> Estimate:
    """The estimate of the run that `snellen eval` or `snellen batch` would make with the same choices.

    Raises SnellenError as these do.
    """
    opened = Dataset(dataset)
    opened.refuse_edited_questions()
    chosen = choose_model(model, settings, generation)
    if chosen.model.startswith("snellen/"):
        from snellen.readers import find_reader

        find_reader(chosen.model)
    benchmark = find_benchmark(opened.manifest.benchmark)
    questions = select_questions(opened, benchmark, tasks=tasks, designs=designs)[:limit]
    return estimate_questions(
        opened,
        questions,
        prompt_ways(strategies, n_examples),
        model=chosen.model,
        generation=chosen.generation,
        epochs=epochs,
        batch=batch,
        cached=cached,
        output_tokens=output_tokens,
        rate=rate,
        tokens_per_minute=tokens_per_minute,
    )


def estimate_questions(
    dataset: Dataset,
    questions: Sequence[Question],
    ways: Sequence[Prompting],
    *,
    model: str,
    generation: GenerationSettings,
    epochs: int = 1,
    batch: bool = False,
    cached: bool = False,
    output_tokens: int | None = None,
    rate: float | None = None,
    tokens_per_minute: float | None = None,
    most_counted: int | None = None,
) -> Estimate:
    """The estimate of asking `questions`, each `epochs` times in each of `ways`.

    `batch` is the vendor's batch price; `cached` takes what begins each request alike as read from a cache;
    `output_tokens` is how many each reply has, instead of the assumption; `rate` is requests a minute. Where there are
    more than `most_counted` questions, so many, evenly spaced, stand for all. A local reader takes no tokens and no
    dollars.
    """
    is_local = model.startswith("snellen/")
    formula = _formula(model, generation)
    counter = _Counter(dataset, find_benchmark(dataset.manifest.benchmark), formula)
    thinking = reasoning_tokens(model, generation)
    fixed = None if output_tokens is None else Range(output_tokens, output_tokens)
    step = 1 if most_counted is None else max(1, -(-len(questions) // most_counted))
    counted = []
    for way in ways:
        one = _for_all(counter.count(questions[::step], way, thinking, fixed), len(questions) * epochs)
        counted.append(_free(one) if is_local else one)
    requests = sum(way.requests for way in counted)
    total_in = sum((way.input_tokens for way in counted), Range(0, 0))
    total_out = sum((way.output_tokens for way in counted), Range(0, 0))
    prices = [
        find_price(model, batch=batch, prompt_tokens=round(way.input_tokens.high / max(way.requests, 1)))
        for way in counted
    ]
    written = _is_written(model, batch=batch)
    costs = [
        _cost(way, price, cached=cached, written=written)
        for way, price in zip(counted, prices, strict=True)
        if price is not None
    ]
    is_priced = len(costs) == len(counted) and (formula is not None or is_local)
    cost = Range(0, 0) if is_local else sum(costs, Range(0, 0)) if is_priced else None
    return Estimate(
        model=model,
        dataset=str(dataset.path),
        ways=tuple(counted),
        requests=requests,
        input_tokens=total_in,
        output_tokens=total_out,
        cost=cost,
        minutes=_minutes(requests, total_in + total_out, rate, tokens_per_minute),
        price=next(iter(prices), None),
        assumptions=tuple(
            _assumptions(model, formula, next(iter(prices), None), thinking, fixed, batch=batch, cached=cached)
        ),
    )


class _Tokens(NamedTuple):
    text: Range
    images: int
    image_tokens: Range


class _Counter:
    """Counts tokens of a dataset's conversations, each turn that is shown again once."""

    def __init__(self, dataset: Dataset, benchmark: Benchmark, formula: ImageFormula | None) -> None:
        self._dataset, self._benchmark, self._formula = dataset, benchmark, formula
        self._sizes = {dataset.image_path(chart).name: (chart.width, chart.height) for chart in dataset.charts()}
        self._turns: dict[Message, _Tokens] = {}

    def count(self, questions: Sequence[Question], way: Prompting, thinking: Range, fixed: Range | None) -> WayEstimate:
        text = repeated = answers = shown = Range(0, 0)
        images = 0
        for question in questions:
            *before, asked = self._benchmark.messages(self._dataset, question, *way)
            for turn in before:
                if turn not in self._turns:
                    self._turns[turn] = self._tokens(turn)
            counted = [*(self._turns[turn] for turn in before), self._tokens(asked)]
            for one in counted:
                text, shown, images = text + one.text, shown + one.image_tokens, images + one.images
            examples = sum((one.text + one.image_tokens for one in counted[:-1]), Range(0, 0))
            if examples.low >= _WORTH_CACHING:
                repeated += examples
            answers += (answer_tokens(question.answer) + thinking) if fixed is None else fixed
        image_tokens = None if self._formula is None else shown
        return WayEstimate(*way, len(questions), images, image_tokens, text, repeated, answers)

    def _tokens(self, turn: Message) -> _Tokens:
        text = sum((text_tokens(part.text) for part in turn.content if isinstance(part, Text)), Range(0, 0))
        pictures = [self._picture(part) for part in turn.content if isinstance(part, Image)]
        return _Tokens(text + Range(PER_TURN, PER_TURN), len(pictures), sum(pictures, Range(0, 0)))

    def _picture(self, picture: Image) -> Range:
        if picture.path.name not in self._sizes:
            raise SnellenError(f"{picture.path}: no chart of the dataset has this picture; make the dataset again.")
        return Range(0, 0) if self._formula is None else Range(*self._formula.tokens(*self._sizes[picture.path.name]))


def _formula(model: str, generation: GenerationSettings) -> ImageFormula | None:
    """By the vendor behind the way of access: `openrouter/openai/…` is OpenAI's."""
    *access, name = model.split("/")
    for vendor in ("openai", "anthropic", "google"):
        if vendor in access:
            return image_formula(vendor, name, detail=generation.image_detail, resolution=generation.media_resolution)
    return None


def _is_written(model: str, *, batch: bool) -> bool:
    """Inspect asks Anthropic to keep each prompt in its cache, which bills it at the price of a write."""
    return model.startswith("anthropic/") and not batch


def _for_all(way: WayEstimate, requests: int) -> WayEstimate:
    """What was counted of some requests, for all of them."""
    factor = requests / max(way.requests, 1)
    return replace(
        way,
        requests=requests,
        images=round(way.images * factor),
        image_tokens=None if way.image_tokens is None else way.image_tokens.times(factor),
        text_tokens=way.text_tokens.times(factor),
        repeated_tokens=way.repeated_tokens.times(factor),
        output_tokens=way.output_tokens.times(factor),
    )


def _free(way: WayEstimate) -> WayEstimate:
    none = Range(0, 0)
    return replace(way, image_tokens=none, text_tokens=none, repeated_tokens=none, output_tokens=none)


def _cost(way: WayEstimate, price: Price, *, cached: bool, written: bool) -> Range:
    """`written`: at most, what was not read from the cache is billed as written into it."""
    dearest = max(price.input, price.cache_write) if written else price.input
    saved = way.repeated_tokens if cached else Range(0, 0)
    low, high = (
        ((tokens - kept) * fresh + kept * price.cache_read + out * price.output) / 1e6
        for tokens, kept, out, fresh in (
            (way.input_tokens.low, saved.low, way.output_tokens.low, price.input),
            (way.input_tokens.high, saved.high, way.output_tokens.high, dearest),
        )
    )
    return Range(low, high)


def _minutes(requests: int, tokens: Range, rate: float | None, tokens_per_minute: float | None) -> Range | None:
    """The slower of the two limits holds."""
    by_requests = [requests / rate] if rate else []
    low = by_requests + ([tokens.low / tokens_per_minute] if tokens_per_minute else [])
    high = by_requests + ([tokens.high / tokens_per_minute] if tokens_per_minute else [])
    return Range(max(low), max(high)) if low else None


def _assumptions(
    model: str,
    formula: ImageFormula | None,
    price: Price | None,
    thinking: Range,
    fixed: Range | None,
    *,
    batch: bool,
    cached: bool,
) -> list[str]:
    if model.startswith("snellen/"):
        return ["A local reader takes no tokens and costs nothing."]
    own = model.partition("/")[0] in _OWN_MACHINE
    pictures = f"Pictures: {formula.told}." if formula else f"Pictures: no formula is known for {model}."
    if fixed is not None:
        answers = f"Replies: {fixed.low:,.0f} tokens each, as given."
    else:
        answers = "Replies: from the right answer's own tokens to three times those and 50 more"
        answers += (
            f", and {thinking.low:,.0f} to {thinking.high:,.0f} of thinking." if thinking.high else "; no thinking."
        )
    if price is not None:
        source = "" if price.told.startswith("your own") else f" ({library_told()})"
        said = f"Price: ${price.input:g} in and ${price.output:g} out a million tokens, {price.told}{source}."
    elif own:
        said = "Price: a model on a machine of your own has none by the token."
    else:
        said = f"Price: not known for {model} ({library_told()}); name your own in a file (docs/cost.md)."
    lines = [
        pictures,
        f"Text: 4 letters a token, and 3 to 1.5 digits or signs a token; {PER_TURN} tokens a turn.",
        answers,
        said,
    ]
    if batch and price is not None:
        lines.append("The batch discount is in the price.")
    if _is_written(model, batch=batch) and price is not None:
        lines.append(
            f"At most the prompts are billed as written into a cache, ${price.cache_write:g} a million tokens."
        )
    if cached:
        lines.append(f"Examples of {_WORTH_CACHING:,} tokens or more are taken as read from the provider's cache.")
    return lines
