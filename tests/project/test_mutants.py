"""The judges of mutants (scripts/mutants.py) are tests that there are."""

import json
import subprocess
import sys
from fnmatch import fnmatch
from pathlib import Path
from tomllib import loads

ROOT = Path(__file__).parents[2]
# in a process of its own, since mutmut changes how processes are started
PROGRAM = """
import json, sys
sys.path.insert(0, "scripts")
import mutants
judges = {module: mutants.judging(module) for module in sys.argv[1:]}
print(json.dumps([judges, {module: mutants.test_files([module]) for module in judges}]))
"""


def test_every_module_that_is_mutated_has_its_judges() -> None:
    patterns = loads((ROOT / "pyproject.toml").read_text())["tool"]["mutmut"]["only_mutate"]
    files = [path.relative_to(ROOT) for path in sorted((ROOT / "parlour").rglob("*.py"))]
    hits = {
        pattern: [path for path in files if fnmatch(str(path), pattern)] for pattern in patterns
    }
    assert all(hits.values())
    paths = [path for group in hits.values() for path in group]
    modules = {".".join(path.with_suffix("").parts) for path in paths}
    assert {"parlour.match.events", "parlour.table.messages.wire"} <= modules
    done = subprocess.run(
        [sys.executable, "-B", "-c", PROGRAM, *modules],
        cwd=ROOT,
        check=True,
        capture_output=True,
        text=True,
    )
    judges, tests = json.loads(done.stdout)
    assert [module for module in modules if not tests[module]] == []
    names = [str(path) for path in sorted((ROOT / "tests").rglob("test_*.py"))]
    words = {word.split()[0] for module in modules for word in judges[module]}
    assert [word for word in words if not any(word in name for name in names)] == []
