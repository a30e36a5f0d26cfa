"""The three records of a dataset, and the values inside them.

One format serves every benchmark. Columns whose structure differs by benchmark (`parameters`, `data`, `axes`,
`annotations`, `answer_data`, `metadata`) are JSON text in the files, so that Arrow, pandas and
Hugging Face `datasets` see one fixed schema; in Python they are decoded.
"""

import json
from typing import Annotated, Any, Literal, Self, TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray
from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    JsonValue,
    PlainSerializer,
    StringConstraints,
    WithJsonSchema,
)

R = TypeVar("R", bound=BaseModel)

__all__ = ["Axis", "Chart", "Question", "Rectangle", "Source", "from_json_line", "to_json_line"]


def _decode(value: Any) -> Any:
    try:
        return json.loads(value) if isinstance(value, str) else value
    except RecursionError:
        raise ValueError("nested too deeply to be read") from None


def _encode(value: Any) -> str:
    if isinstance(value, list):
        value = [item.model_dump() if isinstance(item, BaseModel) else item for item in value]
    return json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":"))


_AS_JSON_TEXT = (BeforeValidator(_decode), PlainSerializer(_encode, return_type=str))


def _json_text(content: dict[str, Any]) -> WithJsonSchema:
    """How a column of JSON text is declared in the JSON Schema of its file."""
    schema = {"type": "string", "contentMediaType": "application/json", "contentSchema": content}
    return WithJsonSchema(schema, mode="serialization")


JsonObject = Annotated[dict[str, JsonValue], *_AS_JSON_TEXT, _json_text({"type": "object"})]
Identifier = Annotated[str, StringConstraints(min_length=1, max_length=400)]
FileName = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9][A-Za-z0-9._-]*$", max_length=200)]


class _Record(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, allow_inf_nan=False)


class Rectangle(_Record):
    """An axis-aligned rectangle in pixels of its image: origin at the top left, y downwards, floats."""

    left: float
    top: float
    width: float = Field(ge=0)
    height: float = Field(ge=0)

    @property
    def right(self) -> float:
        """The x pixel of the right edge."""
        return self.left + self.width

    @property
    def bottom(self) -> float:
        """The y pixel of the lower edge."""
        return self.top + self.height


class Axis(_Record):
    """One axis: how data values become pixels.

    `domain` is the data interval in increasing order; `pixels` are the image coordinates of its two ends in the same
    order (for a usual y axis the first is the larger number). `reversed` says whether values grow against the
    usual direction (right for x, up for y). `scale` is linear, log (`parameters.base`), pow (`parameters.exponent`),
    sqrt, symlog (`parameters.constant`), or time (values are milliseconds since 1970-01-01 UTC).
    """

    name: str
    orientation: Literal["x", "y"]
    scale: Literal["linear", "log", "pow", "sqrt", "symlog", "time"] = "linear"
    parameters: dict[str, JsonValue] = Field(default_factory=dict)
    domain: tuple[float, float]
    pixels: tuple[float, float]
    reversed: bool = False

    def _straighten(self, values: NDArray[np.float64]) -> NDArray[np.float64]:
        match self.scale:
            case "log":
                # An axis of negative values grows towards zero.
                return -np.log(-values) if self.domain[1] < 0 else np.log(values)
            case "pow" | "sqrt":
                exponent = 0.5 if self.scale == "sqrt" else float(self.parameters.get("exponent", 1.0))  # type: ignore[arg-type]
                return np.sign(values) * np.abs(values) ** exponent
            case "symlog":
                constant = float(self.parameters.get("constant", 1.0))  # type: ignore[arg-type]
                return np.sign(values) * np.log1p(np.abs(values / constant))
            case _:
                return values

    def to_pixels(self, values: ArrayLike) -> NDArray[np.float64]:
        """Pixel coordinates of data values, any shape; NaN where the scale has none (a logarithm of −1)."""
        ends = self._straighten(np.asarray(self.domain, dtype=np.float64))
        with np.errstate(divide="ignore", invalid="ignore"):
            straight = self._straighten(np.asarray(values, dtype=np.float64))
        share = (straight - ends[0]) / (ends[1] - ends[0])
        return np.asarray(self.pixels[0] + share * (self.pixels[1] - self.pixels[0]))


class Source(_Record):
    """The data behind one or more charts, stored once.

    `group_id` names the unit of independence: sources that share random numbers, or are rotations of one
    another, share it, and standard errors are clustered by it. The order of `data` is kept.
    """

    source_id: Identifier
    group_id: Identifier
    kind: str
    parameters: JsonObject = Field(default_factory=dict)
    data: JsonObject = Field(default_factory=dict)
    metadata: JsonObject = Field(default_factory=dict)


class Chart(_Record):
    """One picture of one source.

    `plot` is the rectangle inside the axes, in pixels of that image, padding included. `sha256` is that of the image
    file, or None in a dataset without images. `file_name` is opaque: it tells nothing of the answer.
    """

    chart_id: Identifier
    source_id: Identifier
    file_name: FileName
    width: int = Field(gt=0)
    height: int = Field(gt=0)
    sha256: str | None = None
    plot: Rectangle | None = None
    axes: Annotated[list[Axis], *_AS_JSON_TEXT, _json_text({"type": "array"})] = Field(default_factory=list)
    annotations: JsonObject = Field(default_factory=dict)
    metadata: JsonObject = Field(default_factory=dict)

    def axis(self, name: str) -> Axis:
        """The axis of that name. Raises KeyError where the chart has none."""
        for axis in self.axes:
            if axis.name == name:
                return axis
        raise KeyError(name)

    def to_pixels(self, x: ArrayLike, y: ArrayLike, *, x_axis: str = "x", y_axis: str = "y") -> NDArray[np.float64]:
        """Pixel positions of data points: an array of shape (n, 2), columns x and y, origin at the top left."""
        across, down = self.axis(x_axis).to_pixels(x), self.axis(y_axis).to_pixels(y)
        return np.stack([across, down], axis=-1)


class Question(_Record):
    """One question on one chart, with its key.

    `answer` is the canonical text of the key, or None where there is none to score against. `precision` is the
    rounding step (1, 0.1, 10). `margin` is the smallest displacement in pixels, of the marks that the answer needs,
    that changes it. `parent_id` is the question that this one varies (a multiple-choice form, a redraw).
    """

    question_id: Identifier
    chart_id: Identifier
    benchmark: str
    split: str = "test"
    task: str
    category: str
    property: str
    text: str
    choices: list[str] | None = None
    answer: str | None
    answer_data: JsonObject | None = None
    answer_type: str
    precision: float | None = Field(default=None, gt=0)
    complexity: int | None = None
    margin: float | None = None
    parent_id: str | None = None
    metadata: JsonObject = Field(default_factory=dict)

    def replaced(self, **changes: Any) -> Self:
        """A copy with some fields changed."""
        return self.model_copy(update=changes)


def to_json_line(record: BaseModel) -> str:
    """One line of JSON Lines, without the line break."""
    return record.model_dump_json()


def from_json_line(kind: type[R], line: str | bytes) -> R:
    """A record from one line. Raises pydantic.ValidationError where the line is not one."""
    return kind.model_validate_json(line)
