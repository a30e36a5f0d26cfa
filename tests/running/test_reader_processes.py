"""Readers in processes of their own."""

import asyncio
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import psutil
import pytest
from PIL import Image as Picture

from snellen.messages import Image, Message, Text
from snellen.readers import find_reader
from snellen.running.provider import InlinePictures
from snellen.running.reader_processes import ReaderProcesses, cpu_seconds

COUNT = "How many clusters are there in the scatterplot? Answer with a number in curly brackets, e.g. {5}."


def question(folder: Path, blobs: int) -> Message:
    """A scatterplot of small squares in so many blobs, and the question how many they are."""
    pixels = np.full((300, 300, 3), 255, dtype=np.uint8)
    rng = np.random.default_rng(blobs)
    for middle in ((70, 70), (230, 80), (150, 230))[:blobs]:
        for x, y in rng.normal(middle, 12, (40, 2)).astype(int):
            pixels[y - 2 : y + 2, x - 2 : x + 2] = (30, 90, 160)
    path = folder / f"{blobs}.png"
    Picture.fromarray(pixels).save(path)
    return Message("user", (Image(path), Text(COUNT)))


def test_replies_are_the_readers_own_and_its_time_is_counted(tmp_path: Path) -> None:
    asked = [question(tmp_path, blobs) for blobs in (1, 2, 3)]
    reader = find_reader("snellen/pixels")
    processes = ReaderProcesses("snellen/pixels", {}, jobs=2)
    before = cpu_seconds() - time.process_time()

    async def read() -> list[str]:
        return await asyncio.gather(*(processes.read([message]) for message in asked))

    assert asyncio.run(read()) == [reader([message]) for message in asked]
    assert cpu_seconds() - time.process_time() > before


def test_a_killed_process_is_told_and_replaced(tmp_path: Path) -> None:
    message = question(tmp_path, 2)
    processes = ReaderProcesses("snellen/pixels", {}, jobs=1)

    async def read() -> str:
        return await processes.read([message])

    first = asyncio.run(read())
    workers = [child for child in psutil.Process().children() if any("spawn_main" in part for part in child.cmdline())]
    for worker in workers:
        worker.kill()
    with pytest.raises(RuntimeError, match="was killed, perhaps for want of memory"):
        asyncio.run(read())
    assert asyncio.run(read()) == first


_ASKS = """
import asyncio, sys, time
from pathlib import Path
from snellen.running.reader_processes import ReaderProcesses
from snellen.messages import Image, Message, Text

if __name__ == "__main__":
    processes = ReaderProcesses("snellen/pixels", {}, jobs=1)
    asyncio.run(processes.read([Message("user", (Image(Path(sys.argv[1])), Text(sys.argv[2])))]))
    print("asked", flush=True)
    time.sleep(600)
"""


@pytest.mark.parametrize("end", [signal.SIGKILL, signal.SIGTERM])
def test_processes_end_when_the_one_that_asks_is_killed(tmp_path: Path, end: signal.Signals) -> None:
    message = question(tmp_path, 2)
    picture = message.content[0]
    assert isinstance(picture, Image)
    script = tmp_path / "asks.py"
    script.write_text(_ASKS)
    command = [sys.executable, str(script), str(picture.path), COUNT]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, env=os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    ) as asks:
        assert asks.stdout is not None
        assert asks.stdout.readline() == b"asked\n"
        children = psutil.Process(asks.pid).children(recursive=True)
        assert children
        asks.send_signal(end)
        asks.wait()
        _, alive = psutil.wait_procs(children, timeout=60)
        assert alive == []


def test_pictures_in_use_are_not_forgotten() -> None:
    pictures = InlinePictures()
    first, second = (pictures.file(f"data:image/png;base64,{text}") for text in ("QQ==", "Qg=="))
    with pictures.in_use([Message("user", (Image(first), Text("?")))]):
        pictures.forget_all_but(0)
        assert (first.exists(), second.exists()) == (True, False)
    pictures.forget_all_but(0)
    assert not first.exists()
