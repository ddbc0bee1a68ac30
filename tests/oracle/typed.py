"""Typed lines as the contract of the assignment programs reads them, for the oracles of whole
sessions.

Written from that contract alone: "A line of input ends at LF, one CR before it is dropped, a last
line without LF counts; white space is space and tab." It imports nothing.
"""


class End(Exception):
    """The input is over, or somebody quits."""


class Terminal:
    """What is printed, and what is typed after each prompt."""

    def __init__(self, typed: bytes) -> None:
        """Cut the input into lines."""
        *whole, last = typed.split(b"\n")
        self.input: list[bytes] = [line[:-1] if line.endswith(b"\r") else line for line in whole]
        if last:
            self.input.append(last)
        self.output: list[str] = []
        # For each prompt: how many bytes have been printed, and what a session loaded from a save
        # made there prints first.
        self.prompts: list[tuple[int, str]] = []
        self.printed = 0

    def put(self, text: str) -> None:
        """Print a text as it is."""
        self.output.append(text)
        self.printed += len(text.encode())

    def say(self, *lines: str) -> None:
        """Print whole lines."""
        for line in lines:
            self.put(line + "\n")

    def ask(self, prompt: str, resumed: list[str]) -> tuple[str, list[str]]:
        """The next line that is no save, in quotes, and its words."""
        while True:
            self.put(prompt)
            self.prompts.append((self.printed, "".join(line + "\n" for line in resumed) + prompt))
            if not self.input:
                raise End
            line = self.input.pop(0)
            words = line.replace(b"\t", b" ").split(b" ")
            words = [word for word in words if word]
            if words == [b"quit"]:
                raise End
            if words[:1] != [b"save"]:
                return quoted(line), [word.decode("utf-8", "backslashreplace") for word in words]
            self.say(saved(line.strip(b" \t")[4:].strip(b" \t").decode()))


def saved(name: str) -> str:
    """What a save into this file says; only these names are known here: letters, or in a folder
    that is not there.
    """
    if not name:
        return "save needs the name of a file."
    if "/" in name:
        return f'"{name}" cannot be written: No such file or directory.'
    return "Saved."


def quoted(line: bytes) -> str:
    """A typed line as messages repeat it: in quotes, with escapes for what cannot be printed."""
    shown = ""
    for character in line.decode("utf-8", "backslashreplace"):
        shown += (
            character if character.isprintable() else character.encode("unicode_escape").decode()
        )
    return f'"{shown}"'
