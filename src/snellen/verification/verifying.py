"""`snellen verify`: every check in turn, and a summary that names what differs."""

from pathlib import Path

import click

from snellen import __version__
from snellen.benchmark import Benchmark, benchmark_names, find_benchmark
from snellen.dataset import Dataset, Manifest, library_versions
from snellen.errors import SnellenError
from snellen.verification.again import check_again
from snellen.verification.answers import check_answers
from snellen.verification.findings import Findings
from snellen.verification.pictures import check_pictures
from snellen.verification.records import check_records

__all__ = ["find_differences", "verify_dataset"]


def verify_dataset(path: Path, *, regenerate: bool = False, jobs: int | None = None) -> int:
    """Print what was checked and what differs; 0 where nothing does, 1 otherwise. See `find_differences`."""
    findings = find_differences(path, regenerate=regenerate, jobs=jobs)
    manifest = Dataset(path).manifest
    made = f"{manifest.preset}, seed {manifest.seed}" if manifest.seed is not None else "imported"
    click.echo(f"{path}: {manifest.name} ({manifest.benchmark} version {manifest.benchmark_version}, {made})")
    click.echo(findings.text())
    return 1 if findings.differences else 0


def find_differences(path: Path, *, regenerate: bool = False, jobs: int | None = None) -> Findings:
    """Hold a dataset against its manifest, its keys against its sources, and its pictures against their digests.

    With `regenerate` everything is also planned and drawn again from the manifest, in `jobs` processes. A comparability
    version that is not the installed benchmark's is a difference; another version of Snellen or of a library
    is a note, since the files themselves can be right. Raises SnellenError where `path` is no finished dataset.
    """
    dataset, findings = Dataset(path), Findings()
    benchmark = _installed_benchmark(dataset.manifest, findings)
    _compare_versions(dataset.manifest, benchmark, findings)
    catalogue = check_records(dataset, findings)
    check_pictures(dataset, catalogue, jobs, findings)
    if benchmark is not None:
        check_answers(dataset, benchmark, len(catalogue.questions), findings)
    if regenerate:
        if benchmark is None:
            raise SnellenError(
                f"the benchmark {dataset.manifest.benchmark!r} is not installed; install it to make it again."
            )
        check_again(dataset, benchmark, jobs, findings)
    return findings


def _installed_benchmark(manifest: Manifest, findings: Findings) -> Benchmark | None:
    if manifest.benchmark in benchmark_names():
        return find_benchmark(manifest.benchmark)
    findings.notes.append(f"the benchmark {manifest.benchmark!r} is not installed, so answers were not recomputed")
    return None


def _compare_versions(manifest: Manifest, benchmark: Benchmark | None, findings: Findings) -> None:
    if benchmark is not None and benchmark.version != manifest.benchmark_version:
        findings.differences.append(
            f"made for version {manifest.benchmark_version} of {benchmark.name}, "
            f"version {benchmark.version} is installed: scores can't be compared"
        )
    if manifest.seed is None:
        return
    here = {"snellen": __version__, **library_versions()}
    made = {"snellen": manifest.snellen, **manifest.libraries}
    other = [
        f"{name} {version} (here {here.get(name, 'absent')})"
        for name, version in made.items()
        if here.get(name) != version
    ]
    if other:
        findings.notes.append(f"made with {', '.join(other)}; made again here, answers and pixels may differ")
