"""kill -9 at random moments while hands are confirmed: nothing confirmed lost, nothing half."""

from __future__ import annotations

import random
import sqlite3
import threading
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from stress_server import Client, Served

HANDS = ("11p 123m 456s 789p (555z)", "22s 345m 678p (111z) [9999m]", "33z 123s 123p 789m (777z)")
SEATS = "ESWN"
PICTURE = Path(__file__).resolve().parents[1] / "datasets" / "samples" / "harr-concealed-four.jpg"
LONGEST_S = 0.8
"""A server is killed up to so long after its first hand was to be confirmed."""


@dataclass(slots=True)
class Work:
    """What a client did before the server was gone."""

    acknowledged: list[Any] = field(default_factory=list)
    """The evening's deals by the last answer that came."""
    begun: int = 0


def kills(folder: Path, count: int, rng: random.Random) -> list[str]:
    """Kills a working server ``count`` times; what was found wrong."""
    wrong: list[str] = []
    lost = extra = 0
    served = Served(folder, threads=1)
    served.start()
    Client(served.port).ask("POST", "/api/evenings", {"players": ["Ann", "Bob", "Cem", "Dee"]})
    known: list[Any] = []
    for number in range(1, count + 1):
        work = Work(acknowledged=known)
        thread = threading.Thread(target=_work, args=(served.port, work, rng.random()))
        thread.start()
        while not work.begun and thread.is_alive():
            time.sleep(0.002)
        time.sleep(rng.uniform(0.0, LONGEST_S))
        served.kill()
        thread.join()
        served.start()
        status, evening = Client(served.port).ask("GET", "/api/evenings/1")
        found = _deals(evening) if status == 200 else []
        if found[: len(work.acknowledged)] != work.acknowledged:
            lost += 1
            wrong.append(f"kill {number}: a confirmed hand is gone or changed")
        if len(found) > len(work.acknowledged) + 1:
            wrong.append(f"kill {number}: {len(found)} hands of {len(work.acknowledged)} confirmed")
        extra += len(found) > len(work.acknowledged)
        wrong += [f"kill {number}: {problem}" for problem in _half(folder, evening, served.port)]
        known = found
    served.kill()
    print(
        f"{count} kills while {len(known)} hands were confirmed: {lost} lost, {len(wrong)} wrong; "
        f"{extra} hands were written whose answer did not come any more"
    )
    return wrong


def _work(port: int, work: Work, seed: float) -> None:
    """Confirms hands as fast as they are answered; pictures come and go between."""
    rng = random.Random(seed)
    client = Client(port)
    draft = "/api/evenings/1/draft"
    try:
        while True:
            seat = rng.choice(SEATS)
            if rng.random() < 0.3:
                client.ask("POST", "/api/evenings/1/pictures", PICTURE.read_bytes())
            client.ask("POST", draft, {"do": "clear"})
            change = {"do": "hand", "seat": seat, "text": rng.choice(HANDS)}
            client.ask("POST", draft, change)
            client.ask("POST", draft, {"do": "won_with", "winner": seat, "by": "draw"})
            work.begun += 1
            status, evening = client.ask("POST", f"{draft}/confirm", {})
            if status == 200:
                work.acknowledged = _deals(evening)
    except OSError:
        return


def _deals(evening: Any) -> list[Any]:
    return [(entry["deal"], entry["about"], entry["totals"]) for entry in evening["entries"]]


def _half(folder: Path, evening: Any, port: int) -> list[str]:
    """What is there in part only."""
    wrong = []
    if sum(evening["totals"].values()):
        wrong.append("the totals do not sum to zero")
    if Client(port).ask("GET", "/api/evenings/1/draft")[0] != 200:
        wrong.append("the draft cannot be read")
    with sqlite3.connect(folder / "evenings.sqlite3") as database:
        if database.execute("PRAGMA integrity_check").fetchone() != ("ok",):
            wrong.append("the database is damaged")
        deals = database.execute("SELECT COUNT(*) FROM deal").fetchone()[0]
        notes = database.execute("SELECT COUNT(*) FROM journal").fetchone()[0]
        pictures = [row[0] for row in database.execute("SELECT id FROM picture")]
    if deals != notes:
        wrong.append(f"{deals} deals but {notes} changes to undo")
    missing = [p for p in pictures if not (folder / "pictures" / f"{p}.picture").exists()]
    if missing:
        wrong.append(f"{len(missing)} pictures are named and not there")
    return wrong
