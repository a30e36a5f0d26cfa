"""What each column of a dataset's files means, for the card, the schemas and the documentation."""

from collections.abc import Mapping

__all__ = ["CHART_COLUMNS", "QUESTION_COLUMNS", "SOURCE_COLUMNS"]

SOURCE_COLUMNS: Mapping[str, str] = {
    "source_id": "The source's id, unique.",
    "group_id": "The unit of independence: sources that share random numbers or are rotations of one another share it.",
    "kind": "What the data are, in the benchmark's words (linear, sine, cloud, …).",
    "parameters": "JSON text: the parameters that the data come from.",
    "data": "JSON text: the data that are drawn, in order.",
    "metadata": "JSON text: whatever else the benchmark records.",
}

CHART_COLUMNS: Mapping[str, str] = {
    "chart_id": "The chart's id, unique.",
    "source_id": "The source whose data it shows.",
    "file_name": "The picture, in images/; the name tells nothing of the answer.",
    "width": "The picture's width in pixels.",
    "height": "The picture's height in pixels.",
    "sha256": "The SHA-256 of the picture's file in hexadecimal; null without pictures.",
    "plot": "The rectangle inside the axes, padding included, in pixels from the top left; null where it is not known.",
    "axes": "JSON text: a list of axes (name, orientation, scale and its parameters, domain, pixels, reversed).",
    "annotations": "JSON text: where marks are, in pixels of the picture, in the benchmark's terms.",
    "metadata": "JSON text: design, renderer and whatever else the benchmark records.",
}

QUESTION_COLUMNS: Mapping[str, str] = {
    "question_id": "The question's id, unique.",
    "chart_id": "The chart it is asked about.",
    "benchmark": "The benchmark.",
    "split": "test (asked), example (few-shot examples), extra (asked where its task is named) or rest (not asked).",
    "task": "The benchmark's task.",
    "category": "The category it is counted under.",
    "property": "What is asked for.",
    "text": "The question in full, with conventions and the output format.",
    "choices": "The options of a multiple-choice question in the order shown; null otherwise.",
    "answer": "The key in canonical text; null where there is none to score against.",
    "answer_data": "JSON text: a key with structure (boxes, orders, a human value); null otherwise.",
    "answer_type": "The form of the key (number, list, equation, …).",
    "precision": "The rounding step of the key (1, 0.1, 10); null where nothing is rounded.",
    "complexity": "The benchmark's level of complexity; null where it has none.",
    "margin": (
        "The smallest displacement in pixels, of the marks that the answer needs, that changes it; "
        "null where it is not known."
    ),
    "parent_id": "The question that this one varies; null otherwise.",
    "metadata": "JSON text: whatever else the benchmark records.",
}
