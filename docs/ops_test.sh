#!/bin/sh
# docs/ops.md says what is there: `sh docs/ops_test.sh` compares it with what the program finds, `--update` writes it.
cd "$(dirname "$0")/.." || exit 1
program=cli/tracepack  # as a test
[ -x $program ] || program=bazel-bin/cli/tracepack
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cp testdata/api_names.spec.py testdata/api_names.txt "$folder" || exit 1
$program exec "$folder/api_names.spec.py" >"$folder/ops.md" || exit 1
if [ "$1" = --update ]; then
  cp "$folder/ops.md" docs/ops.md
elif ! diff -u docs/ops.md "$folder/ops.md"; then
  echo "docs/ops.md is not what the program says: sh docs/ops_test.sh --update"
  exit 1
fi
