"""What the connections' own code writes, against the library that the other ends use."""

import pytest
from websockets.frames import Frame, Opcode

from parlour.web.lines import framed


@pytest.mark.parametrize("size", [0, 1, 125, 126, 65535, 65536, 1 << 20])
def test_a_frame_is_as_the_library_has_it(size: int) -> None:
    assert framed("x" * size) == Frame(Opcode.TEXT, b"x" * size).serialize(mask=False)
