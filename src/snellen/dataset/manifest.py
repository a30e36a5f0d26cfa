"""The manifest: what a dataset is, how to make it again, and the fingerprints to hold it against."""

from pydantic import BaseModel, ConfigDict, Field, JsonValue

__all__ = ["Counts", "Fingerprints", "Manifest"]


class Counts(BaseModel):
    """How many records of each kind the dataset has; `images` is 0 in a dataset without pictures."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    sources: int
    charts: int
    questions: int
    images: int

    def in_words(self) -> str:
        """Such as `5 questions on 1 chart of 1 source`."""
        named = {"question": self.questions, "chart": self.charts, "source": self.sources}
        questions, charts, sources = (f"{count} {one}{'' if count == 1 else 's'}" for one, count in named.items())
        return f"{questions} on {charts} of {sources}"


class Fingerprints(BaseModel):
    """SHA-256 digests in hexadecimal.

    `sources`, `charts` and `questions` are of the files' lines; `charts` leaves out each image's `sha256`, which
    `images` covers (a digest over "file_name sha256" lines in file order; None without images). `dataset` is a digest
    over the first three: two datasets with the same value ask the same questions, with or without their images.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    sources: str
    charts: str
    questions: str
    images: str | None
    dataset: str


class Manifest(BaseModel):
    """What `manifest.json` holds.

    `benchmark_version` is the comparability version: it changes when scores before and after can't be compared.
    `seed` is None for imported data. `selection` is what `--only` and its like kept, `options` what else it was made
    with (a benchmark's own: how pictures are encoded, whose data they show). `examples` are the few-shot examples, as
    question ids. `curation` counts candidates drawn and kept, where a benchmark curates. `origin` says where imported
    data come from; `license` is the SPDX name of the licence of data and pictures.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    format: int = 1
    name: str
    benchmark: str
    benchmark_version: int
    preset: str | None
    seed: int | None
    selection: dict[str, JsonValue] = Field(default_factory=dict)
    options: dict[str, JsonValue] = Field(default_factory=dict)
    examples: list[str] = Field(default_factory=list)
    snellen: str
    libraries: dict[str, str] = Field(default_factory=dict)
    counts: Counts
    fingerprints: Fingerprints
    curation: dict[str, JsonValue] = Field(default_factory=dict)
    origin: str | None = None
    license: str = "CC0-1.0"
