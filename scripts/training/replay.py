"""Pictures that are mixed in while fine-tuning, so that what was known is not forgotten."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from scripts.training.pictures import LabelledPicture, load_rendered, write_pictures
from scripts.training.run_plan import TrainingError

Pictures = list[LabelledPicture]


def drawn_pictures(
    folder: Path, count: int, seed: int, say: Callable[[str], None]
) -> tuple[Pictures, Pictures]:
    """Flat sheets and printed pages of drawn sets, made once and kept in ``folder``.

    Where the fonts for drawing are missing there are none, and ``say`` is told so.
    """
    if not count:
        return [], []
    sheets, pages = folder / "sheets", folder / "pages"
    try:
        if not (pages / "labels.jsonl").is_file():
            say(f"drawing {count} flat sheets and {count} pages")
            _draw(sheets, pages, count, seed)
    except FileNotFoundError as error:
        say(f"No flat pictures are mixed in: {error}")
        return [], []
    return load_rendered(sheets), load_rendered(pages)


def _draw(sheets: Path, pages: Path, count: int, seed: int) -> None:
    from scripts.rendering.faces import load_designs
    from scripts.training.face_sheets import face_sheets
    from scripts.training.flat_pages import flat_pages

    designs = load_designs(drawn=count // 2, varied=count // 2)
    write_pictures(sheets, face_sheets(count, seed, designs), "sheet")
    write_pictures(pages, flat_pages(count, seed, designs), "page")


def rendered_folder(folder: Path, count: int, seed: int) -> Path:
    """Scenes rendered with OpenGL, made once and kept; an interruption is taken up.

    Raises:
        TrainingError: The extra ``render`` is missing or OpenGL does not work.
    """
    out = folder / "rendered"
    if (out / "labels.jsonl").is_file():
        return out
    try:
        import moderngl  # noqa: F401

        from scripts.rendering import bulk
    except ImportError as error:
        raise TrainingError(
            "--render needs the extra render; run: pip install 'tilescore[render]', or name "
            "folders that are rendered already with --rendered."
        ) from error
    try:
        bulk.run(bulk.BulkJob(out, count, seed, sets=max(40, count // 4), varied=0.3), 2)
    except (RuntimeError, OSError) as error:
        raise TrainingError(f"The scenes could not be rendered: {error}") from error
    return out
