"""Teaches the recogniser a physical set from one picture of its tiles, in numpy."""
