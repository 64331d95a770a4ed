#!/bin/sh
# `bazel run //:install -- [PREFIX]`, by default ~/.local: programs in bin/, the runtime's header and library in
# include/ and lib/, the manual page and completions for bash, zsh and fish in share/.
set -e
case "${1:-$HOME/.local}" in
  /*) prefix=${1:-$HOME/.local} ;;
  *) prefix=${BUILD_WORKING_DIRECTORY:-$PWD}/$1 ;;
esac
for d in bin include/tracepack lib share/man/man1 share/bash-completion/completions share/zsh/site-functions \
  share/fish/vendor_completions.d; do
  mkdir -p "$prefix/$d"
done
put() { # FILE FOLDER MODE: without symbols; in place of an old one at once
  strip -o "$prefix/$2/.new" "$1"
  chmod "$3" "$prefix/$2/.new"
  mv -f "$prefix/$2/.new" "$prefix/$2/${1##*/}"
}
put cli/tracepack bin 755
put cli/tracepack-run bin 755
put api/libtracepack.so lib 644
cp -f api/tracepack.h "$prefix/include/tracepack"
tracepack=$prefix/bin/tracepack
"$tracepack" help man >"$prefix/share/man/man1/tracepack.1"
"$tracepack" completion bash >"$prefix/share/bash-completion/completions/tracepack"
"$tracepack" completion zsh >"$prefix/share/zsh/site-functions/_tracepack"
"$tracepack" completion fish >"$prefix/share/fish/vendor_completions.d/tracepack.fish"
echo "installed tracepack, tracepack-run and libtracepack.so below $prefix"
