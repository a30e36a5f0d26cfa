"""A sheet of example questions fit for a paper: a few of each task with picture, text and answer."""

import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from snellen.dataset import Chart, Dataset, Question
from snellen.errors import SnellenError

__all__ = ["answer_text", "chosen_examples", "question_text", "write_sheet"]

_NONE = "The set has no pictures, so there is no sheet of examples; make it without --no-images."
_FORMATS = ("PNG", "JPEG", "WEBP")


def write_sheet(dataset: Dataset, folder: Path, *, examples: int, seed: int) -> dict[str, Any]:
    """Write `examples.pdf`, `examples.png` (`examples-2.png`, … where it needs more pages) and `examples.csv`.

    Returns what the page says of it: `note`, and `pictures`, the names of the PNG files, none where the set has no
    pictures or no questions. Same set, `examples` and `seed`, same sheet. Raises SnellenError where a picture that is
    to be shown is missing or damaged.
    """
    import pandas as pd

    from snellen.description.typesetting import Card, draw_cards

    counts = dataset.manifest.counts
    if not counts.images or not (dataset.path / "images").is_dir():
        return {"note": _NONE, "pictures": []}
    chosen = chosen_examples(dataset, examples, seed)
    if not chosen:
        return {"note": "The set has no questions, so there is no sheet of examples.", "pictures": []}
    charts = [dataset.chart(question.chart_id) for question in chosen]
    cards = [
        Card(
            title=_title(question),
            picture=_picture(dataset, chart),
            text=question_text(question),
            answer=answer_text(question),
        )
        for question, chart in zip(chosen, charts, strict=True)
    ]
    # Of two or three a task, a row is a task.
    columns = examples if examples in (2, 3) else None
    pages = draw_cards(cards, folder / "examples.pdf", folder / "examples.png", columns)
    rows = [
        {
            "question_id": question.question_id,
            "task": question.task,
            "property": question.property,
            "picture": f"images/{chart.file_name}",
            "text": question_text(question),
            "answer": question.answer,
        }
        for question, chart in zip(chosen, charts, strict=True)
    ]
    pd.DataFrame(rows).to_csv(folder / "examples.csv", index=False, lineterminator="\n")
    each = "One question" if examples == 1 else f"Up to {examples} questions"
    note = f"{each} of each task, chosen by seed {seed}. The PDF is to be printed at its own size, the width of a page."
    return {"note": note, "pictures": [path.name for path in pages]}


def chosen_examples(dataset: Dataset, examples: int, seed: int) -> list[Question]:
    """Up to `examples` questions of each task, in the order of tasks, of as many properties as there are.

    Few-shot examples are passed over where a task has others, and so are questions without a key. Each task has a
    random stream of its own.
    """
    found: dict[str, dict[bool, dict[str, list[str]]]] = {}
    for question in dataset.questions():
        better = question.answer is not None and question.split != "example"
        by_property = found.setdefault(question.task, {}).setdefault(better, {})
        by_property.setdefault(question.property, []).append(question.question_id)
    chosen = []
    for task, kinds in found.items():
        stream = random.Random(f"{seed}/{task}")
        left = kinds.get(True) or kinds[False]
        properties = sorted(left)
        stream.shuffle(properties)
        names: list[str] = []
        while len(names) < examples and any(left[name] for name in properties):
            for name in properties:
                if left[name] and len(names) < examples:
                    names.append(left[name].pop(stream.randrange(len(left[name]))))
        chosen += [dataset.question(name) for name in names]
    return chosen


def question_text(question: Question) -> str:
    """The question as it is shown: its text, and its options where the text does not have them."""
    options = question.choices or []
    if not options or all(option in question.text for option in options):
        return question.text
    return "\n".join([question.text, *(f"{_letter(place)}. {option}" for place, option in enumerate(options))])


def answer_text(question: Question) -> str:
    """The key as it is shown: with its letter where there are options, and a word where there is no key."""
    if question.answer is None:
        return "not known"
    options: Sequence[str] = question.choices or []
    if question.answer in options:
        return f"{_letter(options.index(question.answer))}. {question.answer}"
    return question.answer


def _title(question: Question) -> str:
    """The task in words, and the property where it says more."""
    task, name = (text.replace("_", " ") for text in (question.task, question.property))
    title = task[:1].upper() + task[1:]
    return title if name in task else f"{title}: {name}"


def _letter(place: int) -> str:
    return chr(ord("A") + place)


def _picture(dataset: Dataset, chart: Chart) -> Any:
    """The picture on white, as a PIL image."""
    from PIL import Image

    path = dataset.image_path(chart)
    try:
        with Image.open(path, formats=_FORMATS) as opened:
            if opened.mode in ("RGBA", "LA", "PA", "P") or "transparency" in opened.info:
                layer = opened.convert("RGBA")
                ground = Image.new("RGBA", layer.size, "white")
                ground.alpha_composite(layer)
                return ground.convert("RGB")
            return opened.convert("RGB")
    except (OSError, ValueError, SyntaxError, Image.DecompressionBombError):
        raise SnellenError(
            f"{path}: the picture is missing or damaged; restore it or make the dataset again."
        ) from None
