"""The finder's loss: centres, faces and order-free quads, computed from id maps on the batch."""

from __future__ import annotations

import torch
from torch.nn import functional as F

from scripts.training.finder_data import STRIDE

LOG_SIZE_UNIT = 32.0
"""Sizes are predicted as log(|z1| / 32 px)."""

WHOLE, PARTLY_HIDDEN = 0.9, 0.75
"""Visible share above which a tile is wholly seen, and below which it is not."""


def truth_maps(ids: torch.Tensor, rows: torch.Tensor) -> dict[str, torch.Tensor]:
    """Per-cell truth from ids (B, H, W) and tile rows (B, K, 10)."""
    b, h, w = ids.shape
    index = (ids.clamp(min=1) - 1).long().view(b, -1)
    cell = torch.gather(rows, 1, index[..., None].expand(-1, -1, rows.shape[-1])).view(b, h, w, -1)
    quads = cell[..., :8].view(b, h, w, 4, 2)
    ys, xs = torch.meshgrid(
        torch.arange(h, device=ids.device), torch.arange(w, device=ids.device), indexing="ij"
    )
    here = torch.stack([xs, ys], -1).float() * STRIDE + STRIDE / 2
    centre = quads.mean(-2)
    a = (quads[..., 1, :] + quads[..., 2, :] - quads[..., 0, :] - quads[..., 3, :]) / 4
    e = (quads[..., 2, :] + quads[..., 3, :] - quads[..., 0, :] - quads[..., 1, :]) / 4
    det = a[..., 0] * e[..., 1] - a[..., 1] * e[..., 0]
    det = torch.where(det.abs() < 1e-3, torch.full_like(det, 1e-3), det)
    d = here - centre
    u = (d[..., 0] * e[..., 1] - d[..., 1] * e[..., 0]) / det
    v = (a[..., 0] * d[..., 1] - a[..., 1] * d[..., 0]) / det
    on = ids > 0
    radius = torch.maximum(u.abs(), v.abs())
    heat = torch.exp(-(u * u + v * v) / (2 * 0.28**2)) * on
    is_centre = on & (d.abs().amax(-1) <= STRIDE / 2)
    short = torch.minimum(a.norm(dim=-1), e.norm(dim=-1)) * 2
    return {
        "on": on, "ignored": ids < 0, "radius": radius, "heat": heat, "centre": is_centre,
        "quads": quads, "short": short.clamp(min=4.0), "known": cell[..., 8] > 0.5,
        "visible": cell[..., 9], "here": here.expand(b, h, w, 2),
    }  # fmt: skip


def complex_mul(a: torch.Tensor, b: torch.Tensor) -> torch.Tensor:
    """Product of complex numbers stored in the last axis."""
    re = a[..., 0] * b[..., 0] - a[..., 1] * b[..., 1]
    im = a[..., 0] * b[..., 1] + a[..., 1] * b[..., 0]
    return torch.stack([re, im], -1)


def decode(maps: torch.Tensor, here: torch.Tensor) -> torch.Tensor:
    """Quads (..., 4, 2) px from regression channels (..., 9) at cells ``here`` (..., 2) px.

    The torch twin of vision.quad_codes.decode_quads; tests hold the two together.
    """
    centre = here + maps[..., 0:2] * STRIDE
    size = torch.exp(maps[..., 2].clamp(-3, 4)) * LOG_SIZE_UNIT
    direction = maps[..., 3:5]
    angle = torch.atan2(-direction[..., 1], -direction[..., 0] + 1e-6) / 4 - 0.75 * torch.pi
    unit = torch.stack([torch.cos(angle), torch.sin(angle)], -1)
    inverse = unit * unit.new_tensor([1.0, -1.0])
    z1 = unit * size[..., None]
    z2 = complex_mul(maps[..., 7:9], complex_mul(inverse, inverse)) * size[..., None]
    z3 = complex_mul(maps[..., 5:7], inverse) * size[..., None]
    corners = []
    for k in range(4):
        i_k = unit.new_tensor([[1.0, 0], [0, 1], [-1, 0], [0, -1]][k])
        i_mk = unit.new_tensor([[1.0, 0], [0, -1], [-1, 0], [0, 1]][k])
        corners.append(
            centre + complex_mul(z1, i_k.expand_as(z1)) + z2 * (-1.0) ** k
            + complex_mul(z3, i_mk.expand_as(z3))
        )  # fmt: skip
    return torch.stack(corners, -2)


def encode(quads: torch.Tensor) -> torch.Tensor:
    """Order-free codes (..., 7) of quads (..., 4, 2), sizes as log(|z1| / 32)."""
    powers = torch.tensor([1, -1j, -1, 1j], device=quads.device)
    c = torch.view_as_complex(quads.contiguous())
    z1, z2, z3 = (c * powers).mean(-1), (c * powers**2).mean(-1), (c * powers**3).mean(-1)
    size = z1.abs().clamp(min=1e-3)
    unit = z1 / size
    parts = [torch.log(size / LOG_SIZE_UNIT)]
    for z in (unit**4, unit * z3 / size, z2 * unit**2 / size):
        parts += [z.real, z.imag]
    return torch.stack(parts, -1)


def finder_loss(
    maps: torch.Tensor, ids: torch.Tensor, rows: torch.Tensor
) -> tuple[torch.Tensor, dict[str, float]]:
    """Total loss and its parts for maps (B, 12, H, W), ids (B, H, W), rows (B, K, 10)."""
    t = truth_maps(ids, rows)
    maps = maps.float().permute(0, 2, 3, 1)
    parts = {
        "heat": _heat_loss(maps[..., 0], t),
        "face": _face_loss(maps[..., 1], t),
        "whole": _whole_loss(maps[..., 2], t),
    }
    near = t["on"] & (t["radius"] < 0.75)
    weight = (torch.exp(-((t["radius"] / 0.4) ** 2)) + 0.1)[near]
    if near.any():
        values = maps[..., 3:][near]
        truth = t["quads"][near]
        known = t["known"][near]
        corner, code = _quad_loss(values, t["here"][near], truth, known, t["short"][near])
        total = weight.sum().clamp(min=1e-3)
        parts["corner"] = (corner * weight).sum() / total
        parts["code"] = (code * weight * known).sum() / total
    factors = {"heat": 1.0, "face": 0.5, "whole": 0.2, "corner": 6.0, "code": 0.5}
    loss = sum(factors[k] * v for k, v in parts.items())
    return loss, {k: float(v.detach()) for k, v in parts.items()}


def _heat_loss(logit: torch.Tensor, t: dict[str, torch.Tensor]) -> torch.Tensor:
    p = torch.sigmoid(logit).clamp(1e-5, 1 - 1e-5)
    positive = t["centre"]
    pos = -torch.log(p) * (1 - p) ** 2
    neg = -torch.log(1 - p) * p**2 * (1 - t["heat"]) ** 4
    valid = ~t["ignored"]
    return (pos[positive].sum() + neg[~positive & valid].sum()) / positive.sum().clamp(min=8)


def _face_loss(logit: torch.Tensor, t: dict[str, torch.Tensor]) -> torch.Tensor:
    inner = t["on"] & (t["radius"] < 0.8)
    valid = ~t["ignored"] & (inner | ~t["on"])
    bce = F.binary_cross_entropy_with_logits(logit, inner.float(), reduction="none")
    p = torch.sigmoid(logit) * valid
    dice = 1 - (2 * (p * inner).sum() + 1) / (p.sum() + inner.sum() + 1)
    return (bce * valid).sum() / valid.sum().clamp(min=1) + 0.5 * dice


def _whole_loss(logit: torch.Tensor, t: dict[str, torch.Tensor]) -> torch.Tensor:
    """Whole or partly hidden, both of equal weight however rare the hidden ones are."""
    clear = (t["visible"] > WHOLE) | (t["visible"] < PARTLY_HIDDEN)
    valid = t["on"] & (t["radius"] < 0.6) & clear
    whole = (t["visible"] > WHOLE).float()
    rarity = (whole * valid).sum() / ((1 - whole) * valid).sum().clamp(min=1)
    weight = torch.where(whole > 0.5, 1.0, rarity.clamp(1.0, 30.0)) * valid
    bce = F.binary_cross_entropy_with_logits(logit, whole, reduction="none")
    return (bce * weight).sum() / weight.sum().clamp(min=1)


def _quad_loss(
    values: torch.Tensor,
    here: torch.Tensor,
    truth: torch.Tensor,
    known: torch.Tensor,
    short: torch.Tensor,
) -> tuple[torch.Tensor, torch.Tensor]:
    """Corner error over the short side (bounds only where the quad is unknown), code error."""
    quads = decode(values, here)
    orders = torch.stack([torch.roll(truth, k, -2) for k in range(4)], 0)
    best = (orders - quads.detach()).abs().sum((-1, -2)).argmin(0)
    aligned = torch.gather(orders, 0, best[None, :, None, None].expand(1, -1, 4, 2))[0]
    error = (quads - aligned) / short[:, None, None]
    exact = F.smooth_l1_loss(error, torch.zeros_like(error), beta=0.05, reduction="none")
    hull = torch.cat([quads.amin(-2) - truth.amin(-2), quads.amax(-2) - truth.amax(-2)], -1)
    hull = hull / short[:, None]
    loose = F.smooth_l1_loss(hull, torch.zeros_like(hull), beta=0.05, reduction="none").mean(-1)
    corner = torch.where(known, exact.mean((-1, -2)), 0.7 * loose)
    code = (values[:, 2:] - encode(truth)).abs().clamp(max=2).mean(-1)
    return corner, code
