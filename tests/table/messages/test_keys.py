"""Keys, and what is stored of them."""

from hashlib import sha256

from parlour.table.messages.keys import hashed, is_key

KEY = "A" * 22


def test_a_key_is_22_characters_of_base64url() -> None:
    assert is_key(KEY)
    assert is_key("Az09-_".ljust(22, "x"))
    for text in ("", KEY[1:], KEY + "A", KEY[1:] + "+", KEY[1:] + "\n", None, 7):
        assert not is_key(text)


def test_what_is_stored_of_a_key_is_128_bits_of_its_hash() -> None:
    digest = sha256(f"parlour/1 kept {KEY}".encode()).hexdigest()
    assert hashed(KEY) == digest[:32]
