"""Makes pictures of Mah-Jongg tables whose truth is known. Run through ``scripts/render.py``."""
