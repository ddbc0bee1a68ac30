"""Mutation testing: `scripts/mutants [MODULE ...]`, see docs/mutants.md.

mutmut makes the mutants, writes them beside the originals under mutants/, and shows them as diffs.
This file runs them. pytest collects the tests once and runs each test on the original, to learn
which functions it calls. Then each mutant gets a forked process, which runs the tests that call the
mutated function, the fastest first, until one fails. A start of pytest for each mutant would take
ten times as long.
"""

import argparse
import contextlib
import functools
import gc
import hashlib
import io
import json
import os
import resource
import signal
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from _pytest.runner import runtestprotocol
from mutmut.__main__ import collect_source_file_mutation_data, create_mutants
from mutmut.configuration import config
from mutmut.mutation import trampoline
from mutmut.mutation.data import LineSpan, MutantLineSpans, SourceFileMutationData
from mutmut.mutation.diff_apply import get_diff_for_mutant
from mutmut.type_checking import run_type_checker
from mutmut.utils.file_utils import copy_also_copy_files, copy_src_dir, setup_source_paths

KILLED, SURVIVED, TIMEOUT, TYPES, NO_TEST, FAULT = 1, 0, 36, 37, 33, 35  # as mutmut writes them

LAWS = "/test_laws.py"
TABLE = tuple(
    f"/table/{place}.py"
    for place in (
        *("test_automatic", "test_decisions", "test_past", "test_presence", "test_rounds"),
        *("test_state", "test_table", "test_turns", "messages/test_frames"),
        *("messages/test_new_table", "messages/test_requests", "messages/test_status"),
        "messages/test_updates",
    )
)
UNKILLED = (SURVIVED, NO_TEST, FAULT)
# A module, and its judges: words that occur in the node id of a test. A game's rules: judging().
JUDGES = {
    "parlour.cards": ("tests/test_cards.py", "tests/match/test_match.py"),
    "parlour.tricks": ("tests/test_tricks.py",),
    "parlour.match": (
        *("tests/match/test_match.py", "tests/catalogue/test_layout.py", "tests/test_log.py"),
        f"{LAWS} laws_of_a_match",
    ),
    "parlour.log": ("tests/test_log.py",),
    "parlour.table": TABLE,
    "parlour.table.messages.wire": ("/table/messages/test_wire.py",),
}
NEVER = (
    *("interleaving", "planted"),  # these compile: numba never sees a mutant
    *("/table/test_laws.py", "any_frame"),  # and these are long
)
MEMORY = 4 << 30  # bytes that a mutant may address

ROOT = Path(__file__).parents[1]

Functions = dict[str, Callable[..., Any]]
mutated: dict[str, Functions] = {}  # by module and function: the original and its mutants


class Judge(NamedTuple):
    """A test, how long it takes in seconds, and the mutated functions that it calls."""

    item: pytest.Item
    seconds: float
    calls: frozenset[str]


def forwarded(functions: Functions, *_: bool, **__: bool) -> Callable[..., Any]:
    """In place of mutmut's decorator, which asks the environment at each call: a function that
    calls what stands as the original.
    """

    def decorate(function: Callable[..., Any]) -> Callable[..., Any]:
        @functools.wraps(function)
        def forward(*args: Any, **options: Any) -> Any:
            return functions["_mutmut_orig"](*args, **options)

        mutated[f"{function.__module__}.{function.__qualname__}"] = functions
        return forward

    return decorate


def function_of(mutant: str) -> str:
    """The function of a mutant: `parlour.match.step` of `parlour.match.x_step__mutmut_3`."""
    module, _, name = mutant.rpartition(".")
    plain = name.rpartition("__mutmut_")[0]
    return f"{module}.{plain[2:].replace('ǁ', '.')}"


def judging(module: str) -> tuple[str, ...]:
    """Who judges a module: the tests and laws of a game, or of the modules that it is in the
    nearest one's judges.
    """
    if module.startswith("parlour.games."):
        game = module.split(".")[2]
        return (
            *(f"/{game}/test_rules.py", "tests/match/test_match.py"),
            f"{LAWS} [{game.replace('_', '-')}",
        )
    return JUDGES[max((name for name in JUDGES if module.startswith(name)), key=len)]


def judges(module: str, test: str) -> bool:
    """Whether a test, by its node id, judges a module."""
    return not any(word in test for word in NEVER) and any(
        all(word in test for word in words.split()) for words in judging(module)
    )


def test_files(modules: Iterable[str]) -> list[str]:
    """The files that have judges of some modules."""
    wanted = {words.split()[0] for module in modules for words in judging(module)}
    paths = [str(path) for path in sorted(Path("tests").rglob("test_*.py"))]
    return [
        path
        for path in paths
        if any(word in path for word in wanted) and not any(word in path for word in NEVER)
    ]


def module_of(path: str) -> str:
    return path.removesuffix(".py").replace("/", ".")


class Trial:
    """pytest's plugin: it runs mutants where pytest runs tests."""

    def __init__(self, files: dict[str, SourceFileMutationData], workers: int) -> None:
        self.files = {module_of(path): data for path, data in files.items()}
        self.workers = workers
        self.running: dict[int, tuple[str, str, float, int]] = {}
        self.kills: Counter[tuple[str, str]] = Counter()  # of a function's mutants, by test
        self.seen = Path("tests.json").absolute()

    def pytest_configure(self) -> None:
        """A failing example of hypothesis is as good as the smallest one."""
        import hypothesis  # here, because pytest rewrites its assertions first

        hypothesis.settings.register_profile(
            "mutants",
            derandomize=True,
            database=None,
            phases=(hypothesis.Phase.explicit, hypothesis.Phase.generate),
            deadline=None,
        )
        hypothesis.settings.load_profile("mutants")

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        found = [
            item
            for item in session.items
            if any(judges(module, item.nodeid) for module in self.files)
        ]
        learned = sorted(self.learn(found), key=lambda judge: judge.seconds)
        gc.collect()
        gc.freeze()
        try:
            for module, data in self.files.items():
                asked = [judge for judge in learned if judges(module, judge.item.nodeid)]
                self.module(module, data, asked)
            while self.running:
                self.wait()
        finally:
            for child in self.running:
                os.kill(child, signal.SIGKILL)
        return True

    def learn(self, items: list[pytest.Item]) -> Iterator[Judge]:
        """The tests on the originals: what each takes and calls. A file that has not changed since
        is not run again.
        """
        known = json.loads(self.seen.read_text()) if self.seen.exists() else {}
        originals = {name: functions["_mutmut_orig"] for name, functions in mutated.items()}
        for number, item in enumerate(items):
            text = f"{item.nodeid} {hashlib.sha256(item.path.read_bytes()).hexdigest()}"
            if text not in known:
                progress(f"learning {number} of {len(items)}: {item.nodeid}")
                called: set[str] = set()
                for name, functions in mutated.items():
                    functions["_mutmut_orig"] = recorder(name, functions, originals, called)
                began = time.process_time()
                if not passes(item):
                    raise SystemExit(f"{item.nodeid} fails without a mutant.")
                known[text] = time.process_time() - began, sorted(called)
                for name, functions in mutated.items():
                    functions["_mutmut_orig"] = originals[name]
            yield Judge(item, known[text][0], frozenset(known[text][1]))
        self.seen.write_text(json.dumps(known))

    def module(self, module: str, data: SourceFileMutationData, asked: list[Judge]) -> None:
        for mutant, code in data.exit_code_by_key.items():
            if code is not None:
                continue
            function = function_of(mutant)
            calling = [judge for judge in asked if function in judge.calls]
            if not calling:
                data.exit_code_by_key[mutant] = NO_TEST
                continue
            while len(self.running) >= self.workers:
                self.wait()
            calling.sort(
                key=lambda judge: (-self.kills[function, judge.item.nodeid], judge.seconds)
            )
            told, tell = os.pipe()
            child = os.fork()
            if not child:
                on_trial(mutant, calling, tell)
            os.close(tell)
            self.running[child] = (module, mutant, time.monotonic(), told)
            done = sum(code is not None for code in data.exit_code_by_key.values())
            progress(f"{module}: {done} of {len(data.exit_code_by_key)}")
        save(data)

    def wait(self) -> None:
        child, status = os.wait()
        module, mutant, began, told = self.running.pop(child)
        os.set_blocking(told, False)  # what the child began may still have the other end
        with contextlib.suppress(BlockingIOError):
            self.kills[function_of(mutant), os.read(told, 4096).decode()] += 1
        os.close(told)
        data = self.files[module]
        code = os.waitstatus_to_exitcode(status)
        data.exit_code_by_key[mutant] = TIMEOUT if code < 0 else code
        data.durations_by_key[mutant] = time.monotonic() - began
        save(data)


def save(data: SourceFileMutationData) -> None:
    """Write what is known of a module; an interruption waits until it is written."""
    stops = {signal.SIGINT, signal.SIGTERM}
    signal.pthread_sigmask(signal.SIG_BLOCK, stops)
    with contextlib.chdir(ROOT):
        data.save()
    signal.pthread_sigmask(signal.SIG_UNBLOCK, stops)


def recorder(
    name: str, functions: Functions, originals: Functions, called: set[str]
) -> Callable[..., Any]:
    """Notes the first call of a function in a test, and steps aside."""

    def record(*args: Any, **options: Any) -> Any:
        called.add(name)
        functions["_mutmut_orig"] = originals[name]
        return originals[name](*args, **options)

    return record


def passes(item: pytest.Item) -> bool:
    return not any(report.failed for report in runtestprotocol(item, log=False, nextitem=None))


def on_trial(mutant: str, judges: list[Judge], tell: int) -> None:
    """In a process of its own: the mutant stands as the original; the first test that fails ends
    the process with KILLED, and its id goes into the pipe.
    """
    try:
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent ends it
        null = os.open(os.devnull, os.O_RDWR)
        for stream in range(3):
            os.dup2(null, stream)
        limit = int(5 + 4 * sum(judge.seconds for judge in judges))
        resource.setrlimit(resource.RLIMIT_CPU, (limit, limit))
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        signal.alarm(60 + 20 * limit)
        functions = mutated[function_of(mutant)]
        functions["_mutmut_orig"] = functions[mutant.rpartition(".")[2]]
        for name, module in list(sys.modules.items()):
            if name.startswith("parlour"):
                for value in list(vars(module).values()):
                    if callable(getattr(value, "cache_clear", None)):
                        value.cache_clear()
        for judge in judges:
            if not passes(judge.item):
                os.write(tell, judge.item.nodeid.encode())
                os._exit(KILLED)
        os._exit(SURVIVED)
    except BaseException:
        os._exit(FAULT)


def progress(text: str) -> None:
    """One line that changes, where a person looks on."""
    end = "" if sys.stderr.isatty() else "\n"
    print(f"\r{text[:100]:100}", end=end, file=sys.stderr, flush=True)


def report(files: dict[str, SourceFileMutationData], *, diffs: bool) -> None:
    """A row a module; then the survivors as diffs."""
    print(f"{'module':36} {'mutants':>8} {'types':>6} {'tests':>6} {'survived':>9} {'killed':>7}")
    sums = [0, 0, 0, 0]
    for path, data in files.items():
        codes = list(data.exit_code_by_key.values())
        if not codes:
            continue
        types = codes.count(TYPES)
        tests = codes.count(KILLED) + codes.count(TIMEOUT)
        row = [len(codes), types, tests, sum(map(codes.count, UNKILLED))]
        sums = [old + new for old, new in zip(sums, row, strict=True)]
        line(path, row)
    line("all", sums)
    if diffs:
        for data in files.values():
            for mutant, code in data.exit_code_by_key.items():
                if code in UNKILLED:
                    print(f"\n{mutant}" + " (no test calls it)" * (code == NO_TEST))
                    print(changed_lines(get_diff_for_mutant(mutant, path=data.path)))


def line(name: str, row: list[int]) -> None:
    mutants, types, tests, survived = row
    part = 100 * (types + tests) / max(1, types + tests + survived)
    print(f"{name:36} {mutants:8} {types:6} {tests:6} {survived:9} {part:6.1f}%")


def changed_lines(diff: str) -> str:
    return "\n".join(
        line for line in diff.splitlines() if line[:1] in "+-" and line[:3] not in ("+++", "---")
    )


def main(words: Iterable[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="scripts/mutants", description=__doc__)
    parser.add_argument(
        "modules", nargs="*", help="files, as in parlour/match/match.py; all by default"
    )
    parser.add_argument("--again", action="store_true", help="judge the survivors again")
    parser.add_argument("--report", action="store_true", help="judge nothing, print what is known")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    options = parser.parse_args(None if words is None else list(words))
    os.environ["MUTANT_UNDER_TEST"] = ""
    os.environ["PATH"] = f"{Path(sys.executable).parent}:{os.environ['PATH']}"  # mypy's
    Path("mutants").mkdir(exist_ok=True)
    if not options.report:
        with contextlib.redirect_stdout(io.StringIO()):
            copy_src_dir()
            copy_also_copy_files()
            setup_source_paths()
            create_mutants(options.workers)
    _, every = collect_source_file_mutation_data(mutant_names=())
    files = {
        path: data for path, data in every.items() if not options.modules or path in options.modules
    }
    if not options.report:
        for data in files.values():
            for mutant, code in data.exit_code_by_key.items():
                if options.again and code in UNKILLED:
                    data.exit_code_by_key[mutant] = None
        refuse_by_types(every)
        judge(files, options.workers)
    report(files, diffs=True)


def mutant_at(path: str, line: int) -> str:
    """The mutant that is written at a line of a file under mutants/."""
    found = spans(path)
    name = next((name for name in found if found[name].start <= line <= found[name].end), "")
    return f"{module_of(path)}.{name}"


@functools.cache
def spans(path: str) -> Mapping[str, LineSpan]:
    found = MutantLineSpans.load(path)
    return found.span_by_function_name if found else {}


def refuse_by_types(every: dict[str, SourceFileMutationData]) -> None:
    """Mark the mutants that mypy refuses, where mypy has not seen the file yet."""
    seen = Path("mutants/types.json")
    known = json.loads(seen.read_text()) if seen.exists() else {}
    now = {path: os.path.getmtime(f"mutants/{path}") for path in every}
    if now.items() <= known.items():
        return
    progress("the types of the mutants")
    with contextlib.chdir("mutants"):
        errors = run_type_checker(config().type_check_command)
    root = Path("mutants").absolute()
    for error in errors:
        path = str(error.file_path.relative_to(root))
        mutant = mutant_at(path, error.line_number)
        if every[path].exit_code_by_key.get(mutant, KILLED) is None:
            every[path].exit_code_by_key[mutant] = TYPES
    for data in every.values():
        data.save()
    seen.write_text(json.dumps({**known, **now}))


def judge(files: dict[str, SourceFileMutationData], workers: int) -> None:
    undecided = {path for path, data in files.items() if None in data.exit_code_by_key.values()}
    if not undecided:
        return
    trampoline.wrap_in_trampoline = forwarded  # type: ignore[assignment]
    os.chdir("mutants")
    off = [word for name in ("cacheprovider", "xdist", "cov") for word in ("-p", f"no:{name}")]
    trial = Trial({path: files[path] for path in undecided}, workers)
    pytest.main(["-q", "-s", "--rootdir=.", *off, *test_files(trial.files)], plugins=[trial])
    os.chdir("..")


if __name__ == "__main__":
    main()
