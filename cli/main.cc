// The program `tracepack`.
#include <cstdio>

int main() {
  std::fputs("tracepack 0.1.0\n", stdout);
  return 0;
}
