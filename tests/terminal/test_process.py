"""The programs as processes: signals, closed and full streams, a terminal, a kill."""

import os
import pty
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from parlour.terminal import saves

STRAIGHTS = [sys.executable, "-m", "parlour.games.straights.program"]
PARLOUR = [sys.executable, "-m", "parlour"]
ROOT = Path(__file__).parents[2]
START = """
import sys
sys.path.insert(0, sys.argv.pop(1))
from parlour.games.straights import main
sys.exit(main())
"""
FULL = "No space left on device"


def shell(script: str, *arguments: str, typed: bytes = b"") -> tuple[int, bytes, str]:
    """Run `sh -c script` with the program as "$@"; status, output, errors."""
    done = subprocess.run(
        ["sh", "-c", script, "sh", *arguments],
        input=typed,
        capture_output=True,
        timeout=60,
        check=False,
    )
    return done.returncode, done.stdout, done.stderr.decode()


def wait_for(process: "subprocess.Popen[bytes]", text: bytes) -> bytes:
    """Read a process's output until it has said this."""
    told = b""
    assert process.stdout
    while text not in told:
        data = os.read(process.stdout.fileno(), 65536)
        assert data, told
        told += data
    return told


@pytest.fixture
def waiting() -> "subprocess.Popen[bytes]":
    """A session that waits at a prompt."""
    process = subprocess.Popen(
        [*STRAIGHTS, "6788", "--players", "hccc"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    wait_for(process, b"Legal plays:\n>")
    return process


def test_interrupt_ends_with_130_and_no_traceback(waiting: "subprocess.Popen[bytes]") -> None:
    waiting.send_signal(signal.SIGINT)
    told, error = waiting.communicate(timeout=30)
    assert (waiting.returncode, told, error) == (130, b"", b"")


def test_output_is_flushed_at_every_prompt(waiting: "subprocess.Popen[bytes]") -> None:
    assert waiting.stdin
    for typed, told in (
        (b"deck\n", b"KD\n>"),
        (b"nonsense\n", b"ragequit.\n>"),
        (b"discard AS\n", b"Legal plays: 6C\n>"),
    ):
        waiting.stdin.write(typed)
        waiting.stdin.flush()
        wait_for(waiting, told)
    assert waiting.communicate(timeout=30) == (b"", b"")
    assert waiting.returncode == 0


def test_a_closed_pipe_is_silent_and_1(waiting: "subprocess.Popen[bytes]") -> None:
    assert waiting.stdout
    assert waiting.stdin
    assert waiting.stderr
    waiting.stdout.close()
    waiting.stdin.write(b"deck\n")
    waiting.stdin.close()
    assert waiting.stderr.read() == b""
    assert waiting.wait(timeout=30) == 1
    waiting.stderr.close()


def test_head_takes_what_it_wants() -> None:
    status, told, error = shell('"$@" | head -1', *STRAIGHTS, "6788", "--players", "cccc")
    assert (status, told, error) == (0, b"A new round begins. It's Player4's turn to play.\n", "")


@pytest.mark.parametrize(
    ("script", "status", "error"),
    [
        ('"$@" 6788 >/dev/full', 1, f"straights: Standard output cannot be written: {FULL}.\n"),
        (
            '"$@" 6788 --players cccc >/dev/full',
            1,
            f"straights: Standard output cannot be written: {FULL}.\n",
        ),
        ('"$@" --help >/dev/full', 1, f"straights: Standard output cannot be written: {FULL}.\n"),
        ('"$@" --version >&-', 1, "straights: Standard output is closed.\n"),
        ('"$@" 6788 >&-', 1, "straights: Standard output is closed.\n"),
        (
            '"$@" 6788 >/dev/null --transcript /dev/full',
            1,
            f"straights: The transcript cannot be written: {FULL}.\n",
        ),
        ('"$@" 6788 <&- >/dev/null', 0, ""),
        ('"$@" 6788 </dev/null >/dev/null', 0, ""),
        ('"$@" x 2>&-', 2, ""),
        ('"$@" x 2>/dev/full', 2, ""),
        ('"$@" x >&- 2>&- <&-', 2, ""),
        ('"$@" --players hhhh 2>/dev/full >/dev/full', 1, ""),
        (
            '"$@" 6788 <&0 0</proc/self/mem',
            1,
            "straights: Standard input cannot be read: Input/output error.\n",
        ),
    ],
)
def test_streams_that_are_full_or_closed(script: str, status: int, error: str) -> None:
    got, told, said = shell(script, *STRAIGHTS)
    assert (got, said) == (status, error)
    assert told in (b"", b"Is Player1 a human (h) or a computer (c)?\n>")


def test_a_save_never_replaces_the_output(tmp_path: Path) -> None:
    out = tmp_path / "out"
    typed = f"save {out}\nquit\n".encode()
    assert shell(f'"$@" 6788 --players hccc >{out}', *STRAIGHTS, typed=typed) == (0, b"", "")
    assert out.read_text().endswith(f'>"{out}" is the file of standard output.\n>')


def test_a_save_has_the_typed_bytes_as_its_name_in_any_locale(tmp_path: Path) -> None:
    """To Python the names of files are ASCII here, and the typed one is UTF-8."""
    name = "\u00fc.save"
    ascii_only = f'cd {tmp_path}; LC_ALL=C PYTHONUTF8=0 PYTHONCOERCECLOCALE=0 "$@"'
    program = [sys.executable, "-c", START, str(ROOT)]
    told = shell(f"{ascii_only} 6788 --players hhhh", *program, typed=f"save {name}\n".encode())
    assert told[1].endswith(b">Saved.\n>"), told
    assert os.listdir(os.fsencode(tmp_path)) == [name.encode()]
    status, loaded, error = shell(f"{ascii_only} --load {name}", *program)
    assert (status, error) == (0, "")
    assert loaded.startswith(b"A new round begins.")


def test_no_output_goes_to_two_places(tmp_path: Path) -> None:
    out = tmp_path / "out"
    refused = f'straights: The transcript "{out}" is the file of standard output.\n'
    assert shell(f'"$@" 6788 --transcript {out} >{out}', *STRAIGHTS) == (2, b"", refused)
    refused = f'parlour: The log "{out}" is the file of standard output.\n'
    assert shell(f'"$@" simulate --game straights --log {out} >{out}', *PARLOUR) == (
        2,
        b"",
        refused,
    )


def test_the_input_is_never_written_over(tmp_path: Path) -> None:
    typed = tmp_path / "typed"
    typed.write_text(f"h\nc\nc\nc\nsave {typed}\nquit\n")
    before = typed.read_bytes()
    refused = f'straights: The transcript "{typed}" is the file of standard input.\n'
    assert shell(f'"$@" 6788 --transcript {typed} <{typed}', *STRAIGHTS) == (2, b"", refused)
    status, told, error = shell(f'"$@" 6788 <{typed}', *STRAIGHTS)
    assert (status, error) == (0, "")
    assert told.endswith(f'>"{typed}" is the file of standard input.\n>'.encode())
    assert typed.read_bytes() == before


def test_a_current_directory_that_is_gone(tmp_path: Path) -> None:
    gone = f"{tmp_path}/g"
    script = (
        f'mkdir {gone}; cd {gone}; rmdir {gone}; "$@" 6788 --players cccc --save a --transcript b'
    )
    status, told, error = shell(script, sys.executable, "-c", START, str(ROOT))
    assert (status, told) == (2, b"")
    assert error == 'straights: The transcript "b" cannot be written: No such file or directory.\n'


def test_a_save_into_the_pipe_of_standard_output() -> None:
    status, told, error = shell(
        '"$@" 6788 --players hccc | cat', *STRAIGHTS, typed=b"save /dev/stdout\n"
    )
    assert (status, error) == (0, "")
    assert b"straights 1\n" in told
    assert told.endswith(b"Saved.\n>")


def test_parlour_too() -> None:
    assert shell('"$@" --help >/dev/full', *PARLOUR)[::2] == (
        1,
        f"parlour: Standard output cannot be written: {FULL}.\n",
    )
    for command in ("simulate --game straights", "duel straights --players first,first"):
        assert shell(f'"$@" {command} --log /dev/full', *PARLOUR)[::2] == (
            1,
            f'parlour: The log "/dev/full" cannot be written: {FULL}.\n',
        )
    assert shell('"$@" replay - <&-', *PARLOUR)[::2] == (
        2,
        'parlour: The log "-" has no matches.\n',
    )
    status, _, error = shell('"$@" replay /proc/self/mem', *PARLOUR)
    assert (status, error) == (
        2,
        'parlour: "/proc/self/mem": The log cannot be read: Input/output error.\n',
    )


def test_a_person_at_a_terminal() -> None:
    leader, follower = pty.openpty()
    process = subprocess.Popen(
        [*STRAIGHTS, "6788"],
        stdin=follower,
        stdout=follower,
        stderr=follower,
        start_new_session=True,
    )
    os.close(follower)
    told = b""

    def until(text: bytes) -> None:
        nonlocal told
        while text not in told:
            told += os.read(leader, 65536)

    for typed, then in (
        (b"h\n", b"Player2 a"),
        (b"c\n", b"Player3 a"),
        (b"c\n", b"Player4 a"),
        (b"c\n", b"Legal plays:\r\n>"),
    ):
        until(b"(c)?\r\n>")
        os.write(leader, typed)
        until(then)
    os.write(leader, b"\x04")  # the end of input, at an empty line
    assert process.wait(timeout=30) == 0
    os.close(leader)


@pytest.mark.parametrize("name", ["straights", "hearts", "crazy_eights"])
def test_the_first_prompt_needs_the_standard_library_and_the_core_only(name: str) -> None:
    program = (
        f"import sys; before = set(sys.modules); from parlour.games.{name}.program import main\n"
        f"sys.argv = ['{name}', '6788']; main()\n"
        "print(*sorted({name.partition('.')[0] for name in set(sys.modules) - before}), "
        "file=sys.stderr)"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], input=b"h\n", capture_output=True, timeout=60, check=True
    )
    loaded = set(done.stderr.decode().split())
    assert "parlour" in loaded
    assert loaded - {"parlour"} <= set(sys.stdlib_module_names)
    assert not loaded & {"numpy", "numba", "rich", "json", "hashlib", "random"}


@pytest.mark.parametrize(
    ("name", "arguments", "prompt"),
    [
        ("hearts", ["5"], b"Which card would you like to pass? (type the number) "),
        ("crazy_eights", ["5", "--play", "ron"], b"Which card would you like to play? "),
    ],
)
def test_the_other_programs_end_alike(name: str, arguments: list[str], prompt: bytes) -> None:
    start = [sys.executable, "-c", START.replace("straights", name), str(ROOT), *arguments]
    for end in ("interrupt", "closed pipe", "end of input"):
        with subprocess.Popen(
            start, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
        ) as process:
            assert wait_for(process, prompt).endswith(prompt)
            assert process.stdin
            assert process.stdout
            assert process.stderr
            if end == "interrupt":
                process.send_signal(signal.SIGINT)
            elif end == "closed pipe":
                process.stdout.close()
                process.stdin.write(b"nonsense\n")
            process.stdin.close()
            assert process.stderr.read() == b""
            assert (
                process.wait(timeout=30)
                == {"interrupt": 130, "closed pipe": 1, "end of input": 0}[end]
            )
    status, _, error = shell('"$@" >/dev/full', *start)
    assert (status, error) == (
        1,
        f"{name.replace('_', '-')}: Standard output cannot be written: {FULL}.\n",
    )


def test_a_save_is_whole_whenever_the_program_is_killed(tmp_path: Path) -> None:
    file = tmp_path / "save"
    typed = b"deck\n" * 100_000
    for delay in (0.02, 0.05, 0.08, 0.11, 0.14):
        with subprocess.Popen(
            [*STRAIGHTS, "6788", "--players", "hccc", "--save", str(file)],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
        ) as process:
            assert process.stdin
            os.set_blocking(process.stdin.fileno(), False)
            process.stdin.write(typed[:65536])
            while not file.exists():
                time.sleep(0.002)
            time.sleep(delay)
            process.kill()
        assert saves.read(file.read_bytes(), "straights").match.number == 1


def test_a_killed_simulation_is_open_for_resume_and_ends_the_same(tmp_path: Path) -> None:
    whole, cut = tmp_path / "whole", tmp_path / "cut"
    arguments = ["simulate", "--game", "straights", "--matches", "60", "--seed", "6788", "--log"]
    subprocess.run(
        [*PARLOUR, *arguments, str(whole)], check=True, stdout=subprocess.DEVNULL, timeout=60
    )
    with subprocess.Popen([*PARLOUR, *arguments, str(cut)], stdout=subprocess.DEVNULL) as process:
        while not (cut.exists() and cut.stat().st_size > 100_000):
            time.sleep(0.002)
        process.kill()
    assert process.returncode == -signal.SIGKILL
    assert cut.stat().st_size < whole.stat().st_size
    cut.write_bytes(cut.read_bytes()[:-7])  # and the last line was half on its way
    again = subprocess.run(
        [*PARLOUR, *arguments, str(cut), "--resume"], check=True, capture_output=True, timeout=60
    )
    assert cut.read_bytes() == whole.read_bytes()
    assert again.stdout.startswith(b"straights, seed 6788: matches 60, rounds ")


def test_an_interrupted_simulation_says_how_to_go_on(tmp_path: Path) -> None:
    log = tmp_path / "log"
    with subprocess.Popen(
        [*PARLOUR, "simulate", "--game", "straights", "--matches", "100000", "--log", str(log)],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    ) as process:  # fmt: skip
        while not (log.exists() and log.stat().st_size > 20_000):
            time.sleep(0.002)
        process.send_signal(signal.SIGINT)
        told, error = process.communicate(timeout=30)
    assert process.returncode == 130
    assert told == b""
    assert error.startswith(b"Interrupted after ")
    assert error.endswith(b" of 100000 matches; --resume continues.\n")
