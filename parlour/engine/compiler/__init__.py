"""Python functions called as machine code: compiled by Numba, or found in a library that was built
ahead of time.
"""
