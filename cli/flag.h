// Flags: one name, one letter, one meaning in every command. The table is flags.def; help texts, man page,
// completions and the parser come from it.
#pragma once

#include <span>
#include <string_view>

namespace tp::cli {

struct Flag {
  std::string_view name;   // "threads"
  char letter;             // 't', or 0
  std::string_view value;  // "N[,N...]"; "" for a switch
  bool repeatable;
  std::string_view doc;           // a line
  std::string_view default_text;  // "" where there is none to show
};

// The flag of that name; null where there is none.
const Flag* FindFlag(std::string_view name);
std::span<const Flag> AllFlags();

// Flags that every command has.
inline constexpr std::string_view kEverywhere[] = {"quiet", "verbose", "color", "help"};

}  // namespace tp::cli
