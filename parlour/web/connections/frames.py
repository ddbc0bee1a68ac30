"""Frames of WebSockets, as far as they are short or the server's own."""


def framed(text: str) -> bytes:
    """A message as one frame from the server (RFC 6455, 5.2). `websockets` takes longer to build a
    frame than the system takes to send it.
    """
    data = text.encode()
    size = len(data)
    if size < 126:
        return b"\x81%c%b" % (size, data)
    if size < 1 << 16:
        return b"\x81\x7e" + size.to_bytes(2, "big") + data
    return b"\x81\x7f" + size.to_bytes(8, "big") + data


def unmasked(frame: bytes) -> bytes:
    """The data of a client's frame of at most 125 bytes (RFC 6455, 5.3)."""
    length = len(frame) - 6
    mask = (frame[2:6] * 32)[:length]
    data = int.from_bytes(frame[6:], "big") ^ int.from_bytes(mask, "big")
    return data.to_bytes(length, "big")
