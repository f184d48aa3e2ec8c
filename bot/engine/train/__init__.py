"""How nets are trained: by self-play that numba compiles. Nothing here is needed to play."""
