// The table of interned names.
#include "core/lang/name.h"

#include "core/base/arena.h"
#include "core/base/hash_map.h"

namespace tp {
namespace {

struct NameTable {
  Arena arena;
  HashMap<std::string_view, Name*> by_text;
};

}  // namespace

const Name* Intern(std::string_view text) {
  static NameTable* table = new NameTable;  // never destroyed: names outlive every static object
  auto found = table->by_text.find(text);
  if (found != table->by_text.end()) return found->second;
  Name* name = table->arena.New<Name>();
  name->text = table->arena.CopyText(text);
  name->id = static_cast<uint32_t>(table->by_text.size());
  table->by_text.emplace(name->text, name);
  return name;
}

}  // namespace tp
