"""A server to try commands against by hand, until Ctrl-C.

    python -m tests.servers [--reader snellen/chance] [--port 8765] [--fault "rate limit"] [--share 0.1] [--seconds 0]

Prints the addresses for `-M base_url=…`, and at the end how much was asked.
"""

import argparse
import tempfile
import threading
from pathlib import Path

from tests.servers.conversations import reader_answers
from tests.servers.faults import KINDS, Fault, sometimes
from tests.servers.server import ModelServer


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--reader", default="snellen/chance")
    parser.add_argument("--port", type=int, default=8765)
    parser.add_argument("--fault", choices=KINDS, default=None)
    parser.add_argument("--share", type=float, default=0.1)
    parser.add_argument("--seconds", type=float, default=0.0)
    options = parser.parse_args()
    faults = sometimes(Fault(options.fault), options.share) if options.fault else None
    with tempfile.TemporaryDirectory() as folder:
        answers = reader_answers(options.reader, Path(folder))
        server = ModelServer(answers, faults, keep_bodies=False, seconds=options.seconds, port=options.port)
        with server:
            for name in ("openai", "anthropic", "google"):
                print(f"{name}: {getattr(server, name)}", flush=True)
            try:
                threading.Event().wait()
            except KeyboardInterrupt:
                tokens = sum(seen.input_tokens for seen in server.seen)
                print(f"{len(server.seen)} requests, {len(server.times_asked)} questions, {tokens} input tokens")


if __name__ == "__main__":
    main()
