"""A wheel has the engine's kernels of its platform, which are built while the wheel is made.

PARLOUR_AHEAD=0 leaves them out, and a folder there has libraries that are built already;
PARLOUR_TARGET names the one to take, if it is not this machine's. Where kernels can be built, a
build that fails makes no wheel. On other machines the wheel has none, and the computer players say
so.
"""

import os
import platform
import subprocess
import sys
import sysconfig
import tempfile
import tomllib
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

NEEDED = {"numba", "numpy", "platformdirs", "ziglang"}  # in versions of pyproject.toml
NEWEST = (3, 14)  # the newest Python that numba has packages for
TAGS = {  # of wheels for other machines
    "linux-x86_64": "manylinux_2_17_x86_64",
    "linux-aarch64": "manylinux_2_17_aarch64",
    "macos-aarch64": "macosx_11_0_arm64",
    "macos-x86_64": "macosx_10_15_x86_64",
    "windows-x86_64": "win_amd64",
    "emscripten-wasm32": "pyemscripten_2026_0_wasm32",  # of the Pyodide that it is tested with
}
MACHINES = {
    "linux": {"x86_64", "aarch64"},
    "darwin": {"x86_64", "arm64"},
    "win32": {"AMD64"},
}
# a module of a folder, which pip would leave out of the path if an installation stands there
RUN = (
    "import runpy, sys; sys.path.insert(0, sys.argv.pop(1)); "
    "runpy.run_module(sys.argv.pop(1), run_name='__main__', alter_sys=True)"
)
WAY_OUT = "PARLOUR_AHEAD=0 makes a wheel without them"


def needed(root: str) -> list[str]:
    """The requirements of a build, as the package and its extra `site` name them."""
    named = tomllib.loads((Path(root) / "pyproject.toml").read_text("utf-8"))["project"]
    every = [*named["dependencies"], *named["optional-dependencies"]["site"]]
    return sorted(text for text in every if text.partition(">=")[0] in NEEDED)


def builds() -> bool:
    """Whether this machine can build: numba and zig have packages for it."""
    glibc = sys.platform != "linux" or platform.libc_ver()[0] == "glibc"
    known = platform.machine() in MACHINES.get(sys.platform, ())
    return known and glibc and sys.version_info[:2] <= NEWEST


class Ahead(BuildHookInterface):  # type: ignore[type-arg]
    """The hook of the wheel."""

    def dependencies(self) -> list[str]:
        """What pip fetches for the build alone. It asks the same for an editable installation,
        which compiles as it runs.
        """
        editable = "get_requires_for_build_editable" in sys.argv
        wish = os.environ.get("PARLOUR_AHEAD")
        return [] if wish or editable or not builds() else needed(self.root)

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build, and name what was built; ends the build with a sentence if there is nothing."""
        wish, target = (os.environ.get(f"PARLOUR_{name}", "") for name in ("AHEAD", "TARGET"))
        if version == "editable" or wish == "0":
            return
        if not wish and not builds():
            self.app.display_warning(
                "The engine's kernels are not built on this machine. The wheel is made without "
                "them: the computer players `search` then need numba (the extra `jit`)."
            )
            return
        folder = Path(wish) if wish else self.built()
        # what belongs to a browser is in no wheel of a machine
        found = sorted(folder.glob(f"parlour-{target}*"))
        made = [file for file in found if target or "-emscripten-" not in file.name]
        if not made:
            self.app.abort(f"PARLOUR_AHEAD={wish} has no library of kernels; {WAY_OUT}.")
        for file in made:
            build_data["force_include"][str(file)] = f"parlour/engine/built/{file.name}"
        build_data["pure_python"] = False
        here = sysconfig.get_platform().replace("-", "_").replace(".", "_")
        build_data["tag"] = f"py3-none-{TAGS[target] if target else here}"

    def built(self) -> Path:
        """The folder of a new library for this machine; ends the build if it cannot be built."""
        self.room = tempfile.TemporaryDirectory()
        command = [
            sys.executable,
            "-c",
            RUN,
            self.root,
            "parlour.engine.ahead.build",
            self.room.name,
        ]
        self.app.display_info("Compiling the engine's kernels, which takes a minute or more ...")
        if subprocess.run(command, check=False).returncode:
            self.room.cleanup()
            self.app.abort(f"The engine's kernels were not built, for the reason above; {WAY_OUT}.")
        return Path(self.room.name)

    def finalize(self, _version: str, _build_data: dict[str, Any], _artifact_path: str) -> None:
        """Remove what is in the wheel now."""
        if hasattr(self, "room"):
            self.room.cleanup()
