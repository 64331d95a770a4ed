#!/bin/sh
# docs/ops.md says what is there: `sh docs/ops_test.sh` compares it with what the program finds, `--update` writes it.
cd "$(dirname "$0")/.." || exit 1
program=cli/tracepack  # as a test
[ -x $program ] || program=bazel-bin/cli/tracepack
made=$(mktemp)
"$program" exec testdata/api_names.spec.py >"$made" || exit 1
if [ "$1" = --update ]; then
  cp "$made" docs/ops.md
elif ! diff -u docs/ops.md "$made"; then
  echo "docs/ops.md is not what the program says: sh docs/ops_test.sh --update"
  rm -f "$made"
  exit 1
fi
rm -f "$made"
