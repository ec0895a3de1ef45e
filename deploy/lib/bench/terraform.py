"""Which program creates the hosts, Terraform or OpenTofu, and whether it is new enough."""

import functools
import os
import re
import shutil
import subprocess

from bench.problem import Problem

# Of each the first version that has all that deploy/terraform uses; the first of these that is there is taken.
LEAST = {"terraform": (1, 9), "tofu": (1, 9)}
# As their states name the provider.
REGISTRIES = {"terraform": "registry.terraform.io/", "tofu": "registry.opentofu.org/"}
VERSION_LIMIT_SECONDS = 60
INSTALL = "install Terraform or OpenTofu, 1.9 or newer"


def choose(state=None):
    """The program to start: of WEIR_TERRAFORM, or the first that is there. A state keeps the program that wrote it."""
    given = os.environ.get("WEIR_TERRAFORM")
    if given and not shutil.which(given):
        raise Problem(f"WEIR_TERRAFORM is {given}, and there is no such program: {INSTALL}, or unset it", 2)
    there = [given] if given else [name for name in LEAST if shutil.which(name)]
    if not there:
        raise Problem(f"there is no terraform and no tofu: {INSTALL}, or give hosts of your own with --hosts", 2)
    writer = _writer(state)
    for program in there:
        name = _checked(shutil.which(program))
        if writer in (None, name):
            return program
    raise Problem(f"{state} was written by {writer}, and {there[0]} cannot continue it: install {writer}, or set WEIR_TERRAFORM to it", 2)


def _writer(state):
    if state is None or not state.exists():
        return None
    text = state.read_text()
    return next((name for name, registry in REGISTRIES.items() if f'provider[\\"{registry}' in text), None)


@functools.cache
def _checked(path):
    """What a program is, whatever the name of its file; refuses one that is too old."""
    try:
        said = subprocess.run([path, "version"], capture_output=True, text=True, timeout=VERSION_LIMIT_SECONDS, stdin=subprocess.DEVNULL).stdout
    except (OSError, subprocess.TimeoutExpired) as e:
        raise Problem(f"{path} version: {e}", 2) from None
    match = re.match(r"(Terraform|OpenTofu) v(\d+)\.(\d+)", said)
    if not match:
        raise Problem(f"`{path} version` does not name Terraform or OpenTofu: {said.strip()[:200] or 'it prints nothing'}", 2)
    name = {"Terraform": "terraform", "OpenTofu": "tofu"}[match[1]]
    version = int(match[2]), int(match[3])
    if version < LEAST[name] or version >= (2, 0):
        raise Problem(f"{path} is {match[0]}: {INSTALL}, and older than 2.0", 2)
    return name
