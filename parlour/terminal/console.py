"""A program's standard streams and files, with all their errors.

`run` returns the exit status: 0, 1 if output cannot be written or a game's code fails, 2 after any
other error, 130 after an interrupt. Output is written unbuffered, below Python's own stream, so
that no error can occur at exit.
"""

import argparse
import contextlib
import errno
import io
import os
import stat
import sys
from collections.abc import Callable, Sequence
from typing import Any, NoReturn, Protocol, TextIO, TypeVar

from parlour import __version__
from parlour.errors import CodeError, OutputError, ParlourError, UsageError, plain, quote, reason
from parlour.system.encoding import unmarked

T = TypeVar("T")

LONGEST_LINE = 65536  # bytes of an input line that are used; the rest is dropped
LONGEST_FILE = 1 << 24  # bytes of a file of decks or a saved position, at most


class Reader(Protocol):
    """A binary file that is read by lines."""

    def readline(self, size: int, /) -> bytes:
        """At most `size` bytes of the next line."""


class Writer(Protocol):
    """A raw binary file for output; a write may accept only a part of the data."""

    def write(self, data: bytes, /) -> int | None:
        """Write data; returns the number of bytes accepted, or None."""


class Done(Exception):
    """The normal end of a program; its text is printed last."""


class _PrintAndStop(argparse.Action):
    """An option that prints a text and stops: a fixed one, or the parser's help."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> NoReturn:
        raise Done(self.const or parser.format_help().rstrip())


def _narrow(prog: str) -> argparse.HelpFormatter:
    """A help formatter for 80 columns. The terminal's width would cost every start an import of
    shutil.
    """
    return argparse.HelpFormatter(prog, width=80)


class Parser(argparse.ArgumentParser):
    """A parser whose errors are one sentence, and whose help is printed as ordinary output."""

    def __init__(self, prog: str, description: str, **others: Any) -> None:
        """No abbreviations are allowed: a later option must not change the meaning of a script."""
        super().__init__(
            prog=prog,
            description=description,
            allow_abbrev=False,
            add_help=False,
            formatter_class=_narrow,
            **others,
        )
        self.add_argument("-h", "--help", action=_PrintAndStop, nargs=0, help="show this and stop")

    def add_version(self) -> None:
        """Add the option --version."""
        text = f"{self.prog} (Parlour) {__version__}"
        self.add_argument(
            "--version", action=_PrintAndStop, nargs=0, const=text, help="show the version and stop"
        )

    def error(self, message: str) -> NoReturn:
        """Refuse a command line: UsageError."""
        raise UsageError(plain(message))


class Console:
    """Input and output by lines, and a transcript of both if one is set."""

    def __init__(self, reader: Reader | None, writer: Writer | None) -> None:
        """A missing reader counts as empty input; with a missing writer, `flush` raises
        OutputError.
        """
        self.reader, self.writer = reader, writer
        self.transcript: io.FileIO | None = None
        # for a person's terminal: the parts of a line, and the input after a prompt
        self.wrap: Callable[[str], Sequence[str]] = lambda line: (line,)
        self.edit: Callable[[str], bytes | None] | None = None
        self._pending: list[bytes] = []
        self._begun = False  # whether a line was read
        self._settling = 0.0  # seconds in which more of a pasted line's text may come

    def say(self, *lines: str) -> None:
        """Queue lines of output; they are written at the next prompt or at the end."""
        self.put(*(f"{part}\n" for line in lines for part in self.wrap(line)))

    def put(self, *texts: str) -> None:
        """Queue texts of output as they are."""
        self._pending += [text.encode("utf-8", "backslashreplace") for text in texts]

    def ask(self, prompt: str) -> bytes | None:
        """Prompt for a line. Returns it without its LF and one CR before it, the first without a
        byte order mark; None at the end of input. At a terminal only a line that ends after the
        prompt counts; earlier ones are dropped, with a sentence on standard error.
        """
        if is_terminal(self.reader) and not self._drop_early():
            return None
        if self.edit:
            self.flush()
            return self.edit(prompt)
        self.put(prompt)
        self.flush()
        whole = line = self._read()
        while len(line) == LONGEST_LINE and not line.endswith(b"\n"):
            line = self._read()
        if not self._begun:
            self._begun, whole = True, unmarked(whole, "Standard input", OutputError)
        if not whole:
            return None
        if whole.endswith(b"\n"):
            return whole[:-1].removesuffix(b"\r")
        return whole

    def _drop_early(self) -> bool:
        """Drop the lines typed at the terminal before a prompt and the text above it are shown;
        False at the end of input.
        """
        from parlour.terminal import early  # here, because pipes and files do without it

        assert isinstance(self.reader, io.IOBase)
        try:
            lines = early.drop_early(self.reader.fileno(), self._settling)
        except OSError:
            return True  # the next read says why
        self._settling = early.SETTLED
        if lines is None:
            return False
        if count := sum(not line.isspace() for line in lines if line):
            complain(
                f"{count} lines that were typed before their prompt are dropped."
                if count > 1
                else "A line that was typed before its prompt is dropped."
            )
        return True

    def _read(self) -> bytes:
        try:
            line = self.reader.readline(LONGEST_LINE) if self.reader else b""
        except OSError as error:
            raise OutputError(
                f"Standard input cannot be read: {error.strerror or error}."
            ) from None
        if self.transcript:
            write_all(self.transcript, line, "The transcript")
        return line

    def flush(self) -> None:
        """Write the queued output; OutputError if that is impossible."""
        data = b"".join(self._pending)
        self._pending.clear()
        if self.writer is None:
            raise OutputError("Standard output is closed.")
        write_all(self.writer, data, "Standard output")
        if self.transcript:
            write_all(self.transcript, data, "The transcript")


def is_terminal(stream: object) -> bool:
    """Whether a reader or a writer is a terminal."""
    return isinstance(stream, io.IOBase) and stream.isatty()


def write_all(writer: Writer, data: bytes, what: str) -> None:
    """Write all bytes; OutputError if that is impossible, BrokenPipeError if the reader has closed
    a pipe. `what` names the file in errors.
    """
    while data:
        try:
            taken = writer.write(data)
        except BrokenPipeError:
            raise
        except OSError as error:
            if closed_pipe(writer, error):
                raise BrokenPipeError from None
            raise OutputError(f"{what} cannot be written: {error.strerror or error}.") from None
        if not taken:
            raise OutputError(f"{what} cannot be written: it takes nothing.")
        data = data[taken:]


def closed_pipe(writer: Writer, error: OSError) -> bool:
    """Whether a write failed because the reader has closed a pipe, which on Windows is an invalid
    argument.
    """
    return (
        error.errno == errno.EINVAL
        and isinstance(writer, io.RawIOBase)
        and stat.S_ISFIFO(os.fstat(writer.fileno()).st_mode)
    )


def beneath(stream: TextIO) -> Writer:
    """The unbuffered file below a stream, so that errors occur at the write and not at the
    interpreter's exit. That of a console of Windows shows UTF-8 in every code page.
    """
    writer: Writer = getattr(stream.buffer, "raw", stream.buffer)
    return writer


def complain(text: str) -> None:
    """Print a line on standard error, if there is one."""
    if sys.stderr is not None:
        with contextlib.suppress(OSError, OutputError):
            write_all(beneath(sys.stderr), f"{plain(text)}\n".encode(), "Standard error")


def run(
    name: str, program: Callable[[Console, Sequence[str]], None], arguments: Sequence[str]
) -> int:
    """Run a program on the standard streams; returns its exit status."""
    reader = sys.stdin.buffer if sys.stdin is not None else None
    writer = beneath(sys.stdout) if sys.stdout is not None else None
    return run_on(Console(reader, writer), name, program, arguments)


def run_on(
    console: Console,
    name: str,
    program: Callable[[Console, Sequence[str]], None],
    arguments: Sequence[str],
) -> int:
    """Run a program on a console; returns its exit status."""
    try:
        try:
            program(console, arguments)
        except Done as done:
            console.say(*done.args)
        console.flush()
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        return 1
    except (CodeError, OutputError) as error:
        complain(f"{name}: {error}")
        return 1
    except ParlourError as error:
        complain(f"{name}: {error}")
        return 2
    finally:
        if console.transcript:
            console.transcript.close()
    return 0


def read_file(path: str) -> bytes:
    """The bytes of a file without a byte order mark; UsageError, which names it, if it cannot be
    read, is too long, or is in UTF-16.
    """
    try:
        with open(path, "rb") as file:
            data = file.read(LONGEST_FILE + 1)
    except (OSError, ValueError) as error:
        raise UsageError(f"The file {quote(path)} cannot be read: {reason(error)}.") from None
    if len(data) > LONGEST_FILE:
        raise UsageError(f"The file {quote(path)} is longer than {LONGEST_FILE} bytes.")
    return unmarked(data, f"The file {quote(path)}")


def replace_file(path: str, data: bytes) -> None:
    """Replace a file's contents by a rename, so that the file is complete at any moment; OSError,
    ValueError or OutputError if that is impossible.

    A symbolic link is followed. A file that is not regular (a device, a pipe) is written directly.
    """
    if path.endswith((os.sep, os.altsep or os.sep)):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
    if os.path.exists(path) and not os.path.isfile(path):
        with io.FileIO(path, "w", opener=_without_waiting) as special:
            write_all(special, data, quote(path))
        return
    path = os.path.realpath(path)
    temporary = os.path.join(
        os.path.dirname(path), f".parlour-{os.getpid()}-{os.urandom(4).hex()}.tmp"
    )
    file = io.FileIO(temporary, "x")
    try:
        with file:
            write_all(file, data, quote(path))
        # Windows has only read-only files, which can be neither renamed to nor removed
        if sys.platform != "win32" and os.path.exists(path):
            os.chmod(temporary, os.stat(path).st_mode & 0o7777)
        os.replace(temporary, path)
    finally:
        with contextlib.suppress(FileNotFoundError):  # usually it has been renamed
            os.unlink(temporary)


def _without_waiting(path: str, flags: int) -> int:
    """Open a file without waiting: a pipe without a reader is an error, and must not stop the
    game.
    """
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0))


def open_for_resume(
    path: str, what: str, resume: bool, held: Callable[[], tuple[list[T], int]]
) -> tuple[io.FileIO, list[T], int]:
    """Open a file of lines to append to it, and lock it if it is a regular one. Returns the file,
    the records in it, and the number of their bytes; an incomplete last record is removed.

    `held` reads a non-empty file: it returns the records and the number of their bytes. UsageError
    if the file is not empty and `resume` is not set, if another process has locked it, or if it
    cannot be written. `what` names the records in errors.
    """
    if stream := stream_of(path):
        raise UsageError(f"The log {quote(path)} is the file of {stream}.")
    with contextlib.ExitStack() as unless_opened:
        try:
            file = unless_opened.enter_context(io.FileIO(path, "a"))
            records: list[T] = []
            size = whole = 0
            if os.path.isfile(path):
                _lock(file, path)
                size = os.path.getsize(path)
            if size and not resume:
                raise UsageError(
                    f"The file {quote(path)} is not empty; --resume continues a log of {what}."
                )
            if size:
                records, whole = held()
            if whole < size:
                file.truncate(whole)
        except OSError as error:
            raise UsageError(f"The log {quote(path)} cannot be written: {reason(error)}.") from None
        unless_opened.pop_all()
    return file, records, whole


def _lock(file: io.FileIO, path: str) -> None:
    """Lock an open log until it is closed; UsageError if another process has locked it."""
    from parlour.system.locks import take  # here, because the classic programs start without it

    try:
        take(file.fileno())
    except BlockingIOError:
        raise UsageError(f"The log {quote(path)} is in use by another process.") from None
    except OSError:
        pass  # the file system has no locks


def stream_of(path: str) -> str:
    """The name of the standard stream that is this regular file; empty if none is."""
    for number, name in enumerate(("standard input", "standard output", "standard error")):
        with contextlib.suppress(OSError):
            if os.path.isfile(path) and os.path.samestat(os.stat(path), os.fstat(number)):
                return name
    return ""


def same_file(first: str, other: str) -> bool:
    """Whether two paths lead to the same regular file, which may not exist yet."""
    try:
        if os.path.exists(first) and os.path.exists(other):
            return os.path.isfile(first) and os.path.samefile(first, other)
        real = [os.path.normcase(os.path.realpath(path)) for path in (first, other)]
        return real[0] == real[1]
    except OSError:  # for example, if there is no current directory
        return first == other
