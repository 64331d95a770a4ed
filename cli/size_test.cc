// The programs stay small. Counts the bytes of the allocated sections, which is what is left of a program
// when it is stripped, prints them by folder, and fails above the limits. A symbol belongs to the folder
// whose archive defines it; what no archive of ours defines comes from Debian's static libraries and is not
// our own code. Tables for unwinding and relocations have no symbols: they count as ours.
#include <elf.h>
#include <fmt/core.h>
#include <gtest/gtest.h>

#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace fs = std::filesystem;

namespace {

std::string ReadFile(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

// A view of an ELF file for x86-64: enough of it to list sections and symbols.
class Elf {
 public:
  explicit Elf(std::string_view bytes) : bytes_(bytes), header_(At<Elf64_Ehdr>(0)) {}

  static bool Is(std::string_view bytes) { return bytes.starts_with(ELFMAG); }

  std::vector<Elf64_Shdr> Sections() const {
    std::vector<Elf64_Shdr> sections;
    for (int i = 0; i < header_.e_shnum; ++i)
      sections.push_back(At<Elf64_Shdr>(header_.e_shoff + i * sizeof(Elf64_Shdr)));
    return sections;
  }
  std::string_view SectionName(const Elf64_Shdr& section) const {
    return Text(Sections()[header_.e_shstrndx], section.sh_name);
  }

  // f(name, size) for each function and object that the file defines and that stands in the file.
  template <class F>
  void ForEachSymbol(F&& f) const {
    const std::vector<Elf64_Shdr> sections = Sections();
    for (const Elf64_Shdr& table : sections) {
      if (table.sh_type != SHT_SYMTAB) continue;
      for (uint64_t at = 0; at < table.sh_size; at += sizeof(Elf64_Sym)) {
        const auto symbol = At<Elf64_Sym>(table.sh_offset + at);
        const int type = ELF64_ST_TYPE(symbol.st_info);
        if (type != STT_FUNC && type != STT_OBJECT && type != STT_GNU_IFUNC) continue;
        if (symbol.st_shndx == SHN_UNDEF || symbol.st_shndx >= sections.size()) continue;
        if (sections[symbol.st_shndx].sh_type == SHT_NOBITS) continue;
        f(Text(sections[table.sh_link], symbol.st_name), symbol.st_value, symbol.st_size);
      }
    }
  }

 private:
  template <class T>
  T At(uint64_t offset) const {
    T value{};
    if (offset + sizeof(T) <= bytes_.size()) std::memcpy(&value, bytes_.data() + offset, sizeof(T));
    return value;
  }
  std::string_view Text(const Elf64_Shdr& table, uint64_t offset) const {
    return bytes_.data() + table.sh_offset + offset;
  }

  std::string_view bytes_;
  Elf64_Ehdr header_;
};

// Calls f(member) for the files of an archive of ar.
template <class F>
void ForEachMember(std::string_view archive, F&& f) {
  constexpr size_t kMagic = 8, kHeader = 60;
  for (size_t at = kMagic; at + kHeader <= archive.size();) {
    const size_t size = std::stoul(std::string(archive.substr(at + 48, 10)));
    f(archive.substr(at + kHeader, size));
    at += kHeader + size + size % 2;
  }
}

// The folder of each symbol that an archive below the root defines.
std::map<std::string, std::string, std::less<>> FolderOfSymbols() {
  std::map<std::string, std::string, std::less<>> folders;
  for (const auto& entry : fs::recursive_directory_iterator(".")) {
    const std::string kind = entry.path().extension();
    if (kind != ".a" && kind != ".lo") continue;  // .lo: what is always linked
    const std::string folder = entry.path().lexically_relative(".").parent_path().string();
    const std::string archive = ReadFile(entry.path());
    ForEachMember(archive, [&](std::string_view member) {
      if (!Elf::Is(member)) return;
      Elf(member).ForEachSymbol(
          [&](std::string_view name, uint64_t, uint64_t) { folders.emplace(name, folder); });
    });
  }
  return folders;
}

// A function of fmt, CLI11 or nlohmann-json: their headers leave it in our archives.
bool FromHeaders(std::string_view name) {
  if (!name.starts_with("_ZN")) return false;
  name.remove_prefix(name.starts_with("_ZNK") ? 4 : 3);
  return name.starts_with("3CLI") || name.starts_with("3fmt") || name.starts_with("8nlohmann");
}

void CheckSize(const char* program, uint64_t limit) {
  const std::string bytes = ReadFile(program);
  ASSERT_TRUE(Elf::Is(bytes)) << program;
  const Elf elf(bytes);
  uint64_t whole = 0;
  for (const Elf64_Shdr& section : elf.Sections()) {
    if (elf.SectionName(section) == ".debug_info") GTEST_SKIP() << "not the optimised build";
    if ((section.sh_flags & SHF_ALLOC) && section.sh_type != SHT_NOBITS) whole += section.sh_size;
  }
  static const auto* const folders = new auto(FolderOfSymbols());
  std::map<std::string, uint64_t> sizes;
  std::map<uint64_t, uint64_t> seen;  // constructors and destructors have two names for one function
  uint64_t archives = 0, headers = 0, named = 0;
  elf.ForEachSymbol([&](std::string_view name, uint64_t address, uint64_t size) {
    if (!seen.emplace(address, size).second) return;
    const auto found = folders->find(name);
    named += size;
    if (found == folders->end())
      archives += size;
    else if (FromHeaders(name))
      headers += size;
    else
      sizes[found->second] += size;
  });
  ASSERT_TRUE(sizes.count("kernels/ops") && sizes.count("cli")) << "an archive was not found";
  const uint64_t own = whole - archives - headers;
  fmt::print("{}: {} bytes, {} without Debian's static libraries, {} our own\n", program, whole,
             whole - archives, own);
  for (const auto& [folder, size] : sizes) fmt::print("  {:>9}  {}\n", size, folder);
  fmt::print("  {:>9}  (Debian's static libraries)\n", archives);
  fmt::print("  {:>9}  (Debian's header-only libraries)\n", headers);
  fmt::print("  {:>9}  (tables for unwinding and linking, text without a name)\n", whole - named);
  EXPECT_LT(own, limit) << program << " is too large";
}

// The aims are 5 MB and 3 MB; these keep what is reached.
TEST(Size, Tracepack) { CheckSize("cli/tracepack", 6'300'000); }
TEST(Size, TracepackRun) { CheckSize("cli/tracepack-run", 3'300'000); }

}  // namespace
