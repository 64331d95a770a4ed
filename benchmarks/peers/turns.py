"""Two programs in turn on the same work: what the peer benchmarks of this folder share. Each run of a program prints
lines "name<TAB>nanoseconds"; the best of some rounds of each counts, so that other work on the machine meets both."""
import subprocess


def best_of(commands, rounds, env=None):
    """commands: name -> argument list. Gives name -> {case: least nanoseconds}."""
    best = {name: {} for name in commands}
    for _ in range(rounds):
        for name, command in commands.items():
            text = subprocess.run(command, capture_output=True, text=True, check=True, env=env).stdout
            for line in text.splitlines():
                case, ns = line.split("\t")
                best[name][case] = min(float(ns), best[name].get(case, float("inf")))
    return best


def print_table(ours, theirs, our_name, their_name):
    """A row a case; the last column says how many times faster `ours` is."""
    print(f"{'ns a call':20} {our_name:>12} {their_name:>12} {'times faster':>13}")
    for case, ns in ours.items():
        print(f"{case:20} {ns:12.0f} {theirs[case]:12.0f} {theirs[case] / ns:13.1f}")
