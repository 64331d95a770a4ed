#!/bin/sh
# From an empty folder: install, build the example with what was installed, call a bundle with it.
set -e
runfiles=$PWD
prefix=$TEST_TMPDIR/prefix
mkdir "$prefix"
./install "$prefix"
cd "$TEST_TMPDIR"
PATH=$prefix/bin:$PATH

fail() {
  echo "FAILED: $*"
  exit 1
}

# A sanitizer's library has to come first.
sanitize=$(readelf -d "$prefix/lib/libtracepack.so" | sed -n 's/.*NEEDED.*\[lib\([at]\)san\.so.*/\1/p')
case $sanitize in a) sanitize=-fsanitize=address,undefined ;; t) sanitize=-fsanitize=thread ;; esac
c++ -std=c++17 -Wall -Wextra -Werror $sanitize "$runfiles/api/example.cc" -I "$prefix/include" -L "$prefix/lib" \
  -Wl,-rpath,"$prefix/lib" -ltracepack -o example
tracepack build "$runfiles/testdata/quickstart.spec.py" -o quickstart.tpk -q >/dev/null
[ "$(./example quickstart.tpk collatz n 27)" = "$(tracepack run quickstart.tpk -f collatz -i n=27)" ] || fail "another result"
[ "$(tracepack-run quickstart.tpk -f collatz -i n=27)" = 111 ] || fail "tracepack-run"
./example quickstart.tpk nothing n 27 2>err && fail "an unknown function is called"
grep -q 'no function `nothing` in the bundle; it has collatz' err || fail "$(cat err)"
./example quickstart.tpk collatz m 27 2>err && fail "an unknown input is taken"
grep -q '`collatz` has no input `m`' err || fail "$(cat err)"
./example "$runfiles/testdata/quickstart.spec.py" collatz n 27 2>err && fail "a spec is taken for a bundle"
grep -q 'not a tracepack bundle' err || fail "$(cat err)"
# The library shows its own interface and nothing of what it is made of.
nm -D --defined-only -C "$prefix/lib/libtracepack.so" >symbols
grep -q ' tracepack::Bundle::Bundle' symbols || fail "no interface"
grep ' tp::\| asmjit::\| fmt::' symbols && fail "inner symbols are visible"
head -1 "$prefix/share/man/man1/tracepack.1" | grep -q '^.TH TRACEPACK 1' || fail "no manual page"
for f in bash-completion/completions/tracepack zsh/site-functions/_tracepack fish/vendor_completions.d/tracepack.fish; do
  [ -s "$prefix/share/$f" ] || fail "no $f"
done
echo installed
