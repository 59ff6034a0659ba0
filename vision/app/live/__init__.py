"""The live camera: frames in, a steady reading, a state in words, and a take when it is ready."""
