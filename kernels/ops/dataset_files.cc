// Datasets whose elements stand in files: lines (text_line_dataset_op.cc), TFRecords (record_reader.cc),
// records of one length, comma-separated values (csv_dataset_op.cc). Files are read whole, one after the
// other.
#include "core/base/coding.h"
#include "core/base/crc32c.h"
#include "core/base/file_access.h"
#include "kernels/csv.h"
#include "kernels/dataset_op.h"

namespace tp {
namespace {

using Names = std::vector<std::string>;

Names NamesOf(const Tensor& t) {
  return {t.elements<std::string>().begin(), t.elements<std::string>().end()};
}

bool Compresses(const std::string& type) { return type == "ZLIB" || type == "GZIP"; }

// False (an error is set) where input 0 has a rank that names of files have not.
bool CheckNames(KernelContext& c) {
  if (c.input(0).rank() > 1) Fail(c, "`filenames` must be a scalar or a vector.");
  return !c.failed();
}

// The shapes of the inputs: names of files, then scalars up to input `last`.
Status FileShapes(ShapeContext& c, int last) {
  Shape unused;
  TP_RETURN_IF_ERROR(c.WithRankAtMost(0, 1, &unused));
  for (int i = 1; i <= last; ++i) TP_RETURN_IF_ERROR(c.WithRank(i, 0, &unused));
  c.Set(0, Shape());
  return {};
}

// Gives the files' contents; each kind of file takes its records off the front.
class Files {
 public:
  Files(Names names, std::string compression)
      : names_(std::move(names)), compression_(std::move(compression)) {}

  // Goes on to the next file; `*end` where there is none.
  Status Next(bool* end) {
    *end = next_ >= names_.size() && broken_.ok();
    if (*end) return {};
    TP_RETURN_IF_ERROR(broken_);
    TP_RETURN_IF_ERROR(FileAccess::Get().Read(names_[next_++], &bytes_));
    at_ = 0;
    if (compression_.empty()) return {};
    const bool gzip = compression_ == "GZIP";
    Unpacked unpacked = Inflate(bytes_, gzip ? 31 : 15, gzip);
    bytes_ = std::move(unpacked.bytes);
    if (!unpacked.error.empty()) broken_ = MakeStatus(Code::kDataLoss, "{}", unpacked.error);
    return bytes_.empty() ? broken_ : Status();
  }
  bool done() const { return at_ >= bytes_.size(); }
  // Why the file ends where it does: a record that is cut there is lost.
  Status Cut(std::string_view record) const {
    if (!broken_.ok()) return broken_;
    return MakeStatus(Code::kDataLoss, "{} failed with {}", record,
                      compression_.empty() ? "Read less bytes than requested" : "EOF reached");
  }
  std::string_view rest() const { return std::string_view(bytes_).substr(at_); }
  size_t at() const { return at_; }
  const std::string& name() const { return names_[next_ - 1]; }  // of the file that is read
  void Skip(size_t count) { at_ += count; }
  int Peek() const { return done() ? -1 : static_cast<unsigned char>(bytes_[at_]); }

 private:
  const Names names_;
  const std::string compression_;
  size_t next_ = 0, at_ = 0;
  std::string bytes_;
  Status broken_;  // what ended the file that is read, and with it the dataset
};

Element OneString(std::string_view text) { return {Tensor::Scalar<std::string>(std::string(text))}; }

// A dataset of strings: read(files, element) takes one record off the file, which is not at its end; it
// leaves the element empty where the file's rest is none.
template <class Read>
void SetFiles(KernelContext& c, Read read) {
  if (!CheckNames(c)) return;
  const Names names = NamesOf(c.input(0));
  std::string compression = TextArgument(c, 1);
  const bool lines = c.op().name() == "TextLineDataset";
  if (const int64_t size = IntArgument(c, 2); lines && size < 0)
    return Fail(c, "`buffer_size` must be >= 0 (0 == default)");
  if (!compression.empty() && !Compresses(compression)) {
    if (lines) return Fail(c, "Unsupported compression_type.");
    compression.clear();  // records are read as they are
  }
  SetMade(c, -2, [=] {
    return MakeSource(
        [files = Files(names, compression), read](Runner&, Element* element, bool* end) mutable -> Status {
          element->clear();
          for (*end = false; element->empty();) {
            while (files.done()) {
              TP_RETURN_IF_ERROR(files.Next(end));
              if (*end) return {};
            }
            TP_RETURN_IF_ERROR(read(files, element));
          }
          return {};
        });
  });
}

// Up to the end of the line; a \r is no part of a line, wherever it stands.
Status ReadLine(Files& files, Element* element) {
  const std::string_view rest = files.rest();
  const size_t length = std::min(rest.find('\n'), rest.size());
  std::string line(rest.substr(0, length));
  std::erase(line, '\r');
  files.Skip(length + 1);
  *element = OneString(line);
  return {};
}

// Length (8 bytes), its checksum, the bytes, theirs; a cut within the first twelve bytes is the end.
Status ReadRecord(Files& files, Element* element) {
  const std::string_view rest = files.rest();
  const size_t at = files.at();
  uint64_t length = 0;
  uint32_t sum = 0;
  if (rest.size() < 12) {
    files.Skip(rest.size());
    return {};
  }
  std::memcpy(&length, rest.data(), 8);
  std::memcpy(&sum, rest.data() + 8, 4);
  if (sum != MaskedCrc32c(rest.substr(0, 8)))
    return MakeStatus(Code::kDataLoss, "corrupted record at {}{}", at,
                      at == 0 ? " (Is this even a TFRecord file?)" : "");
  if (rest.size() - 12 < 4 || length > rest.size() - 16)
    return files.Cut(fmt::format("truncated record at {}'", at));
  std::memcpy(&sum, rest.data() + 12 + length, 4);
  if (sum != MaskedCrc32c(rest.substr(12, length)))
    return MakeStatus(Code::kDataLoss, "corrupted record at {}", at + 12);
  files.Skip(16 + length);
  *element = OneString(rest.substr(12, length));
  return {};
}

void FixedLengthKernel(KernelContext& c) {
  if (!CheckNames(c)) return;
  const Names names = NamesOf(c.input(0));
  const int64_t header = IntArgument(c, 1);
  if (header < 0) return Fail(c, "`header_bytes` must be >= 0");
  const int64_t length = IntArgument(c, 2);
  if (length <= 0) return Fail(c, "`record_bytes` must be > 0");
  const int64_t footer = IntArgument(c, 3);
  if (footer < 0) return Fail(c, "`footer_bytes` must be >= 0");
  if (IntArgument(c, 4) < 0) return Fail(c, "`buffer_size` must be >= 0");
  const std::string compression = TextArgument(c, 5);
  if (!compression.empty() && !Compresses(compression)) return Fail(c, "Unsupported compression_type.");
  SetMade(c, -2, [=] {
    return MakeSource([=, files = Files(names, compression), left = int64_t{0}](Runner&, Element* element,
                                                                                bool* end) mutable -> Status {
      *end = false;
      while (left <= 0) {
        TP_RETURN_IF_ERROR(files.Next(end));
        if (*end) return {};
        const auto size = static_cast<int64_t>(files.rest().size());
        // Header and footer may be as large as numbers are.
        left = static_cast<int64_t>(static_cast<uint64_t>(size) - static_cast<uint64_t>(header) -
                                    static_cast<uint64_t>(footer));
        if (header > size || footer > size - header || left % length != 0)
          return InvalidArgument(
              "Excluding the header ({} bytes) and footer ({} bytes), input file \"{}\" has body "
              "length {} bytes, which is not an exact multiple of the record length ({} "
              "bytes).",
              header, footer, files.name(), left, length);
        files.Skip(static_cast<size_t>(header));
      }
      *element = OneString(files.rest().substr(0, static_cast<size_t>(length)));
      files.Skip(static_cast<size_t>(length));
      left -= length;
      return {};
    });
  });
}

// One field off the front; `*last` where the record ends behind it.
Status ReadCsvField(Files& files, char delimiter, bool quotes, std::string* field, bool* last) {
  field->clear();
  *last = false;
  const auto ends = [&] {  // at the end of a field: takes what ends it
    const int c = files.Peek();
    if (c == static_cast<unsigned char>(delimiter)) {
      files.Skip(1);
      return true;
    }
    if (c >= 0 && c != '\n' && c != '\r') return false;
    *last = true;
    files.Skip(1);
    if (c == '\r' && files.Peek() == '\n') files.Skip(1);
    return true;
  };
  if (!quotes || files.Peek() != '"') {
    while (!ends()) {
      if (quotes && files.Peek() == '"') return InvalidArgument("Unquoted fields cannot have quotes inside");
      *field += static_cast<char>(files.Peek());
      files.Skip(1);
    }
    return {};
  }
  files.Skip(1);
  for (;;) {
    const int c = files.Peek();
    if (c < 0) return InvalidArgument("Reached end of file without closing quoted field in record");
    files.Skip(1);
    if (c != '"') {
      *field += static_cast<char>(c);
      continue;
    }
    if (ends()) return {};
    if (files.Peek() != '"')
      return InvalidArgument("Quote inside a string has to be escaped by another quote");
    *field += '"';
    files.Skip(1);
  }
}

// The columns that input `i` names; an error where they do not ascend from 0.
std::vector<int64_t> Columns(KernelContext& c, int i) {
  const std::span<const int64_t> columns = c.input(i).elements<int64_t>();
  const std::string_view name = c.op().inputs()[static_cast<size_t>(i)].name;
  if (!columns.empty() && columns[0] < 0) Fail(c, "{} should be non-negative indices", name);
  for (size_t k = 1; k < columns.size(); ++k)
    if (columns[k] <= columns[k - 1]) Fail(c, "{} should be strictly increasing indices", name);
  return {columns.begin(), columns.end()};
}

Status CsvShapes(ShapeContext& c) {
  TP_RETURN_IF_ERROR(FileShapes(c, 6));
  Shape shape;
  for (int i = 7; i < 9; ++i) TP_RETURN_IF_ERROR(c.WithRank(i, 1, &shape));
  for (int i = 9; i < c.num_inputs(); ++i) {
    TP_RETURN_IF_ERROR(c.WithRankAtMost(i, 1, &shape));
    if (shape.has_rank() && shape.rank() == 1 && shape[0] > 1)
      return InvalidArgument("Shape of a default must be a length-0 or length-1 vector, or a scalar.");
  }
  return {};
}

void CsvDatasetKernel(KernelContext& c) {
  if (!CheckNames(c)) return;
  const Names names = NamesOf(c.input(0));
  const std::string compression = TextArgument(c, 1);
  for (int i = 9; i < c.num_inputs(); ++i) {
    if (c.input(i).rank() > 1) return Fail(c, "Each record default should be at most rank 1");
    if (c.input(i).num_elements() > 1)
      return Fail(c, "There should only be 1 default per field but field {} has {}", i - 9,
                  c.input(i).num_elements());
  }
  if (c.input(7).rank() != 1) return Fail(c, "`select_cols` must be a vector.");
  if (c.input(8).rank() != 1) return Fail(c, "`exclude_cols` must be a vector");
  if (IntArgument(c, 2) <= 0) return Fail(c, "buffer_size should be positive");
  const bool header = TruthArgument(c, 3);
  const std::string delimiters = TextArgument(c, 4);
  if (c.failed()) return;
  const char delimiter = CsvDelimiter(c, delimiters);
  const bool quotes = TruthArgument(c, 5);
  const std::string missing = TextArgument(c, 6);
  if (!compression.empty() && !Compresses(compression))
    return Fail(c, "Unsupported compression_type: {}.", compression);
  const std::vector<int64_t> chosen = Columns(c, 7), left_out = Columns(c, 8);
  if (!chosen.empty() && !left_out.empty())
    return Fail(c, "Either select_cols or exclude_cols should be empty");
  if (!chosen.empty() && chosen.size() != static_cast<size_t>(c.num_inputs() - 9))
    return Fail(c, "select_cols should match output size");
  const Element defaults(c.inputs().begin() + 9, c.inputs().end());
  SetMade(c, -2, [=] {
    return MakeSource([=, files = Files(names, compression)](Runner&, Element* element,
                                                             bool* end) mutable -> Status {
      *end = false;
      std::string field;
      bool last = false;
      while (files.done()) {
        TP_RETURN_IF_ERROR(files.Next(end));
        if (*end) return {};
        if (header)
          for (last = files.done(); !last;)
            TP_RETURN_IF_ERROR(ReadCsvField(files, delimiter, quotes, &field, &last));
      }
      element->clear();
      last = false;
      for (int64_t column = 0; !last; ++column) {
        TP_RETURN_IF_ERROR(ReadCsvField(files, delimiter, quotes, &field, &last));
        const auto has = [&](const std::vector<int64_t>& list) {
          return std::find(list.begin(), list.end(), column) != list.end();
        };
        if ((!chosen.empty() && !has(chosen)) || has(left_out)) continue;
        const size_t f = element->size();
        if (f >= defaults.size())
          return InvalidArgument("Expect {} fields but have more in record", defaults.size());
        if (field.empty() || field == missing) {
          if (defaults[f].num_elements() != 1)
            return InvalidArgument("Field {} is required but missing in record!", f);
          element->push_back(defaults[f].Reshaped(Shape()));
          continue;
        }
        Tensor value = Tensor::Allocate(defaults[f].dtype(), Shape());
        if (!ParseField(field, &value, 0))
          return InvalidArgument("Field {} in record is not a valid {}: {}", f, CsvTypeName(value.dtype()),
                                 field);
        element->push_back(std::move(value));
      }
      if (element->size() != defaults.size())
        return InvalidArgument("Expect {} fields but have {} in record", defaults.size(), element->size());
      return {};
    });
  });
}

}  // namespace

TP_OP(TextLineDataset){
    .name = "TextLineDataset",
    .inputs = "filenames: string, compression_type: string, buffer_size: int64",
    .outputs = "handle: variant",
    .attrs = "metadata: string = ''",
    .doc = "The lines of files.",
    .shape = [](ShapeContext& c) { return FileShapes(c, 2); },
    .effect = Effect::kIo,
    .kernel = [](KernelContext& c) { SetFiles(c, ReadLine); },
    .no_gradient = true,
};

TP_OP(TFRecordDataset){
    .name = "TFRecordDataset",
    .inputs = "filenames: string, compression_type: string, buffer_size: int64",
    .outputs = "handle: variant",
    .attrs = "metadata: string = ''",
    .doc = "The records of TFRecord files.",
    .shape = [](ShapeContext& c) { return FileShapes(c, 2); },
    .effect = Effect::kIo,
    .kernel = [](KernelContext& c) { SetFiles(c, ReadRecord); },
    .no_gradient = true,
};

TP_OP(FixedLengthRecordDatasetV2){
    .name = "FixedLengthRecordDatasetV2",
    .inputs =
        "filenames: string, header_bytes: int64, record_bytes: int64, footer_bytes: int64, buffer_size: "
        "int64, "
        "compression_type: string",
    .outputs = "handle: variant",
    .attrs = "metadata: string = ''",
    .doc = "Records of one length.",
    .shape = [](ShapeContext& c) { return FileShapes(c, 4); },
    .effect = Effect::kIo,
    .kernel = FixedLengthKernel,
    .no_gradient = true,
};

TP_OP(CSVDatasetV2){
    .name = "CSVDatasetV2",
    .inputs =
        "filenames: string, compression_type: string, buffer_size: int64, header: bool, field_delim: string, "
        "use_quote_delim: bool, na_value: string, select_cols: int64, exclude_cols: int64, record_defaults: "
        "output_types",
    .outputs = "handle: variant",
    .attrs = "output_types: list({float32,float64,int32,int64,string}) >= 1, output_shapes: list(shape) >= 1",
    .doc = "Records of comma-separated values, a component for each column.",
    .shape = CsvShapes,
    .effect = Effect::kIo,
    .kernel = CsvDatasetKernel,
    .no_gradient = true,
};

}  // namespace tp
