"""Where PARLOUR_AHEAD is set while a wheel is made, the engine's kernels are built for this machine
and go into the wheel. Where that fails the wheel is made without them, and Numba compiles them.
"""

import os
import subprocess
import sys
import sysconfig
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

WISH = "PARLOUR_AHEAD"
NEEDED = ["numba>=0.61,<0.69", "numpy>=2.0,<3", "platformdirs>=4.3,<5", "ziglang>=0.17,<0.18"]


class Ahead(BuildHookInterface):  # type: ignore[type-arg]
    """The hook of the wheel."""

    def dependencies(self) -> list[str]:
        """What pip fetches for the build alone, if it is wished for."""
        return NEEDED if os.environ.get(WISH) else []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build, and name what was built; an editable installation compiles as it runs."""
        if version == "editable" or not os.environ.get(WISH):
            return
        folder = Path(self.directory) / "ahead"
        # pip's own environment for the build is on that path
        paths = [self.root, *filter(None, [os.environ.get("PYTHONPATH")])]
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(paths)}
        command = [sys.executable, "-m", "parlour.engine.build", str(folder)]
        if subprocess.run(command, env=environment, check=False).returncode:
            self.app.display_warning("The kernels were not built; Numba compiles them later.")
            return
        for made in sorted(folder.glob("parlour-*")):
            build_data["force_include"][str(made)] = f"parlour/engine/ahead/{made.name}"
        build_data["pure_python"] = False
        platform = sysconfig.get_platform().replace("-", "_").replace(".", "_")
        build_data["tag"] = f"py3-none-{platform}"
