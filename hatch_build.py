"""A wheel has the engine's kernels of its platform, which are built while the wheel is made.

PARLOUR_AHEAD=0 leaves them out, and a folder there has libraries that are built already;
PARLOUR_TARGET names the one to take, if it is not this machine's. A build that fails gives a wheel
without kernels: then numba compiles them later, if it is installed.
"""

import os
import platform
import subprocess
import sys
import sysconfig
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

NEEDED = ["numba>=0.61,<0.69", "numpy>=2.0,<3", "platformdirs>=4.3,<5", "ziglang>=0.17,<0.18"]
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
        return [] if wish or editable or not builds() else NEEDED

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build, and name what was built."""
        wish, target = (os.environ.get(f"PARLOUR_{name}", "") for name in ("AHEAD", "TARGET"))
        if version == "editable" or wish == "0":
            return
        folder = Path(wish) if wish else self.built()
        # what belongs to a browser is in no wheel of a machine
        found = sorted(folder.glob(f"parlour-{target}*"))
        made = [file for file in found if target or "-emscripten-" not in file.name]
        if not made:
            self.app.display_warning(
                "The engine's kernels were not built. The wheel is made without them: the computer "
                "players `search` then need numba (the extra `jit`)."
            )
            return
        for file in made:
            build_data["force_include"][str(file)] = f"parlour/engine/ahead/{file.name}"
        build_data["pure_python"] = False
        here = sysconfig.get_platform().replace("-", "_").replace(".", "_")
        build_data["tag"] = f"py3-none-{TAGS[target] if target else here}"

    def built(self) -> Path:
        """The folder of a new library for this machine, empty if it cannot be built."""
        self.room = tempfile.TemporaryDirectory()
        # pip's own environment for the build is on that path
        paths = [self.root, *filter(None, [os.environ.get("PYTHONPATH")])]
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(paths)}
        command = [sys.executable, "-m", "parlour.engine.build", self.room.name]
        self.app.display_info("Compiling the engine's kernels, which takes a minute or two ...")
        done = subprocess.run(command, env=environment, check=False)
        return Path(self.room.name if done.returncode == 0 else os.devnull)

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Remove what is in the wheel now."""
        if hasattr(self, "room"):
            self.room.cleanup()
