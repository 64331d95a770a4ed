#!/bin/sh
# Recursion, nesting and long chains, with the usual stack and with 256 KiB: RecursionError, a diagnostic or an
# answer, never a crash. testdata/stack/*.py print what *.out holds (calls and nested: as CPython prints it).
tracepack=$PWD/cli/tracepack
run=$PWD/cli/tracepack-run
data=$PWD/cli/testdata/stack
folder=${TEST_TMPDIR:-/tmp}
failed=0

fail() {
  echo "FAILED: $*"
  failed=1
}

# answers LIMIT NAME COMMAND...: the command ends by itself with an exit code of its own.
answers() {
  limit=$1 name=$2
  shift 2
  (ulimit -s "$limit" && exec "$@") >"$folder/out" 2>"$folder/err"
  rc=$?
  if [ $rc -gt 6 ]; then
    fail "$name, stack $limit: exit $rc"
    tail -3 "$folder/err"
  fi
}

repeat() { # TEXT TIMES
  awk -v text="$1" -v n="$2" 'BEGIN { for (i = 0; i < n; i++) printf "%s", text }'
}

cd "$folder" || exit 1
{ printf 'x = '; repeat '(' 201; printf 1; repeat ')' 201; } >brackets.py
{ printf 'x = '; repeat '[' 50000; repeat ']' 50000; } >many_brackets.py
{ printf 'x = '; repeat '{1:' 5000; printf 1; repeat '}' 5000; } >dicts.py
{ printf 'x = '; repeat '(' 100000; } >open_brackets.py
{ printf 'x = 1'; repeat ' + 1' 100000; } >sum.py
{ printf 'x = 2'; repeat ' ** 1' 20000; } >power.py
{ printf 'x = '; repeat '- ' 50000; printf 1; } >minus.py
{ printf 'x = '; repeat 'not ' 50000; printf 1; } >not.py
{ printf 'x = 1\ny = x'; repeat '.real' 100000; } >attributes.py
{ printf 'x = [0]\ny = x'; repeat '[0]' 100000; } >subscripts.py
{ printf 'def f():\n  return f\nf'; repeat '()' 100000; } >calls_in_a_row.py
{ printf 'x = 1'; repeat ' if 1 else 1' 20000; } >conditionals.py
{ printf 'x = 1'; repeat ' and 1' 100000; } >and.py
{ printf 'x = 1'; repeat ' < 1' 100000; } >comparisons.py
{ printf 'x = '; repeat 'lambda: ' 20000; printf 1; } >lambdas.py
{ repeat 'x = ' 20000; printf '1'; } >targets.py
{ printf 'x = f"'; repeat '{f"' 50; } >fstrings.py
{ printf 'if 0:\n  pass\n'; repeat 'elif 0:
  pass
' 20000; } >elif.py
awk 'BEGIN { for (i = 0; i < 120; i++) { for (j = 0; j < i; j++) printf " "; print "if 1:" }
             for (j = 0; j < 120; j++) printf " "; print "x = 1" }' >ifs.py
awk 'BEGIN { for (i = 0; i < 90; i++) { for (j = 0; j < i; j++) printf " "; print "def f():" }
             for (j = 0; j < 90; j++) printf " "; print "x = 1" }' >defs.py
{ printf 'match 1:\n  case '; repeat '[' 20000; } >patterns.py
{ printf 'x = '; repeat '[x for x in ' 3000; } >comprehensions.py
{ printf 'import re\nre.compile("'; repeat '(' 100000; printf '")'; } >regex.py

for limit in 256 8192; do
  for program in calls nested graphs; do
    (ulimit -s $limit && exec "$tracepack" exec "$data/$program.py") >out 2>err
    rc=$?
    [ $rc -eq 0 ] || fail "$program, stack $limit: exit $rc"
    cmp out "$data/$program.out" || diff out "$data/$program.out"
    cmp -s out "$data/$program.out" || fail "$program, stack $limit: other output"
  done
  for source in *.py; do answers $limit "$source" "$tracepack" exec "$source"; done
done

# What runs without the interpreter's thread: a bundle of calls in calls, on threads with little stack.
cat >deep.spec.py <<'END'
import tensorflow as tf
f = lambda x: x
for _ in range(25):
    f = tf.function(lambda x, f=f: tf.cond(tf.reduce_sum(x) > 1e9, lambda: x, lambda: f(x) + tf.matmul(x, x)))
top = tf.function(f)
top(tf.ones([200, 200]))
END
answers 8192 "build of deep.spec.py" "$tracepack" build deep.spec.py -o deep.tpk
for command in verify inspect explain; do answers 256 "$command deep.tpk" "$tracepack" $command deep.tpk; done
answers 256 "run of deep.tpk" "$run" deep.tpk -f top -i "x=f32[200,200]"
exit $failed
