"""Reads single lines of type with the recogniser that ships in rapidocr's package, run by onnxruntime alone."""

import threading
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from snellen.readers.pixels.picture import Bytes

__all__ = ["line_fit", "read_line", "read_number"]

_HEIGHT = 48
"""The recogniser's height in pixels; its width is free."""
_WIDTH_STEP, _LEAST_WIDTH, _MOST_WIDTH = 32, 64, 2400
_NUMERALS = "0123456789.-"
_ALIKE = {
    "\N{MINUS SIGN}": "-",
    "\N{EN DASH}": "-",
    "\N{EM DASH}": "-",
    "一": "-",
    "O": "0",
    "o": "0",
    "l": "1",
    "I": "1",
    "·": ".",
    ",": ".",
}
"""What the recogniser may take a numeral for, where nothing but numbers can stand."""

_UNSEEN = 1e-6

_LOCK = threading.Lock()


def read_number(crop: Bytes) -> str:
    """The numerals in a picture of one line of type, shape (height, width, 3): digits, points and minus signs alone."""
    return _decoded(_scores(crop), "numerals")


def read_line(crop: Bytes) -> str:
    """The text in a picture of one line of type, shape (height, width, 3)."""
    return _decoded(_scores(crop), "all")


def line_fit(crop: Bytes, texts: Sequence[str]) -> list[float]:
    """The log-likelihood of each text, by connectionist temporal classification, given a picture of one line of type.

    Characters that the recogniser does not know cost as much as ones that it does not see at all.
    """
    scores = np.log(np.maximum(_scores(crop), _UNSEEN)).astype(np.float64)
    return [_likelihood(scores, text) for text in texts]


def model_folder() -> Path:
    """Where rapidocr's package keeps its models; the package itself, which logs and may download, is not imported."""
    from importlib.util import find_spec

    spec = find_spec("rapidocr")
    if spec is None or spec.origin is None:
        raise ModuleNotFoundError("rapidocr is not installed")
    return Path(spec.origin).parent / "models"


def session(kind: Literal["rec", "det"]) -> Any:
    """The recogniser ("rec") or the finder of lines ("det"): an onnxruntime session on one thread."""
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    options.log_severity_level = 4
    (path,) = sorted(model_folder().glob(f"*_{kind}_*.onnx"))[-1:]
    return onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])


@cache
def _recogniser() -> tuple[Any, NDArray[np.str_], dict[str, NDArray[np.intp]]]:
    loaded = session("rec")
    listed = loaded.get_modelmeta().custom_metadata_map["character"].splitlines()
    characters = np.array(["", *listed, " "])
    numerals = [n for n, c in enumerate(characters.tolist()) if c == "" or c in _NUMERALS or c in _ALIKE]
    return loaded, characters, {"numerals": np.array(numerals), "all": np.arange(len(characters))}


def _scores(crop: Bytes) -> NDArray[np.float32]:
    """The recogniser's scores, shape (steps, characters), for a crop that is brought to its height."""
    import cv2

    height, width = crop.shape[:2]
    wide = min(_MOST_WIDTH, max(1, round(width * _HEIGHT / height)))
    way = cv2.INTER_AREA if height > _HEIGHT else cv2.INTER_CUBIC
    scaled = cv2.resize(crop, (wide, _HEIGHT), interpolation=way).astype(np.float32)
    padded = max(_LEAST_WIDTH, -(-wide // _WIDTH_STEP) * _WIDTH_STEP)
    given = np.zeros((1, 3, _HEIGHT, padded), dtype=np.float32)
    given[0, :, :, :wide] = (scaled[:, :, ::-1] / 127.5 - 1).transpose(2, 0, 1)
    with _LOCK:
        loaded = _recogniser()[0]
    return np.asarray(loaded.run(None, {loaded.get_inputs()[0].name: given})[0][0])


def _decoded(scores: NDArray[np.float32], allowed: str) -> str:
    """The likeliest text by greedy decoding: a character once a run, the blank left out."""
    _, characters, sets = _recogniser()
    among = sets[allowed]
    best = among[scores[:, among].argmax(axis=1)]
    kept = best[np.flatnonzero(np.diff(best, prepend=-1))]
    text = "".join(characters[kept].tolist())
    return "".join(_ALIKE.get(c, c) for c in text) if allowed == "numerals" else text


@cache
def _places() -> dict[str, int]:
    """Where the recogniser has each character."""
    return {character: place for place, character in enumerate(_recogniser()[1].tolist())}


def _likelihood(scores: NDArray[np.float64], text: str) -> float:
    """The forward algorithm over blanks and characters (Graves et al. 2006), in logarithms."""
    known = _places()
    wanted = [known.get(character, -1) for character in text]
    states = [0]
    for place in wanted:
        states += [place, 0]
    column = np.array(states)
    emitted = np.where(column >= 0, scores[:, np.maximum(column, 0)], np.log(_UNSEEN))
    # A character may follow the one before it without a blank between, unless they are the same.
    skips = np.zeros(len(column), dtype=np.bool_)
    skips[3::2] = column[3::2] != column[1:-2:2]
    reached = np.full(len(column), -np.inf)
    reached[: min(2, len(column))] = emitted[0, : min(2, len(column))]
    for step in range(1, len(scores)):
        one, two = np.full(len(column), -np.inf), np.full(len(column), -np.inf)
        one[1:], two[2:] = reached[:-1], reached[:-2]
        two[~skips] = -np.inf
        reached = np.logaddexp(np.logaddexp(reached, one), two) + emitted[step]
    return float(np.logaddexp.reduce(reached[-2:]))
