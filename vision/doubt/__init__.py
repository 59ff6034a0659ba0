"""When a reading is not sure: tiles to look at, and warnings with what to do about them."""
