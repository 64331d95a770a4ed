"""Eager ops on scalars from a spec, tracepack beside PyTorch in one run (eager.spec.py).

  bazel build //cli:tracepack
  python3 benchmarks/peers/eager.py --tracepack bazel-bin/cli/tracepack --torch TORCH_VENV/bin/python

PyTorch runs with gradients off and one thread: its fastest.
"""
import argparse
import pathlib

from turns import best_of, print_table

SPEC = str(pathlib.Path(__file__).with_suffix(".spec.py"))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tracepack", default="bazel-bin/cli/tracepack")
    parser.add_argument("--torch", default="python3", help="a Python that has torch")
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    best = best_of({"tracepack": [options.tracepack, "exec", SPEC], "PyTorch": [options.torch, SPEC, "torch"]},
                   options.rounds)
    print_table(best["tracepack"], best["PyTorch"], "tracepack", "PyTorch")


if __name__ == "__main__":
    main()
