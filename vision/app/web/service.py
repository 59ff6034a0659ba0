"""The evening that the camera writes into: the one that the phones see, in the same process.

A hand that the camera proposes becomes the draft that phones show, correct and confirm. A draft
that people are at work on is left alone: the proposal then waits until they are done.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from scoring import DealError
from scoring.errors import Problem
from scoring.ledger import Position
from scoring.tiles import SEATS
from vision.app.live.evening import Confirmed, Evidence
from vision.app.live.states import LiveState
from vision.app.web.disk import DiskError
from vision.app.web.draft import NOBODY, Draft, draft_of_deal
from vision.app.web.draft_changes import fix_tile
from vision.app.web.draft_reading import with_reading
from vision.app.web.draft_settle import settle_draft
from vision.app.web.refusal import RefusalError
from vision.app.web.site import Site
from vision.reading import Reading

Json = dict[str, Any]
QUALITY = 92


@dataclass(slots=True)
class _Proposal:
    """A hand that the camera took."""

    evidence: Evidence
    picture: str
    draft: Draft
    revision: int | None = None
    """Of the draft that shows it; None while it waits for a free one."""


class ServedEvening:
    """`EveningService` on the evenings of a site: always the one that is played now."""

    def __init__(self, site: Site) -> None:
        """The site must have an evening."""
        self._site, self._evenings = site, site.evenings
        self._proposal: _Proposal | None = None

    @property
    def number(self) -> int:
        """The evening that is played."""
        number = self._evenings.current()
        if number is None:
            number = self._evenings.create({})["id"]
        return number

    def position(self) -> Position:
        """Who sits where in the deal to come."""
        return self._evenings.book(self.number).evening.next_position()

    def facts(self) -> Json:
        """What the evening fixes of a deal."""
        return self._evenings.book(self.number).facts()

    def totals(self) -> Mapping[str, int]:
        """What each player has won or lost so far."""
        book = self._evenings.book(self.number)
        nothing = dict.fromkeys(book.evening.players, 0)
        return book.entries[-1].totals if book.entries else nothing

    def publish(self, state: LiveState) -> None:
        """Tells the phones what the camera says."""
        self._site.live.say(state.kind.value, state.text)

    def show(self, image: NDArray[np.uint8], reading: Reading) -> None:
        """Keeps the frame for phones that ask for it."""
        self._site.live.show(image, reading)

    def propose(self, deal: Json | None, evidence: Evidence | None) -> None:
        """Makes what the camera took the draft that everybody sees.

        Where the disk does not let it, the hand is only shown where the camera runs.
        """
        try:
            if evidence is None:
                self._withdraw()
            else:
                self._put(deal, evidence)
        except (DiskError, OSError) as error:
            self._site.disk.note(error)
        self._site.live.wait(evidence is not None)

    def answered(self) -> bool:
        """Whether a phone confirmed or dropped what was proposed."""
        proposal = self._proposal
        try:
            return proposal is not None and self._answered(proposal)
        except (DiskError, OSError) as error:  # nobody can have confirmed it
            self._site.disk.note(error)
            return False

    def _answered(self, proposal: _Proposal) -> bool:
        draft = self._site.store.drafts.get(self.number)[1]
        if proposal.revision is None:
            if draft.empty:
                self._place(proposal)
            return False
        if _holds(draft, proposal.picture):
            return False
        if draft.editing is not None:  # somebody looks into a past hand; this one comes again
            proposal.revision = None
            return False
        self._proposal = None
        return True

    def confirm(self, deal: Json, evidence: Evidence) -> Confirmed:
        """Writes the hand down, as the phones have corrected it if they have.

        Raises:
            DealError: the deal cannot be scored.
        """
        number, proposal = self.number, self._proposal
        try:
            with self._site.store.change():
                revision, draft = self._site.store.drafts.get(number)
                shown = proposal is not None and proposal.revision is not None
                if proposal is not None and shown and _holds(draft, proposal.picture):
                    if revision == proposal.revision:
                        self._evenings.record(number, deal, draft, evidence.assumed)
                    else:
                        self._evenings.confirm(number, revision)
                else:
                    kept = proposal.draft if proposal is not None else draft_of_deal(deal, None)
                    kept = replace(kept, camera=True)
                    self._evenings.record(number, deal, kept, evidence.assumed)
        except RefusalError as error:
            raise DealError(error.problems) from error
        except (DiskError, OSError) as error:
            plain = self._site.disk.note(error)
            raise DealError([Problem(plain.trouble.code, str(plain))]) from error
        self._proposal = None
        book = self._evenings.book(number)
        last = book.entries[-1]
        return Confirmed(len(book.entries), last.deal, last.settlement.to_json(), last.totals)

    def undo(self) -> str | None:
        """Takes the last change back; where the disk does not let it, it says so."""
        try:
            return self._undo()
        except (DiskError, OSError) as error:
            return f"nothing is taken back: {self._site.disk.note(error)}"

    def _undo(self) -> str | None:
        number = self.number
        last = self._site.store.last_note(number)
        if last is None:
            return None
        empty = self._site.store.drafts.get(number)[1].empty
        self._evenings.undo(number)
        if empty:  # the camera sees the tiles anew; on the phones the hand would only be in its way
            self._evenings.clear_draft(number)
        return f"{last[1]} is taken back"

    def next_round(self) -> None:
        """Moves the round's wind on, if the disk lets it."""
        rounds = self._evenings.book(self.number).evening.rounds_before
        moved = {"rounds_before": (rounds + 1) % len(SEATS)}
        try:
            self._evenings.change_settings(self.number, moved)
        except (DiskError, OSError) as error:
            self._site.disk.note(error)

    # --- the proposal ---------------------------------------------------------------------

    def _withdraw(self) -> None:
        proposal, self._proposal = self._proposal, None
        self._site.held = set()
        if proposal is None:
            return
        if _holds(self._site.store.drafts.get(self.number)[1], proposal.picture):
            self._evenings.clear_draft(self.number)
        self._site.remove_unused(self.number)

    def _put(self, deal: Json | None, evidence: Evidence) -> None:
        before = self._proposal
        same = before is not None and before.evidence.image is evidence.image
        picture = before.picture if before is not None and same else self._kept(evidence)
        draft = self._draft_of(deal, evidence, picture)
        proposal = _Proposal(evidence, picture, draft, before.revision if before else None)
        if before is not None and not same:
            if _holds(self._site.store.drafts.get(self.number)[1], before.picture):
                self._evenings.clear_draft(self.number)
            proposal.revision = None
        self._proposal = proposal
        self._site.held = {picture}
        current = self._site.store.drafts.get(self.number)[1]
        if current.empty or _holds(current, picture):
            self._place(proposal)

    def _place(self, proposal: _Proposal) -> None:
        proposal.revision = self._evenings.replace_draft(self.number, proposal.draft)

    def _kept(self, evidence: Evidence) -> str:
        """The frame as one of the evening's pictures, with its reading."""
        files, store = self._site.files, self._site.store
        picture, reading = files.new_id(), evidence.reading
        data = _jpeg(evidence.image, reading)
        files.write_original(picture, data)
        files.write_view(picture, data)
        with store.change():
            store.pictures.add(picture, self.number, None, "jpg")
            store.pictures.set_read(picture, reading.to_json())
        return picture

    def _draft_of(self, deal: Json | None, evidence: Evidence, picture: str) -> Draft:
        """The draft of what was proposed: its tiles where the frame shows them."""
        book = self._evenings.book(self.number)
        draft = with_reading(Draft(), picture, evidence.reading.to_json(), None, book.evening.table)
        draft = replace(_fixed(draft, evidence.fixed), camera=True)
        if deal is None:
            return draft
        winner = deal.get("winner")
        if winner is not None and len(draft.hands) == 1:
            (hand,) = draft.hands.values()
            draft = replace(draft, hands={winner: hand})
        win = {k: v for k, v in (deal.get("win") or {}).items() if k in ("by", "from") and v}
        draft = replace(draft, winner=winner or NOBODY, win=win)
        settled = settle_draft(draft, book.facts())
        if settled.deal is not None and _same_tiles(settled.deal, deal):
            return draft
        as_dealt = replace(draft_of_deal(deal, None), winner=draft.winner, win=win)
        return replace(as_dealt, pictures=draft.pictures, camera=True)


def _holds(draft: Draft, picture: str) -> bool:
    return any(use.id == picture for use in draft.pictures)


def _fixed(draft: Draft, fixed: Mapping[int, str]) -> Draft:
    """With a person's corrections, each tile where it lies."""
    for tile, code in fixed.items():
        draft = fix_tile(draft, tile, code)
    return draft


def _same_tiles(one: Mapping[str, Any], other: Mapping[str, Any]) -> bool:
    return _tiles(one) == _tiles(other)


def _tiles(deal: Mapping[str, Any]) -> dict[str, Any]:
    return {
        seat: (
            sorted(hand.get("concealed") or ()),
            sorted(sorted(s["tiles"]) for s in hand.get("sets") or ()),
            sorted(hand.get("flowers") or ()),
        )
        for seat, hand in (deal.get("players") or {}).items()
    }


def _jpeg(image: NDArray[np.uint8] | None, reading: Reading) -> bytes:
    import cv2

    if image is None:
        image = np.full((max(reading.height, 1), max(reading.width, 1), 3), 128, np.uint8)
    data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])[1]
    return bytes(data.tobytes())
