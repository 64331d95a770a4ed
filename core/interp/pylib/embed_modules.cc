// Build tool: embed_modules OUT FILE... writes a C++ file with the files' texts as a table sorted by module
// name (the file's name without ".py").
#include <fstream>
#include <iterator>
#include <map>
#include <string>

#include "core/base/packed_text.h"

int main(int argc, char** argv) {
  std::map<std::string, std::string> texts;
  for (int i = 2; i < argc; ++i) {
    std::string name = argv[i];
    name = name.substr(name.rfind('/') + 1);
    name.resize(name.size() - 3);
    std::ifstream file(argv[i], std::ios::binary);
    texts[name] = {std::istreambuf_iterator<char>(file), {}};
  }
  std::ofstream out(argv[1]);
  out << "#include \"core/interp/pylib/modules.h\"\nnamespace tp {\nnamespace {\n";
  std::string table;
  for (const auto& [name, text] : texts)
    table += "{\"" + name + "\", " + tp::PackText(out, "text" + std::to_string(table.size()), text) + "},\n";
  out << "constexpr EmbeddedModule kModules[] = {\n" << table;
  out << "};\n}  // namespace\nstd::span<const EmbeddedModule> EmbeddedModules() { return kModules; }\n}\n";
  return out ? 0 : 1;
}
