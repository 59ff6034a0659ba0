"""The scorer against the same rules written a second time, on random deals."""

from __future__ import annotations

import json
from random import Random

import pytest
from comparing import agree
from random_deals import random_deal

CHUNKS, DEALS = 20, 1000


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_both_settle_alike(chunk: int) -> None:
    for seed in range(chunk * DEALS, (chunk + 1) * DEALS):
        deal = random_deal(Random(seed))
        assert agree(deal), f"seed {seed}: {json.dumps(deal)}"
