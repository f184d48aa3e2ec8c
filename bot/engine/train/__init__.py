"""Training: trains the neural nets by self-play that numba compiles; not needed to play."""
