#include "cli/spec/made_anew.h"

#include <algorithm>
#include <charconv>
#include <map>

namespace tp::cli {
namespace {

// "#3" as 3; 1 for the first, which has none.
int NumberOf(std::string_view id) {
  int number = 1;
  const std::string_view digits = id.substr(SharedName(id).size());
  if (!digits.empty()) std::from_chars(digits.data() + 1, digits.data() + digits.size(), number);
  return number;
}

}  // namespace

std::string_view SharedName(std::string_view id) {
  const size_t mark = id.find_last_not_of("0123456789");
  return mark != id.npos && id[mark] == '#' && mark + 1 < id.size() ? id.substr(0, mark) : id;
}

std::vector<std::vector<size_t>> MadeAnew(const Json& functions) {
  std::map<std::string, std::vector<size_t>> by_code;
  for (size_t i = 0; i < functions.size(); ++i) {
    const Json& f = functions[i];
    const Json& traces = f["concrete"];
    if (f["line"].is_null() || traces.empty() ||
        std::all_of(traces.begin(), traces.end(), [](const Json& c) { return c["inner"].get<bool>(); }))
      continue;
    const auto id = f["id"].get<std::string>();
    std::string key = std::string(SharedName(id)) + ' ' + DumpJson(f["file"]) + DumpJson(f["line"]);
    // Two lambdas of one line are told apart by where they are called.
    if (f["name"].get_ref<const std::string&>().find("lambda") != std::string::npos)
      key += DumpJson(traces[0]["call"]);
    by_code[key].push_back(i);
  }
  std::vector<std::vector<size_t>> groups;
  for (auto& [key, members] : by_code) {
    if (members.size() < 2) continue;
    std::sort(members.begin(), members.end(), [&](size_t a, size_t b) {
      return NumberOf(functions[a]["id"].get_ref<const std::string&>()) <
             NumberOf(functions[b]["id"].get_ref<const std::string&>());
    });
    groups.push_back(std::move(members));
  }
  return groups;
}

}  // namespace tp::cli
