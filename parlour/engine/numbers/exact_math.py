"""exp, log and roots that give the same bits on every machine.

The C library's differ from one system to another, and on some from one processor to another, in the
last place. exp and log use sums, products and one quotient in a fixed order, and nothing fused.
They are less than one unit in the last place from the true value.

e^x is 2^k * e^r with |r| <= ln 2 / 2; e^r is its Taylor series. log x is e * ln 2 + log m with m
from about 0.71 to 1.41; log m is the series of 2 * artanh(s) with s = (m - 1) / (m + 1).
"""

import math
import struct
from math import inf, nan

from parlour.engine.compiler.jit import instruction, shared

HIGH = float.fromhex("0x1.62e42feep-1")  # ln 2 in two parts: a whole number of up to 11 bits
LOW = float.fromhex("0x1.a39ef35793c76p-33")  # times the first part is exact
LOG2_E = float.fromhex("0x1.71547652b82fep+0")
ROOT_2 = float.fromhex("0x1.6a09e667f3bcdp+0")
LEAST, MOST = -746.0, 710.0  # below and above, e^x is 0 and infinite
NEAR = 700.0  # below it, in size, e^x has all its digits and is finite
WHOLE = float.fromhex("0x1.8p52")  # sums with it have no digits behind the point
SUBNORMAL = float.fromhex("0x1p-1022")  # the least number with all its digits
BIAS, DIGITS = 1023, 52  # of a number's exponent; behind its first digit
NOTHING = 0x4338000000000000 - BIAS  # the bits of `WHOLE`, less what an exponent has more

C3, C4, C5, C6 = 1 / 6, 1 / 24, 1 / 120, 1 / 720  # 1 / n!
C7, C8, C9, C10 = 1 / 5040, 1 / 40320, 1 / 362880, 1 / 3628800
C11, C12, C13 = 1 / 39916800, 1 / 479001600, 1 / 6227020800
A3, A5, A7, A9, A11, A13 = 2 / 3, 2 / 5, 2 / 7, 2 / 9, 2 / 11, 2 / 13
A15, A17, A19, A21, A23 = 2 / 15, 2 / 17, 2 / 19, 2 / 21, 2 / 23


@instruction
def to_bits(x: float) -> int:
    """The 64 bits of a number, as a whole number with a sign; nothing in compiled code."""
    bits: int = struct.unpack("<q", struct.pack("<d", x))[0]
    return bits


@instruction
def from_bits(bits: int) -> float:
    """The number of these 64 bits."""
    number: float = struct.unpack("<d", struct.pack("<q", bits))[0]
    return number


@instruction
def root(x: float) -> float:
    """The square root of x, which all machines round alike."""
    return math.sqrt(x)


@shared
def exp(x: float) -> float:
    """E to the power of x."""
    if not -NEAR < x < NEAR:
        return far(x)
    t = x * LOG2_E + WHOLE  # whose last digits are those of the nearest whole number k
    k = t - WHOLE
    return near(x, k) * from_bits((to_bits(t) - NOTHING) << DIGITS)


@shared
def near(x: float, k: float) -> float:
    """e^x / 2^k, for a whole number k near x / ln 2."""
    r = x - k * HIGH - k * LOW
    z = r * r
    low = (0.5 + C3 * r) + (C4 + C5 * r) * z
    high = (C6 + C7 * r) + (C8 + C9 * r) * z + ((C10 + C11 * r) + (C12 + C13 * r) * z) * (z * z)
    return ((low + high * (z * z)) * z + r) + 1.0


@shared
def far(x: float) -> float:
    """E to the power of x, where 2^k may be no number although the result is one."""
    if x != x:
        return x
    x = min(max(x, LEAST), MOST)
    k = int(x * LOG2_E + (0.5 if x > 0.0 else -0.5))
    half = k >> 1
    power = near(x, float(k)) * from_bits((half + BIAS) << DIGITS)
    return power * from_bits((k - half + BIAS) << DIGITS)


@shared
def log(x: float) -> float:
    """The natural logarithm of x: of 0 minus infinity, below 0 no number."""
    if x <= 0.0:
        return -inf if x == 0.0 else nan
    if not x < inf:
        return x
    e = -BIAS
    if x < SUBNORMAL:
        x *= 2.0**DIGITS
        e -= DIGITS
    bits = to_bits(x)
    e += bits >> DIGITS
    m = from_bits(bits & ((1 << DIGITS) - 1) | BIAS << DIGITS)
    if m > ROOT_2:
        m *= 0.5
        e += 1
    f = m - 1.0
    s = f / (m + 1.0)
    z = s * s
    w = z * z
    low = (A3 + A5 * z) + (A7 + A9 * z) * w
    high = (A11 + A13 * z) + (A15 + A17 * z) * w + ((A19 + A21 * z) + A23 * w) * (w * w)
    tail = (low + high * (w * w)) * z
    half = 0.5 * f * f
    return e * HIGH - ((half - s * (half + tail) - e * LOW) - f)
