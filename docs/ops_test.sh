#!/bin/sh
# docs/ops.md and docs/python.md say what is there: `sh docs/ops_test.sh` compares them with what the program finds,
# `--update` writes them.
cd "$(dirname "$0")/.." || exit 1
program=cli/tracepack  # as a test
[ -x $program ] || program=bazel-bin/cli/tracepack
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
failed=0
check() { # SPEC DOCUMENT
  cp "testdata/$1.spec.py" "testdata/$1.txt" "$folder" && $program exec "$folder/$1.spec.py" >"$folder/$2" || exit 1
  [ "$update" ] && cp "$folder/$2" "docs/$2"
  diff -u "docs/$2" "$folder/$2" || failed=1
}
update=""
[ "$1" = --update ] && update=1
check api_names ops.md
check python_names python.md
[ $failed -eq 0 ] || echo "documents are not what the program says: sh docs/ops_test.sh --update"
exit $failed
