"""The two networks: plain 3x3 convolutions, fast on CPUs in training and in ONNX Runtime."""

from __future__ import annotations

from itertools import pairwise

import torch
from torch import nn

FINDER_CHANNELS = ("heat", "face", "whole", "dx", "dy", "log_size", "direction_re", "direction_im",
                   "elongation_re", "elongation_im", "skew_re", "skew_im")  # fmt: skip


def conv(cin: int, cout: int, stride: int = 1, size: int = 3) -> nn.Sequential:
    """Convolution, batch norm, ReLU."""
    return nn.Sequential(
        nn.Conv2d(cin, cout, size, stride, size // 2, bias=False),
        nn.BatchNorm2d(cout),
        nn.ReLU(inplace=True),
    )


class Finder(nn.Module):
    """Feature pyramid: BGR (N, 3, H, W) in 0..255 to maps (N, 12, H/4, W/4); H, W multiples of 32.

    Channels as `FINDER_CHANNELS`: logits of tile centre, face and wholly seen; centre offset in
    cells of 4 px; the quad code (see vision.quad_codes) of the tile under the cell.
    """

    example = (1, 3, 96, 128)
    """A shape of input."""

    def __init__(self, widths: tuple[int, ...] = (16, 32, 56, 88, 112), neck: int = 56) -> None:
        super().__init__()
        self.stem = nn.Sequential(conv(3, widths[0], 2), conv(widths[0], widths[0]))
        self.levels = nn.ModuleList(
            nn.Sequential(conv(a, b, 2), conv(b, b)) for a, b in pairwise(widths)
        )
        self.laterals = nn.ModuleList(nn.Conv2d(w, neck, 1) for w in widths[1:])
        self.smooth = nn.ModuleList(conv(neck, neck) for _ in widths[2:])
        self.head = nn.Sequential(conv(neck, neck), nn.Conv2d(neck, len(FINDER_CHANNELS), 1))
        nn.init.constant_(self.head[-1].bias[0], -4.0)

    def forward(self, image: torch.Tensor) -> torch.Tensor:
        x = self.stem((image - 128.0) / 64.0)
        features = []
        for level in self.levels:
            x = level(x)
            features.append(x)
        top = self.laterals[-1](features[-1])
        for i in range(len(features) - 2, -1, -1):
            up = nn.functional.interpolate(top, scale_factor=2.0, mode="nearest")
            top = self.smooth[i](self.laterals[i](features[i]) + up)
        return self.head(top)


class Residual(nn.Module):
    """Two convolutions with a shortcut."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.body = nn.Sequential(
            conv(width, width),
            nn.Conv2d(width, width, 3, 1, 1, bias=False),
            nn.BatchNorm2d(width),
        )

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return torch.relu(x + self.body(x))


class Classifier(nn.Module):
    """Crops BGR (N, 3, 64, 64) in 0..255 to 44 class logits, 4 turn logits and an embedding."""

    example = (2, 3, 64, 64)

    def __init__(self, classes: int = 44, widths: tuple[int, ...] = (32, 48, 80, 112)) -> None:
        super().__init__()
        stages: list[nn.Module] = [conv(3, widths[0], 2)]
        for a, b in pairwise(widths):
            stages += [conv(a, a), conv(a, b, 2), Residual(b)]
        self.features = nn.Sequential(*stages)
        self.embed = nn.Sequential(nn.Flatten(), nn.Linear(widths[-1] * 16, 96, bias=False),
                                   nn.BatchNorm1d(96), nn.ReLU())  # fmt: skip
        self.drop = nn.Dropout(0.15)
        self.classes = nn.Linear(96, classes)
        self.turns = nn.Linear(96, 4)

    def forward(self, crop: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
        x = self.features((crop - 128.0) / 64.0)
        e = self.embed(x)
        d = self.drop(e)
        return self.classes(d), self.turns(d), e


class FlowerClassifier(nn.Module):
    """Upright crops BGR (N, 3, 96, 96) in 0..255 to logits of the eight flowers and seasons.

    What tells them apart is a numeral or a letter of a few pixels and its ink: finer first layers
    than the `Classifier`'s, and a last one that knows where on the face it looks.
    """

    example = (2, 3, 96, 96)

    def __init__(self, classes: int = 8, widths: tuple[int, ...] = (20, 32, 48, 60)) -> None:
        super().__init__()
        stages: list[nn.Module] = [conv(3, widths[0], 2), conv(widths[0], widths[0])]
        for a, b in pairwise(widths):
            stages += [conv(a, b, 2), Residual(b)]
        self.features = nn.Sequential(*stages)
        self.drop = nn.Dropout(0.3)
        self.classes = nn.Linear(widths[-1] * 36, classes)

    def forward(self, crop: torch.Tensor) -> torch.Tensor:
        x = self.features((crop - 128.0) / 64.0)
        return self.classes(self.drop(x.flatten(1)))
