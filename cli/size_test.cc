// The programs stay small. Counts the bytes of the allocated sections, which is what is left of a program
// when it is stripped, prints them by folder, and fails above the limits. A symbol belongs to the folder
// whose archive defines it; what no archive of ours defines comes from Debian's static libraries and is not
// our own code; nor are the functions that the headers of fmt, CLI11 and nlohmann-json leave in our archives.
// The optimiser's parts and copies of a function (its name, a dot, what was done) are the function's
// folder's. An entry of the tables for unwinding belongs to the folder of its function. What has no symbol
// (merged texts, relocations) counts as ours.
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

  std::string_view Bytes(const Elf64_Shdr& section) const {
    return bytes_.substr(section.sh_offset, section.sh_size);
  }

  // f(name, address, size) for each function and object that the file defines and that stands in the file.
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

// The bytes that the tables for unwinding hold for one function: its entries in .eh_frame and .eh_frame_hdr,
// and its landing pads in .gcc_except_table.
struct Unwinding {
  uint64_t function = 0, landing_pads = 0;  // addresses; 0: none
  uint64_t bytes = 0;
};

// Reads .eh_frame: a list of entries, each either a CIE (how its FDEs are written) or an FDE (one function).
// Knows the forms that g++ and binutils write: 4-byte lengths, addresses relative to where they stand.
class UnwindReader {
 public:
  UnwindReader(std::string_view section, uint64_t address) : section_(section), address_(address) {}

  std::vector<Unwinding> Read() {
    std::vector<Unwinding> functions;
    std::map<uint64_t, bool> has_landing_pads;  // by place of the CIE
    for (uint64_t at = 0; at + 8 <= section_.size();) {
      const uint64_t size = Word(at);
      const uint64_t to_cie = Word(at + 4);
      if (size != 0 && to_cie == 0) {
        const std::string_view augmentation = section_.data() + at + 9;
        has_landing_pads[at] = augmentation.find('L') != augmentation.npos;
      } else if (size != 0) {
        constexpr uint64_t kTableEntry = 8;  // in .eh_frame_hdr
        Unwinding function{.function = Relative(at + 8), .bytes = size + 4 + kTableEntry};
        if (has_landing_pads[at + 4 - to_cie] && Word(at + 17) != 0)
          function.landing_pads = Relative(at + 17);
        functions.push_back(function);
      }
      at += size + 4;
    }
    return functions;
  }

 private:
  uint64_t Word(uint64_t at) const {
    uint32_t word = 0;
    if (at + 4 <= section_.size()) std::memcpy(&word, section_.data() + at, 4);
    return word;
  }
  uint64_t Relative(uint64_t at) const {
    return address_ + at + static_cast<int64_t>(static_cast<int32_t>(Word(at)));
  }

  std::string_view section_;
  uint64_t address_;
};

std::vector<Unwinding> ReadUnwinding(const Elf& elf) {
  std::vector<Unwinding> functions;
  std::map<uint64_t, uint64_t> pads;  // begin of a function's landing pads -> end
  for (const Elf64_Shdr& section : elf.Sections()) {
    if (elf.SectionName(section) == ".eh_frame")
      functions = UnwindReader(elf.Bytes(section), section.sh_addr).Read();
    if (elf.SectionName(section) == ".gcc_except_table") pads[section.sh_addr + section.sh_size] = 0;
  }
  for (const Unwinding& function : functions)
    if (function.landing_pads != 0) pads[function.landing_pads] = 0;
  for (auto it = pads.begin(); it != pads.end() && std::next(it) != pads.end(); ++it)
    it->second = std::next(it)->first;
  for (Unwinding& function : functions) {
    if (function.landing_pads == 0) continue;
    uint64_t& end = pads[function.landing_pads];
    function.bytes += end - function.landing_pads;
    end = function.landing_pads;  // functions that share them count them once
  }
  return functions;
}

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

// The name of what the optimiser made a part or a copy of: `f.part.0`, `f.constprop.0.lto_priv.0`.
std::string_view OriginalName(std::string_view name) { return name.substr(0, name.find('.', 1)); }

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
          [&](std::string_view name, uint64_t, uint64_t) { folders.emplace(OriginalName(name), folder); });
    });
  }
  return folders;
}

// Ours, though no archive has it: a function that the compiler put into its callers there and that is one
// now, of our namespace or of the standard library for our use.
bool OursByName(std::string_view name) {
  const auto has = [&](std::string_view part) { return name.find(part) != name.npos; };
  if (has("2tp")) return true;
  const bool standard = name.starts_with("_ZSt") || name.starts_with("_ZNSt") || name.starts_with("_ZNKSt");
  return standard && !has("3re2") && !has("6asmjit") && !has("3tbb") && !has("3CLI") && !has("8nlohmann");
}

// A function of fmt, CLI11 or nlohmann-json: their headers leave it in our archives.
bool FromHeaders(std::string_view name) {
  if (!name.starts_with("_ZN")) return false;
  name.remove_prefix(name.starts_with("_ZNK") ? 4 : 3);
  return name.starts_with("3CLI") || name.starts_with("3fmt") || name.starts_with("8nlohmann");
}

struct Sizes {
  uint64_t code = 0, unwinding = 0;  // code and data; tables for unwinding
  uint64_t Sum() const { return code + unwinding; }
};

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
  const std::string archives = "(Debian's static libraries)", headers = "(Debian's header-only libraries)",
                    linker = "(our own, made by the linker)";
  std::map<std::string, Sizes> sizes;
  // By address: constructors and destructors have two names for one function.
  std::map<uint64_t, std::pair<uint64_t, Sizes*>> symbols;
  uint64_t named = 0;
  elf.ForEachSymbol([&](std::string_view name, uint64_t address, uint64_t size) {
    name = OriginalName(name);
    const auto found = folders->find(name);
    Sizes& folder = sizes[found != folders->end() ? (FromHeaders(name) ? headers : found->second)
                          : OursByName(name)      ? linker
                                                  : archives];
    if (!symbols.emplace(address, std::pair(address + size, &folder)).second) return;
    folder.code += size;
    named += size;
  });
  for (const Unwinding& entry : ReadUnwinding(elf)) {
    auto symbol = symbols.upper_bound(entry.function);
    if (symbol == symbols.begin() || entry.function >= (--symbol)->second.first) continue;
    symbol->second.second->unwinding += entry.bytes;
    named += entry.bytes;
  }
  ASSERT_TRUE(sizes.count("kernels/ops") && sizes.count("cli")) << "an archive was not found";
  const uint64_t own = whole - sizes[archives].Sum() - sizes[headers].Sum();
  fmt::print("{}: {} bytes, {} without Debian's static libraries, {} our own\n", program, whole,
             whole - sizes[archives].Sum(), own);
  fmt::print("  {:>9} {:>9}\n", "bytes", "unwinding");
  for (const auto& [folder, size] : sizes)
    fmt::print("  {:>9} {:>9}  {}\n", size.Sum(), size.unwinding, folder);
  fmt::print("  {:>9} {:>9}  (no symbol: merged texts, relocations, the dynamic linker's tables)\n",
             whole - named, "");
  EXPECT_LT(own, limit) << program << " is too large";
}

// With the language, 500 ops and the commands whole; the foundation alone was held below 5 MB
// (docs/probes.md).
TEST(Size, Tracepack) { CheckSize("cli/tracepack", 7'000'000); }
TEST(Size, TracepackRun) { CheckSize("cli/tracepack-run", 3'500'000); }

}  // namespace
