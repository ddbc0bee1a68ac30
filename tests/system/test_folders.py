"""Users that lack what most have: a command runs, or says in one sentence what to give it."""

import errno
import os
import re
import signal
import stat
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import NoReturn

import pytest

from parlour import errors
from parlour.catalogue.registry import BUILT_IN
from parlour.errors import HELP, SystemLacks, lacks
from parlour.system import folders, processes, startup
from tests.cli.test_records import parlour


def raiser(error: BaseException) -> object:
    """A function that raises this error, whatever it is asked."""

    def fail(*_: object, **_named: object) -> NoReturn:
        raise error

    return fail


def of_system(number: int, *name: str) -> OSError:
    return OSError(number, os.strerror(number), *name)


@pytest.fixture
def homeless(monkeypatch: pytest.MonkeyPatch) -> None:
    """A number without a name in the system's list of users, and without an environment."""
    for name in ("HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME", "PARLOUR_CACHE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr("pwd.getpwuid", {}.__getitem__)


@pytest.mark.usefixtures("homeless")
@pytest.mark.parametrize("home", [None, "", "relative"])
def test_a_user_without_a_home_names_a_file(
    home: str | None, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    if home is not None:
        monkeypatch.setenv("HOME", home)
    for command in (["serve", "--no-browser"], ["record", "table"]):
        assert parlour(*command, status=2) == ""
        assert capfd.readouterr().err == (
            "parlour: No folder for tables: the user has no home. Name a file with --data.\n"
        )
    with monkeypatch.context() as full:
        full.setattr("tempfile.gettempdir", raiser(of_system(errno.ENOENT)))
        assert [*folders.compiled()] == []


def test_a_user_of_a_system_without_numbers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As on Windows, where the temporary folder is the user's."""
    monkeypatch.setenv("PARLOUR_CACHE", str(tmp_path / "here"))
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    monkeypatch.delattr(os, "geteuid")
    assert [*folders.compiled()] == [tmp_path / "here", tmp_path / "parlour"]


def test_a_link_that_another_user_made_is_not_followed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also to a folder of this user: the other one could turn it to another folder later."""
    monkeypatch.setenv("PARLOUR_CACHE", str(tmp_path / "here"))
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    shared = tmp_path / f"parlour-{os.geteuid()}"
    (tmp_path / "mine").mkdir()
    shared.symlink_to(tmp_path / "mine")
    assert [*folders.compiled()] == [tmp_path / "here", shared]
    known = os.stat

    def links_of_another(path: Path, **given: bool) -> object:
        found = known(path, **given)
        link = stat.S_ISLNK(found.st_mode)
        return SimpleNamespace(st_uid=found.st_uid + 1) if link else found

    monkeypatch.setattr(os, "stat", links_of_another)
    assert [*folders.compiled()] == [tmp_path / "here"]


def test_a_site_without_a_temporary_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    with monkeypatch.context() as full:
        full.setattr("tempfile.mkdtemp", raiser(of_system(errno.ENOENT)))
        assert parlour("site", str(tmp_path / "site"), status=2) == ""
    assert capfd.readouterr().err == (
        "parlour: No folder for temporary files (No such file or directory): name one with "
        "TMPDIR.\n"
    )
    assert not (tmp_path / "site").exists()


def test_the_tree_of_errors() -> None:
    """Each error stands in it, as deep as its class."""
    tree = re.findall(r"^([│ ]*[├└]── )?(\w+)(?= {2,}|$)", str(errors.__doc__), re.M)
    named = {name: len(branch) // 4 for branch, name in tree}
    assert named == {
        name: len(kind.mro()) - len(errors.ParlourError.mro())
        for name, kind in vars(errors).items()
        if isinstance(kind, type) and issubclass(kind, errors.ParlourError)
    }


ENDS = [
    (of_system(errno.EMFILE, "x"), 'Too many open files ("x"); allow more open files (ulimit -n)'),
    (of_system(errno.EACCES), "Permission denied; name a folder that this user may write to"),
    (of_system(errno.EROFS), "Read-only file system; name a folder that this user may write to"),
    (of_system(errno.ENOENT, "x"), 'No such file or directory ("x")'),
    (OSError("of a library"), "of a library"),
    (MemoryError(), "Too little memory; allow more memory (ulimit -v)"),
    (
        RuntimeError("can't start new thread"),
        "No new thread; allow more processes or memory (ulimit -u, ulimit -v)",
    ),
    (
        ImportError("x.so: failed to map segment."),
        "A library cannot be loaded (x.so: failed to map segment); install Parlour anew, in a "
        "folder that code may be run from",
    ),
]


@pytest.mark.parametrize(("error", "sentence"), ENDS, ids=lambda one: str(one)[:20])
def test_an_error_of_the_system_says_what_helps(
    error: Exception,
    sentence: str,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:
    """In a command, and in what starts each program."""
    monkeypatch.setattr("parlour.series.decided", raiser(error))
    parlour("simulate", "--game", BUILT_IN[0], status=2)
    assert capfd.readouterr().err == f"parlour: {sentence}.\n"
    monkeypatch.setattr(startup, "import_module", raiser(error))
    monkeypatch.setattr(sys, "argv", ["/bin/parlour"])
    assert startup.parlour() == 2
    assert capfd.readouterr().err == f"parlour: {sentence}.\n"
    monkeypatch.setattr(sys, "stderr", None)
    assert startup.parlour() == 2
    development = SimpleNamespace(dev_mode=True)
    monkeypatch.setattr(sys, "flags", development)
    with pytest.raises(type(error)):
        startup.parlour()


def test_a_file_that_may_not_be_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As where another user has installed Parlour for itself."""
    file = tmp_path / "weights.json"
    assert lacks(of_system(errno.EACCES, str(file))).endswith("; " + HELP["EACCES"])
    file.touch()
    assert lacks(of_system(errno.EACCES, str(file))).endswith("; " + HELP["EACCES"])
    monkeypatch.setattr(os, "access", lambda _path, right: right != os.R_OK)
    assert lacks(of_system(errno.EACCES, str(file))) == (
        f'Permission denied ("{file}"); let this user read it'
    )


def test_other_errors_are_not_the_systems(monkeypatch: pytest.MonkeyPatch) -> None:
    assert lacks(RuntimeError("x")) == lacks(ValueError()) == ""
    monkeypatch.setattr(startup, "import_module", raiser(RuntimeError("x")))
    with pytest.raises(RuntimeError, match="x"):
        startup.parlour()


def test_a_mask_that_hides_files_from_their_owner(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(startup, "import_module", raiser(KeyboardInterrupt()))
    before = os.umask(0o757)
    try:
        handler = signal.getsignal(signal.SIGINT)
        assert startup.parlour() == 130
        assert signal.getsignal(signal.SIGINT) is handler
        assert os.umask(0) == 0o057
    finally:
        os.umask(before)


def test_a_current_folder_that_was_removed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    """Processes cannot be started there."""
    (tmp_path / "gone").mkdir()
    data = str(tmp_path / "tables.db")
    monkeypatch.chdir(tmp_path / "gone")
    processes.check_place()
    (tmp_path / "gone").rmdir()
    duel = ["duel", BUILT_IN[0], "--players", "first,first", "--deals", "2", "--jobs"]
    for command in ([*duel, "2"], ["serve", "--data", data, "--no-browser"]):
        parlour(*command, status=2)
        assert capfd.readouterr().err == (
            "parlour: The current folder cannot be used (No such file or directory): change to "
            "another one.\n"
        )
    assert parlour(*duel, "1")
    with pytest.raises(SystemLacks):
        processes.check_place()
