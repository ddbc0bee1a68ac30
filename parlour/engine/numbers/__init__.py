"""Arithmetic of compiled code: bits, exact logarithms and roots, samples, arguments. No rule of a
game is here.
"""
