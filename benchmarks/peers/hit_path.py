"""Cached Function calls from a spec, tracepack beside TensorFlow in one run: one spec (hit_path.spec.py) under both.

  bazel build //cli:tracepack
  python3 benchmarks/peers/hit_path.py --tracepack bazel-bin/cli/tracepack --tf TF_VENV/bin/python

TensorFlow hands a call to a thread of its pool where the machine has more than one core; `--pin` runs both programs on
one core, where that hand-off is a switch on this core.
"""
import argparse
import os
import pathlib

from turns import best_of, print_table

SPEC = str(pathlib.Path(__file__).with_suffix(".spec.py"))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tracepack", default="bazel-bin/cli/tracepack")
    parser.add_argument("--tf", default="python3", help="a Python that has TensorFlow")
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--pin", action="store_true", help="both programs on core 0 only")
    options = parser.parse_args()
    pin = ["taskset", "-c", "0"] if options.pin else []
    env = dict(os.environ, CUDA_VISIBLE_DEVICES="-1", TF_CPP_MIN_LOG_LEVEL="3")
    best = best_of({"tracepack": pin + [options.tracepack, "exec", SPEC], "TensorFlow": pin + [options.tf, SPEC]},
                   options.rounds, env)
    print_table(best["tracepack"], best["TensorFlow"], "tracepack", "TensorFlow")


if __name__ == "__main__":
    main()
