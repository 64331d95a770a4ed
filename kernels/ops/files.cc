// Files, read and written whole (whole_file_ops.cc, matching_files_op.cc), records of text
// (decode_csv_op.cc), base64 (base64_ops.cc).
#include <fcntl.h>
#include <glob.h>

#include <algorithm>

#include "core/base/file_access.h"
#include "kernels/csv.h"
#include "kernels/op.h"

namespace tp {
namespace {

void ReadFileKernel(KernelContext& c) {
  if (c.input(0).rank() != 0)
    return Fail(c, "Input filename tensor must be scalar, but had shape: {}",
                c.input(0).shape().ToBracketString());
  std::string bytes;
  Status status = FileAccess::Get().Read(c.input(0).scalar<std::string>(), &bytes);
  if (!status.ok()) return c.Error(std::move(status));
  c.SetOutput(0, Tensor::Scalar<std::string>(bytes));
}

void WriteFileKernel(KernelContext& c) {
  for (int i = 0; i < 2; ++i)
    if (c.input(i).rank() != 0)
      return Fail(c, "{} tensor must be scalar, but had shape: {}", i == 0 ? "Input filename" : "Contents",
                  c.input(i).shape().ToBracketString());
  Status status = FileAccess::Get().Write(c.input(0).scalar<std::string>(), c.input(1).scalar<std::string>(),
                                          O_TRUNC, /*make_folders=*/true);
  if (!status.ok()) c.Error(std::move(status));
}

// All matches that may be read, sorted; a pattern without a folder gives names that begin with "./".
void MatchingFilesKernel(KernelContext& c) {
  if (c.input(0).rank() > 1)
    return Fail(c, "Input patterns tensor must be scalar or vector, but had shape: {}",
                c.input(0).shape().ToBracketString());
  FileAccess& access = FileAccess::Get();
  std::vector<std::string> found;
  for (const std::string& pattern : c.input(0).elements<std::string>()) {
    const std::string wanted = pattern.find('/') == pattern.npos ? "./" + pattern : pattern;
    const auto gather = [&](const std::string& below) {
      glob_t matches = {};
      if (glob((below + wanted).c_str(), 0, nullptr, &matches) == 0)
        for (size_t i = 0; i < matches.gl_pathc; ++i) {
          const std::string name = std::string(matches.gl_pathv[i]).substr(below.size());
          std::string real;
          if (access.Find(name, FileAccess::Use::kRead, &real) == 0) found.push_back(name);
        }
      globfree(&matches);
    };
    const size_t first = found.size();
    gather("");
    if (access.redirected() && wanted[0] != '/') {
      gather(access.Scratch() + "/");
      std::sort(found.begin() + first, found.end());
      found.erase(std::unique(found.begin() + first, found.end()), found.end());
    }
  }
  std::sort(found.begin(), found.end());
  c.SetOutput(
      0, Tensor::Of<std::string>(Shape{static_cast<Dim>(found.size())}, std::span<const std::string>(found)));
}

// The chosen fields of one record. What is said of records is decode_csv_op.cc's grammar: a quoted field ends
// with a quote before the delimiter or the end, quotes inside are doubled.
Status Fields(std::string_view record, char delimiter, bool quotes, const std::vector<int64_t>& chosen,
              std::vector<std::string>* fields) {
  int64_t number = 0;
  size_t at = 0;
  const auto wanted = [&] {
    return chosen.empty() || (fields->size() < chosen.size() && chosen[fields->size()] == number);
  };
  while (at < record.size()) {
    if (record[at] == '\n' || record[at] == '\r') {
      ++at;
      continue;
    }
    std::string field;
    if (quotes && record[at] == '"') {
      ++at;
      for (; at + 1 < record.size() && (record[at] != '"' || record[at + 1] != delimiter); ++at) {
        if (record[at] == '"' && record[++at] != '"')
          return InvalidArgument("Quote inside a string has to be escaped by another quote");
        field += record[at];
      }
      if (at >= record.size() || record[at] != '"')
        return InvalidArgument("Quoted field has to end with quote followed by delim or end");
      at += 2;
    } else {
      for (; at < record.size() && record[at] != delimiter; ++at) {
        if ((quotes && record[at] == '"') || record[at] == '\n' || record[at] == '\r')
          return InvalidArgument("Unquoted fields cannot have quotes/CRLFs inside");
        field += record[at];
      }
      ++at;
    }
    if (wanted()) fields->push_back(std::move(field));
    ++number;
    if (!chosen.empty() && fields->size() == chosen.size()) return {};
  }
  if (!record.empty() && record.back() == delimiter && wanted()) fields->emplace_back();
  return {};
}

void DecodeCsvKernel(KernelContext& c) {
  const char delimiter = CsvDelimiter(c, c.Attr<std::string>("field_delim", ","));
  if (delimiter == 0) return;
  const bool quotes = c.Attr<bool>("use_quote_delim", true);
  const std::string missing = c.Attr<std::string>("na_value", "");
  const auto chosen = c.Attr<std::vector<int64_t>>("select_cols");
  const Tensor& records = c.input(0);
  const int count = c.num_outputs();
  for (int f = 0; f < count; ++f)
    if (c.input(f + 1).num_elements() > 1)
      return Fail(c, "There should only be 1 default per field but field {} has {}", f,
                  c.input(f + 1).num_elements());
  std::vector<Tensor*> outputs;
  for (int f = 0; f < count; ++f) {
    outputs.push_back(c.Output(f, c.input(f + 1).dtype(), records.shape()));
    if (outputs.back() == nullptr) return;
  }
  for (int64_t i = 0; i < records.num_elements(); ++i) {
    std::vector<std::string> fields;
    Status status = Fields(records.data<std::string>()[i], delimiter, quotes, chosen, &fields);
    if (!status.ok()) return c.Error(std::move(status));
    if (static_cast<int>(fields.size()) != count)
      return Fail(c, "Expect {} fields but have {} in record {}", count, fields.size(), i);
    for (int f = 0; f < count; ++f) {
      const Tensor& fallback = c.input(f + 1);
      if (!fields[f].empty() && fields[f] != missing) {
        if (!ParseField(fields[f], outputs[f], i))
          return Fail(c, "Field {} in record {} is not a valid {}: {}", f, i, CsvTypeName(fallback.dtype()),
                      fields[f]);
        continue;
      }
      if (fallback.num_elements() != 1)
        return Fail(c, "Field {} is required but missing in record {}!", f, i);
      if (fallback.dtype() == DType::kString)
        outputs[f]->data<std::string>()[i] = fallback.data<std::string>()[0];
      else
        std::memcpy(static_cast<char*>(outputs[f]->raw_data()) + i * DTypeSize(fallback.dtype()),
                    fallback.raw_data(), DTypeSize(fallback.dtype()));
    }
  }
}

Status CsvShape(ShapeContext& c) {
  for (int i = 0; i < c.num_outputs(); ++i) c.Set(i, c.input(0));
  return {};
}
Status NoneOfScalars(ShapeContext& c) {
  Shape shape;
  for (int i = 0; i < c.num_inputs(); ++i) TP_RETURN_IF_ERROR(c.WithRank(i, 0, &shape));
  return {};
}
Status ScalarOfScalars(ShapeContext& c) {
  c.Set(0, Shape());
  return NoneOfScalars(c);
}
Status OneVector(ShapeContext& c) {
  c.Set(0, Shape::OfRank(1));
  return {};
}

}  // namespace

TP_OP(ReadFile){
    .name = "ReadFile",
    .inputs = "filename: string",
    .outputs = "contents: string",
    .doc = "A file's bytes.",
    .shape = ScalarOfScalars,
    .effect = Effect::kRead,
    .kernel = ReadFileKernel,
    .no_gradient = true,
};

TP_OP(WriteFile){
    .name = "WriteFile",
    .inputs = "filename: string, contents: string",
    .doc = "Makes a file of these bytes, and its folder.",
    .shape = NoneOfScalars,
    .effect = Effect::kIo,
    .kernel = WriteFileKernel,
    .no_gradient = true,
};

TP_OP(MatchingFiles){
    .name = "MatchingFiles",
    .inputs = "pattern: string",
    .outputs = "filenames: string",
    .doc = "The names of the files that match any of the patterns, sorted.",
    .shape = OneVector,
    .effect = Effect::kRead,
    .kernel = MatchingFilesKernel,
    .no_gradient = true,
};

TP_OP(DecodeCSV){
    .name = "DecodeCSV",
    .inputs = "records: string, record_defaults: OUT_TYPE",
    .outputs = "output: OUT_TYPE",
    .attrs =
        "OUT_TYPE: list({float32,float64,int32,int64,string}) >= 1, field_delim: string = ',', "
        "use_quote_delim: bool = true, na_value: string = '', select_cols: list(int) = []",
    .doc = "Records of comma-separated values, a tensor for each column.",
    .shape = CsvShape,
    .kernel = DecodeCsvKernel,
    .no_gradient = true,
    .examples = "['1,a' ',b'], [7], [''] -> [1 7], ['a' 'b']",
};

}  // namespace tp
