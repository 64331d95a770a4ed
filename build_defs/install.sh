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
  install -d "$prefix/$d"
done
install -m 755 -s cli/tracepack cli/tracepack-run "$prefix/bin"
install -m 644 api/tracepack.h "$prefix/include/tracepack"
install -m 644 -s api/libtracepack.so "$prefix/lib"
tracepack=$prefix/bin/tracepack
"$tracepack" help man >"$prefix/share/man/man1/tracepack.1"
"$tracepack" completion bash >"$prefix/share/bash-completion/completions/tracepack"
"$tracepack" completion zsh >"$prefix/share/zsh/site-functions/_tracepack"
"$tracepack" completion fish >"$prefix/share/fish/vendor_completions.d/tracepack.fish"
echo "installed tracepack, tracepack-run and libtracepack.so below $prefix"
