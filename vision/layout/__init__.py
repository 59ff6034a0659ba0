"""From sightings to groups: rows of tiles, sets, players. Pure numpy, lengths in tile widths."""
