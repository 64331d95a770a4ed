// The specs whose output is recorded, for the tests that run each of them.
#pragma once

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

// testdata/{lang,data,stage,trace}/*.spec.py, as far as the test has them; sorted.
inline std::vector<std::filesystem::path> RecordedSpecs() {
  std::vector<std::filesystem::path> files;
  for (const char* folder : {"testdata/lang", "testdata/data", "testdata/stage", "testdata/trace"})
    for (const auto& entry : std::filesystem::directory_iterator(folder))
      if (entry.path().string().ends_with(".spec.py")) files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  return files;
}

// "name" of "folder/name.spec.py".
inline std::string SpecName(const std::filesystem::path& file) {
  const std::string name = file.filename().string();
  return name.substr(0, name.find('.'));
}

inline std::string ReadFile(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}
