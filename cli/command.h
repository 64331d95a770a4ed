// Command: one subcommand, one file of commands/. It registers itself; help, man page, completions and the
// parser derive from what it says of itself.
//
//   class Verify : public Command { … };
//   static const RegisterCommand verify(new Verify);
#pragma once

#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cli/env.h"
#include "cli/errors.h"

namespace tp::cli {

// What was given on the command line.
class Arguments {
 public:
  std::vector<std::string> files;  // positional words, in order
  std::vector<std::string> rest;   // what follows `--`
  std::map<std::string, std::vector<std::string>, std::less<>> flags;
  std::vector<std::string> command;  // as typed, for JSON reports

  bool Has(std::string_view flag) const { return flags.find(flag) != flags.end(); }
  // The last value given, or `fallback`.
  std::string Get(std::string_view flag, std::string_view fallback = "") const;
  std::span<const std::string> All(std::string_view flag) const;
  // An integer of at least `minimum`; a usage error names the flag.
  int64_t GetInt(std::string_view flag, int64_t fallback, int64_t minimum) const;
  double GetDouble(std::string_view flag, double fallback) const;
  // A duration with a unit (ns, us, ms, s, m) in nanoseconds.
  int64_t GetDuration(std::string_view flag, int64_t fallback) const;
  // "512MiB" in bytes.
  int64_t GetSize(std::string_view flag) const;
  // "4,8" as numbers.
  std::vector<int64_t> GetInts(std::string_view flag) const;
  // A report for programs (json, jsonl, csv) instead of text for people (text, markdown).
  bool json() const;
};

struct Flag;

class Command {
 public:
  virtual ~Command() = default;
  virtual std::string_view name() const = 0;
  virtual std::string_view group() const = 0;     // "make", "run", "look" or "gate"
  virtual std::string_view operands() const = 0;  // "BUNDLE...", "SPEC"
  virtual std::string_view summary() const = 0;   // half a line
  // Examples, one a line: the command, two or more spaces, what it does.
  virtual std::string_view examples() const = 0;
  virtual std::string_view details() const { return ""; }       // further lines of -h
  virtual std::span<const std::string_view> flags() const = 0;  // names, without those that all have
  // Flags that limit what a run may use; `--help` shows them apart.
  virtual std::span<const std::string_view> limits() const { return {}; }
  virtual std::string_view operand_noun() const { return "file"; }
  // What a word too many was probably meant for: "-o".
  virtual std::string_view meant_flag() const { return ""; }
  // How many operands: at least, at most (-1: any number).
  virtual std::pair<int, int> operand_count() const { return {1, 1}; }
  // Formats of --format.
  virtual std::string_view formats() const { return "text,json,jsonl,csv,markdown"; }
  // The fields of its report beyond those that all have, for `help schema`: see report/schema.h; "" where it
  // has none.
  virtual std::string_view fields() const { return ""; }
  // The exit code. Throws CommandError.
  virtual int Run(Env& env, const Arguments& arguments) = 0;
};

struct RegisterCommand {
  explicit RegisterCommand(Command* command);
};
std::vector<Command*> AllCommands();  // sorted by name
Command* FindCommand(std::string_view name);

// All flags of a command: its own, its limits, and what every command has.
std::vector<const Flag*> FlagsOf(const Command& command);

// Parses `words` for a command: flags in any place, short ones combine, `--` ends flags, long ones are never
// abbreviated. Throws CommandError (2) with the nearest name where one is misspelled.
Arguments ParseArguments(const Command& command, std::span<const std::string> words);

// "text, json": what --format takes.
std::string FormatsText(const Command& command);

// "one screen" (-h) and everything (--help).
std::string ShortHelp(const Command& command);
std::string LongHelp(const Command& command);
std::string ProgramHelp();
// tracepack(1) for man, with that list of exit codes.
std::string ManPage(std::string_view exit_codes);

// The name of `names` nearest to `word`, or "" where none is near.
std::string Nearest(std::string_view word, std::span<const std::string> names);

// What --format json prints where a command ends with this error: its report without what it has not found
// out. REQUIRES: arguments.command begins with the name of a command that has a report.
std::string FailureReport(const Arguments& arguments, const CommandError& e);

// Runs the program with main's arguments; `name` (not empty) stands before them. The exit code.
int RunProgram(Env& env, std::string_view name, int argc, char** argv);

inline constexpr std::string_view kVersion = "0.1.0";

}  // namespace tp::cli
