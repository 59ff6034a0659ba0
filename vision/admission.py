"""Which finds are tiles: what is surely one, and what lies among tiles as one of them would."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from scoring.tiles import FACE_DOWN
from vision.geometry import quad_centers
from vision.local_metric import misfit
from vision.reading import LABELS, NOT_A_TILE
from vision.tile_classifier import family_masses, softmax
from vision.tile_finder import LOWEST_HEAT

KNOWN: Final = 0.6
"""A find is a tile if one family of tiles (a suit, winds, dragons, ...) is at least this likely."""
BELIEVED: Final = 0.4
"""The finder's score times that likelihood must reach this: both have to be fairly sure."""

FOUND_CLEARLY: Final = 0.7
"""Finder's score from which a face that nobody knows may still be a tile in a row of tiles."""
SURELY_NOTHING: Final = 0.15
"""Probability of being no tile above which company does not help."""
FEWEST: Final = 3
"""Sure tiles in a picture below which there is no company to speak of."""
AS_LARGE: Final = 0.15
"""Sides of neighbours differ by less than this share."""
IN_LINE: Final = 0.25
"""Neighbours' centres are off the common line by less than this share of a side."""
BESIDE: Final = (0.75, 2.6)
"""Distance of neighbours along the line, in tile widths: touching, or with a gap between sets."""

SURELY_A_BACK: Final = 0.9
"""Probability of a back from which one that the finder hardly sees is a tile in a row of tiles."""

CLEAR: Final = 0.9
"""Likelihood of one kind from which, found clearly, a tile bears witness of the others' size."""
OTHER_SIZE: Final = 0.7
"""Misfit (see `vision.local_metric`) from which what is not clear is no tile of this table: half
as long or twice as long as the tiles around it."""

DIE: Final = 0.52
"""The same for what shows one to six dots and lies in no row, however clear: it is a die."""

LIKE: Final = (0.75, 0.9)
"""Cosine of two tiles' embeddings from which they may be, and from which they are, of one kind.

In photographs of sets never trained on, 99 % of the pairs of one kind are above 0.83, and 99.9 % of
the others below 0.82.
"""
LEAST: Final = 1e-4
"""Probability below which an opinion counts no more: nobody forbids a kind alone."""

_NOTHING: Final = LABELS.index(NOT_A_TILE)
_BACK: Final = LABELS.index(FACE_DOWN)
_LIKE_A_DIE: Final = [LABELS.index(f"{dots}p") for dots in range(1, 7)]
_WITHOUT_FACE: Final = [LABELS.index(code) for code in (FACE_DOWN, "5z")]


def known(scores: NDArray[np.float32], probabilities: NDArray[np.float32]) -> NDArray[np.bool_]:
    """(N,) whether each find is a tile by itself; arguments as of `admitted`."""
    masses = family_masses(probabilities)
    return np.asarray((masses >= KNOWN) & (scores * masses >= BELIEVED) & (scores >= LOWEST_HEAT))


def opinions(
    probabilities: NDArray[np.float32],
    embeddings: NDArray[np.float32],
    asking: NDArray[np.bool_],
) -> NDArray[np.float32]:
    """Probabilities (N, 44) in which tiles that nobody knows heed all that look like them.

    Three times the same unknown dragon is taken for three different things when each is judged
    alone; what all three might be is the dragon.

    Args:
        probabilities: (N, 44).
        embeddings: (N, D) the classifier's.
        asking: (N,) the tiles in question; the others keep what they have.
    """
    if not asking.any():
        return probabilities.copy()
    unit = embeddings / np.maximum(np.linalg.norm(embeddings, axis=1, keepdims=True), 1e-6)
    weights = np.clip((unit[asking] @ unit.T - LIKE[0]) / (LIKE[1] - LIKE[0]), 0, 1)
    mean = weights @ np.log(np.maximum(probabilities, LEAST)) / weights.sum(1, keepdims=True)
    answer = probabilities.copy()
    answer[asking] = softmax(mean.astype(np.float32))
    return answer


def beside_clear_ones(quads: NDArray[np.float32], scores: NDArray[np.float32]) -> NDArray[np.bool_]:
    """(N,) which finds are seen clearly or lie in a row with such: the others are not asked."""
    clear = scores >= LOWEST_HEAT
    if clear.all() or not clear.any():
        return clear
    return np.asarray(clear | in_line(quads)[:, clear].any(axis=1), bool)


def admitted(
    quads: NDArray[np.float32],
    scores: NDArray[np.float32],
    probabilities: NDArray[np.float32],
) -> NDArray[np.bool_]:
    """Whether each find counts as a tile.

    A back is plain, so that the finder may hardly see it: what it sees faintly is one if it is
    surely a back by its look and lies in line with sure tiles, as those of a concealed four do.

    A face like none that the classifier knows (another maker's dragon) spreads its probability
    over many kinds. Alone it is taken for no tile. In line with sure tiles, as large and laid the
    same way, it is one: it stays, as a doubtful tile, rather than leave a hole that nobody sees.

    Args:
        quads: (N, 4, 2) px, clockwise, as a rule from the tile's own top left.
        scores: (N,) the finder's scores, 0..1.
        probabilities: (N, 44) in the order of `vision.reading.LABELS`.
    """
    kept = known(scores, probabilities)
    kept &= ~_of_other_size(quads, scores, probabilities, kept)
    waiting = ~kept & (scores >= FOUND_CLEARLY) & (probabilities[:, _NOTHING] <= SURELY_NOTHING)
    waiting |= (scores < LOWEST_HEAT) & (probabilities[:, _BACK] >= SURELY_A_BACK)
    if kept.sum() < FEWEST or not waiting.any():
        return kept
    beside = in_line(quads)
    while True:
        joined = waiting & ~kept & beside[:, kept].any(axis=1)
        if not joined.any():
            return kept
        kept = kept | joined


def _of_other_size(
    quads: NDArray[np.float32],
    scores: NDArray[np.float32],
    probabilities: NDArray[np.float32],
    kept: NDArray[np.bool_],
) -> NDArray[np.bool_]:
    first = probabilities.argmax(axis=1)
    clear = ~np.isin(first, _WITHOUT_FACE) & (scores >= FOUND_CLEARLY)
    clear &= probabilities.max(axis=1) >= CLEAR
    dice = kept & clear & np.isin(first, _LIKE_A_DIE)
    if dice.any():
        dice &= ~in_line(quads)[:, kept].any(axis=1)
    most = np.where(dice, DIE, OTHER_SIZE)
    answer = np.zeros(len(quads), bool)
    for tile in np.flatnonzero(kept & (dice | ~clear)):
        answer[tile] = misfit(quads, clear, int(tile)) > most[tile]
    return answer


def in_line(quads: NDArray[np.float32]) -> NDArray[np.bool_]:
    """(N, N) whether two quads are as large, laid the same way and side by side in one row."""
    centres = quad_centers(quads)
    across = (quads[:, 1] + quads[:, 2] - quads[:, 0] - quads[:, 3]) / 2
    along = (quads[:, 2] + quads[:, 3] - quads[:, 0] - quads[:, 1]) / 2
    upright = np.linalg.norm(across, axis=1) <= np.linalg.norm(along, axis=1)
    wide = np.where(upright[:, None], across, along)
    tall = np.where(upright[:, None], along, across)
    axes = np.stack([wide, tall], 1)
    offset = centres[None] - centres[:, None]
    near = np.zeros((len(quads), len(quads)), bool)
    for first, second in ((0, 1), (1, 0)):
        step = _in_sides(offset, axes[:, first])
        off = _in_sides(offset, axes[:, second])
        width = np.linalg.norm(axes[:, first], axis=1) / np.linalg.norm(wide, axis=1)
        step, off = np.abs(step * width[:, None]), np.abs(off)
        near |= (step >= BESIDE[0]) & (step <= BESIDE[1]) & (off <= IN_LINE)
    return near & near.T & _alike(wide) & _alike(tall)


def _in_sides(offset: NDArray[np.float32], side: NDArray[np.float32]) -> NDArray[np.float32]:
    """(N, N) the offsets (N, N, 2) measured along each row's side vector (N, 2), in sides."""
    length = np.maximum((side**2).sum(axis=1), 1e-6)
    return np.asarray(np.einsum("ijk,ik->ij", offset, side) / length[:, None], np.float32)


def _alike(sides: NDArray[np.float32]) -> NDArray[np.bool_]:
    """(N, N) whether side vectors (N, 2) agree in length and direction, up to a half turn."""
    length = np.maximum(np.linalg.norm(sides, axis=1), 1e-6)
    largest = np.maximum(length[:, None], length[None])
    there = np.linalg.norm(sides[:, None] - sides[None], axis=2) / largest
    back = np.linalg.norm(sides[:, None] + sides[None], axis=2) / largest
    return np.asarray(np.minimum(there, back) < AS_LARGE)
