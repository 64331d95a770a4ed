"""How long tracepack takes from its start to its end: a hello world, one with a traced call, and an empty Python.

  bazel build //cli:tracepack
  python3 benchmarks/start.py --tracepack bazel-bin/cli/tracepack --runs 200

Prints the median and the least wall time of many runs, and the CPU time of a run (user and system), in milliseconds."""
import argparse
import os
import pathlib
import resource
import statistics
import sys
import tempfile
import time

SPECS = {
    "print": "print('hello')\n",
    "traced call": """import tensorflow as tf

@tf.function
def hello(x):
    return x + 1.0

print('hello', hello(tf.constant(1.0)).numpy())
""",
}


def run(command):
    """Wall and CPU seconds of one run."""
    before, begin = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    pid = os.posix_spawn(command[0], command, os.environ,
                         file_actions=[(os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0)])
    _, status = os.waitpid(pid, 0)
    wall, after = time.perf_counter() - begin, resource.getrusage(resource.RUSAGE_CHILDREN)
    if status != 0:
        sys.exit(f"{command} ended with {os.waitstatus_to_exitcode(status)}")
    return wall, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tracepack", default="bazel-bin/cli/tracepack")
    parser.add_argument("--runs", type=int, default=200)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        commands = {}
        for name, text in SPECS.items():
            path = pathlib.Path(folder) / (name.replace(" ", "_") + ".spec.py")
            path.write_text(text)
            commands[name] = [os.path.abspath(options.tracepack), "exec", str(path)]
        commands["(python3 -S -c '')"] = [sys.executable, "-S", "-c", ""]
        times = {name: [] for name in commands}
        for _ in range(options.runs):  # in turn: other work on the machine meets all alike
            for name, command in commands.items():
                times[name].append(run(command))
    print(f"{'start to end, ms':20} {'median':>8} {'least':>8} {'CPU':>8}")
    for name, pairs in times.items():
        walls, cpus = zip(*pairs)
        print(f"{name:20} {statistics.median(walls) * 1e3:8.2f} {min(walls) * 1e3:8.2f} "
              f"{statistics.median(cpus) * 1e3:8.2f}")


if __name__ == "__main__":
    main()
