// Build tool: embed_modules OUT FILE... writes a C++ file with the files' texts as a table sorted by module
// name (the file's name without ".py").
#include <fstream>
#include <map>
#include <string>
#include <vector>

#include "core/base/embed.h"

int main(int argc, char** argv) {
  std::map<std::string, std::string> modules;
  for (int i = 2; i < argc; ++i) {
    std::string name = argv[i];
    name = name.substr(name.rfind('/') + 1);
    name.resize(name.size() - 3);
    modules[name] = tp::WithoutComments(tp::ReadFile(argv[i]));
  }
  std::vector<std::string> texts;
  for (const auto& [name, text] : modules) texts.push_back(text);
  std::ofstream out(argv[1]);
  out << "#include \"core/interp/pylib/modules.h\"\nnamespace tp {\nnamespace {\n";
  const std::vector<std::string> packed = tp::PackTexts(out, texts);
  out << "constexpr EmbeddedModule kModules[] = {\n";
  size_t i = 0;
  for (const auto& [name, text] : modules) out << "{\"" << name << "\", " << packed[i++] << "},\n";
  out << "};\n}  // namespace\nstd::span<const EmbeddedModule> EmbeddedModules() { return kModules; }\n}\n";
  return out ? 0 : 1;
}
