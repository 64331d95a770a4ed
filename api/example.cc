// Maps a bundle and calls a function: `example quickstart.tpk collatz n 27`.
//   c++ -std=c++17 example.cc -I PREFIX/include -L PREFIX/lib -Wl,-rpath,PREFIX/lib -ltracepack -o example
#include <tracepack/tracepack.h>

#include <cstdlib>
#include <iostream>

int main(int argc, char** argv) try {
  if (argc != 5) {
    std::cerr << "usage: example BUNDLE FUNCTION INPUT NUMBER\n";
    return 2;
  }
  const tracepack::Bundle bundle(argv[1]);
  tracepack::Context context(bundle);
  for (const tracepack::Tensor& result : context.Call(argv[2], {{argv[3], int64_t{std::atoll(argv[4])}}}))
    std::cout << result.ToString() << "\n";
  return 0;
} catch (const tracepack::Error& error) {
  std::cerr << "error: " << error.what() << "\n";
  return 1;
}
