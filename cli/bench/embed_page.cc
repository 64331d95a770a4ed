// embed_page OUT FILE: writes the page of `bench -o x.html` as a compressed text of the program.
#include <fstream>

#include "core/base/embed.h"

int main(int argc, char** argv) {
  if (argc != 3) return 2;
  std::ofstream out(argv[1]);
  out << "#include \"core/base/packed_text.h\"\nnamespace tp::cli {\nnamespace {\n";
  const std::vector<std::string> packed = tp::PackTexts(out, {tp::ReadFile(argv[2])});
  out << "}\nextern const PackedText kBenchPage;\nconst PackedText kBenchPage = " << packed[0] << ";\n}\n";
  return out ? 0 : 1;
}
