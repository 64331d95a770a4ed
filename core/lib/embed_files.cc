// embed_files OUT PREFIX NAMES FILE...: writes the files as arrays of C++, compressed, and the index of the
// public names that they define (library.h), with the file NAMES as it is.
#include <algorithm>
#include <cctype>
#include <cstdio>
#include <fstream>
#include <iostream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "core/base/embed.h"

namespace {

// The name that `def add(…`, `class Add(…`, `@decorator` lines apart, or `add = …` defines.
std::string DefinedName(const std::string& line) {
  std::string rest = line;
  for (const char* keyword : {"def ", "class "})
    if (rest.rfind(keyword, 0) == 0) rest = rest.substr(std::string(keyword).size());
  size_t end = 0;
  while (end < rest.size() && (std::isalnum(static_cast<unsigned char>(rest[end])) || rest[end] == '_'))
    ++end;
  return rest.substr(0, end);
}

struct Entry {
  std::string module, symbol, plain;
};

}  // namespace

int main(int argc, char** argv) {
  if (argc < 4) return 2;
  const std::string prefix = argv[2];
  std::map<std::string, std::string> files;
  std::map<std::string, Entry> names;
  for (int i = 4; i < argc; ++i) {
    std::stringstream text(tp::ReadFile(argv[i]));
    std::string path = argv[i];
    const size_t at = path.find(prefix);
    if (at != std::string::npos) path = path.substr(at + prefix.size());
    files[path] = tp::WithoutComments(text.str());
    std::string module = path.substr(0, path.size() - 3);
    std::replace(module.begin(), module.end(), '/', '.');
    std::string line;
    std::vector<std::string> pending;
    while (std::getline(text, line)) {
      if (line.rfind("#: ", 0) == 0) {
        std::istringstream words(line.substr(3));
        for (std::string word; words >> word;) pending.push_back(word);
      } else if (!pending.empty() && !line.empty() && line[0] != '@' && line[0] != '#') {
        const std::string symbol = DefinedName(line);
        std::string plain;
        if (pending.back()[0] == '=') {
          plain = pending.back().substr(1);
          pending.pop_back();
        }
        for (const std::string& name : pending) {
          if (names.count(name)) {
            std::cerr << path << ": " << name << " is defined in " << names[name].module << ", too\n";
            return 1;
          }
          names[name] = {module, symbol, plain};
        }
        pending.clear();
      }
    }
  }
  std::ofstream out(argv[1]);
  out << "#include \"core/lib/library.h\"\nnamespace tp {\n";
  std::vector<std::string> texts{"", tp::ReadFile(argv[3])};  // the first is the index
  for (const auto& [name, entry] : names)
    texts[0] += name + " " + entry.module + " " + entry.symbol + " " + entry.plain + "\n";
  for (const auto& [path, text] : files) texts.push_back(text);
  const std::vector<std::string> packed = tp::PackTexts(out, texts);
  out << "static constexpr LibraryFile kFiles[] = {\n";
  size_t i = 1;
  for (const auto& [path, text] : files) out << "{\"" << path << "\", " << packed[++i] << "},\n";
  out << "};\nstd::span<const LibraryFile> LibraryFiles() { return kFiles; }\n";
  out << "const PackedText kLibraryIndex = " << packed[0] << ";\n"
      << "const PackedText kFunctionNames = " << packed[1] << ";\n}  // namespace tp\n";
  return out ? 0 : 1;
}
