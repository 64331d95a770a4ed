#!/usr/bin/env python3
"""Evaluator against CPython, in one run: `python3 benchmarks/evaluator/run.py [TRACEPACK]` (default
bazel-bin/cli/tracepack). Prints CPU milliseconds of both and the ratio; below 1 is faster than CPython."""
import pathlib
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
programs = [str(HERE / name) for name in ("programs.py", "whole.py", "raising.py")]
tracepack = sys.argv[1] if len(sys.argv) > 1 else str(HERE.parent.parent / "bazel-bin/cli/tracepack")


def times(command):
    lines = []
    for program in programs:
        lines += subprocess.run(command + [program], capture_output=True, text=True, check=True).stdout.splitlines()
    return {name: float(ms) for name, ms in (line.split() for line in lines)}


best = [{}, {}]
for _ in range(4):  # alternate, keep the best of each: a busy machine disturbs both
    for which, command in enumerate(([tracepack, "exec"], [sys.executable])):
        for name, ms in times(command).items():
            best[which][name] = min(ms, best[which].get(name, ms))
print(f"{'work':28} {'tracepack':>10} {'CPython':>10} {'ratio':>7}")
for name, ms in best[0].items():
    print(f"{name:28} {ms:10.2f} {best[1][name]:10.2f} {ms / best[1][name]:7.2f}")
