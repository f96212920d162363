"""What the figures were measured on."""

import os
import platform
import re
import subprocess

PROPERTY = r"^%s\s*:(.*)"
FLAGS = r"^CMAKE_C_FLAGS_RELEASE:\w+=(.*)"
NAME = r'^PRETTY_NAME="?([^"\n]*)'


def read(path, pattern=None):
    try:
        with open(path) as file:
            text = file.read()
    except OSError:
        return ""
    if pattern is None:
        return text.strip()
    found = re.search(pattern, text, re.MULTILINE)
    return found.group(1).strip() if found else ""


def said(*command):
    try:
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        return ""


def describe(cpu, build):
    caches = []
    for index in range(8):
        folder = f"/sys/devices/system/cpu/cpu{cpu}/cache/index{index}"
        if read(f"{folder}/type") in ("Data", "Unified"):
            caches.append(f"L{read(f'{folder}/level')} {read(f'{folder}/size')}")
    flags = read("/proc/cpuinfo", r"^flags\s*:(.*)").split()
    memory = read("/proc/meminfo", r"^MemTotal:\s*(\d+)")
    return {
        "processor": read("/proc/cpuinfo", r"^model name\s*:(.*)") or platform.machine(),
        "family": ", ".join(f"{key} {read('/proc/cpuinfo', PROPERTY % key)}" for key in ("cpu family", "model", "stepping")),
        "processors": os.cpu_count(),
        "virtual": "hypervisor" in flags,
        "vectors": [flag for flag in ("sse4_2", "avx2", "avx512f", "avx512bw", "asimd") if flag in flags],
        "caches": caches,
        "memory_gib": round(int(memory) / 2**20, 1) if memory else 0,
        "huge_pages": read("/sys/kernel/mm/transparent_hugepage/enabled", r"\[(\w+)\]"),
        "system": f"{read('/etc/os-release', NAME)}, Linux {platform.release()}",
        "compiler": compiler(build),
        "python": platform.python_version(),
        "cpu": cpu,
    }


def compiler(build):
    """The compiler and its flags, as CMake has them."""
    cache = os.path.join(build, "CMakeCache.txt")
    command = read(cache, r"^CMAKE_C_COMPILER:\w+=(.*)")
    version = said(command, "--version").splitlines() if command else []
    return f"{version[0] if version else 'an unknown compiler'}, {read(cache, FLAGS)}"


def commit(root):
    text = said("git", "-C", root, "log", "-1", "--format=%h %s") or "unknown"
    is_changed = said("git", "-C", root, "status", "--porcelain", "--untracked-files=no", "--", "src", "include", "bench")
    return text + (", with changes that are not committed" if is_changed else "")
