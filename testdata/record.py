#!/usr/bin/env python3
"""Records what CPython prints for the programs of testdata/lang: `python3 testdata/record.py [FILE...]`.

A file holds programs separated by `# ---` lines. Beside it, NAME.out gets a block for each: its exit status (0, or 1 for
an uncaught exception; what sys.exit was given), its standard output and its standard error, tracebacks and all. A .out
that does not begin with `=== 0 exit` is the standard output of the file as one program, and stays so. Read the difference
before you commit it; never edit a .out by hand.

The programs of the other folders want TensorFlow: run this with a Python that has it, and name them."""
import os
import pathlib
import re
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent


def programs(text):
    return re.split(r"(?m)^# ---\n", text)


def run(program):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "case.py")
        pathlib.Path(path).write_text(program)
        env = dict(os.environ, PYTHONHASHSEED="0")
        done = subprocess.run([sys.executable, "case.py"], cwd=folder, env=env, capture_output=True)
        clean = lambda b: re.sub(r"0x[0-9a-f]{6,}", "0xADDRESS", b.decode().replace(path, "case.py"))
        return done.returncode, clean(done.stdout), clean(done.stderr)


def main(files):
    for path in files or sorted((HERE / "lang").glob("*.spec.py")):
        path = pathlib.Path(path)
        target = path.with_name(path.name.removesuffix(".spec.py") + ".out")
        if target.exists() and not target.read_text().startswith("=== 0 exit"):
            code, stdout, stderr = run(path.read_text())
            if code:
                sys.exit(f"{path}: exit status {code}\n{stderr}")
            target.write_text(stdout)
            continue
        out = []
        for number, program in enumerate(programs(path.read_text())):
            code, stdout, stderr = run(program)
            out.append(f"=== {number} exit {code}\n{stdout}--- stderr\n{stderr}")
        target.write_text("".join(out))


main(sys.argv[1:])
