// Summaries: events in files of records, as TensorBoard reads them (TensorFlow: summary_kernels.cc,
// summary_file_writer.cc, events_writer.cc). An event waits until as many do as the writer was made for, or
// until it is asked to write them.
#include <fcntl.h>
#include <sys/time.h>
#include <unistd.h>

#include <bit>
#include <mutex>

#include "core/base/crc32c.h"
#include "core/base/file_access.h"
#include "core/ir/runner.h"
#include "kernels/op.h"

namespace tp {
namespace {

class SummaryFile : public Resource {
 public:
  ~SummaryFile() override { (void)Flush(); }
  std::string_view kind() const override { return "SummaryWriter"; }
  std::mutex mutex;
  std::string path, waiting;
  int64_t count = 0, most = 0;

  Status Flush() {
    if (waiting.empty()) return {};
    count = 0;
    return FileAccess::Get().Write(path, std::exchange(waiting, {}), O_APPEND, /*make_folders=*/true);
  }
};

// ---- messages in protobuf's wire format
void AppendVarint(std::string* out, uint64_t value) {
  for (; value >= 0x80; value >>= 7) *out += static_cast<char>(value | 0x80);
  *out += static_cast<char>(value);
}
void AppendBytes(std::string* out, int number, std::string_view bytes) {
  AppendVarint(out, static_cast<uint64_t>(number) << 3 | 2);
  AppendVarint(out, bytes.size());
  *out += bytes;
}
void AppendFixed(std::string* out, uint64_t value, int bytes) {
  for (int i = 0; i < bytes; ++i) *out += static_cast<char>(value >> (8 * i));
}

double Now() {
  timeval now;
  gettimeofday(&now, nullptr);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_usec) / 1e6;
}

// Event{1: wall_time, 2: step}, to which its content is added.
std::string NewEvent(int64_t step) {
  std::string event = "\x09";
  AppendFixed(&event, std::bit_cast<uint64_t>(Now()), 8);
  if (step != 0) {
    event += '\x10';
    AppendVarint(&event, static_cast<uint64_t>(step));
  }
  return event;
}

// TensorProto{1: dtype, 2: shape, 4: content, 8: string_val}.
std::string TensorMessage(const Tensor& t) {
  std::string message = "\x08", shape;
  AppendVarint(&message, static_cast<uint64_t>(t.dtype()));
  for (const Dim dim : t.shape()) {
    std::string size;
    if (dim != 0) {
      size = "\x08";
      AppendVarint(&size, static_cast<uint64_t>(dim));
    }
    AppendBytes(&shape, 2, size);
  }
  AppendBytes(&message, 2, shape);
  if (t.dtype() == DType::kString)
    for (const std::string& element : t.elements<std::string>()) AppendBytes(&message, 8, element);
  else if (t.num_elements() > 0)
    AppendBytes(&message, 4, {static_cast<const char*>(t.raw_data()), t.bytes()});
  return message;
}

// A record of the file; false (an error is set) where it cannot be written.
bool Put(KernelContext& c, SummaryFile* file, const std::string& event, bool at_once = false) {
  std::string length;
  AppendFixed(&length, event.size(), 8);
  for (const std::string_view part : {std::string_view(length), std::string_view(event)}) {
    file->waiting += part;
    AppendFixed(&file->waiting, MaskedCrc32c(part), 4);
  }
  if (!at_once && ++file->count <= file->most) return true;
  Status status = file->Flush();
  if (status.ok()) return true;
  c.Error(std::move(status));
  return false;
}

// ---- kernels
SummaryFile* FileOf(KernelContext& c) {
  auto* file = dynamic_cast<SummaryFile*>(c.input(0).scalar<Ref<RefCounted>>().get());
  if (file == nullptr || file->path.empty()) {
    FailAs(c, Code::kNotFound,
           "Resource localhost/logdir:/N10tensorflow22SummaryWriterInterfaceE does not exist.");
    return nullptr;
  }
  return file;
}

void NewWriterKernel(KernelContext& c) {
  Tensor handle = Tensor::Allocate(DType::kResource, Shape());
  *handle.data<Ref<RefCounted>>() = MakeRef<SummaryFile>();
  c.SetOutput(0, handle);
}

void CreateFileKernel(KernelContext& c) {
  auto* file = dynamic_cast<SummaryFile*>(c.input(0).scalar<Ref<RefCounted>>().get());
  if (file == nullptr) return FailAs(c, Code::kNotFound, "the handle does not refer to a summary writer");
  const std::lock_guard lock(file->mutex);
  if (!file->path.empty()) return;
  static int made = 0;
  std::string folder = c.input(1).scalar<std::string>();
  if (!folder.empty() && folder.back() != '/') folder += '/';
  file->path = fmt::format("{}events.out.tfevents.{:010}.localhost.{}.{}{}", folder,
                           static_cast<int64_t>(Now()), getpid(), made++, c.input(4).scalar<std::string>());
  file->most = ScalarInt(c.input(2));
  std::string event = NewEvent(0), source;
  AppendBytes(&event, 3, "brain.Event:2");
  AppendBytes(&source, 1, "tensorflow.core.util.events_writer");
  AppendBytes(&event, 10, source);
  if (!Put(c, file, event, /*at_once=*/true)) file->path.clear();
}

// Event{5: Summary{1: Value{1: tag, 8: tensor, 9: metadata}}}.
void WriteKernel(KernelContext& c) {
  SummaryFile* file = FileOf(c);
  if (file == nullptr) return;
  std::string value, summary, event = NewEvent(ScalarInt(c.input(1)));
  AppendBytes(&value, 1, c.input(3).scalar<std::string>());
  AppendBytes(&value, 8, TensorMessage(c.input(2)));
  if (const std::string& metadata = c.input(4).scalar<std::string>(); !metadata.empty())
    AppendBytes(&value, 9, metadata);
  AppendBytes(&summary, 1, value);
  AppendBytes(&event, 5, summary);
  const std::lock_guard lock(file->mutex);
  Put(c, file, event);
}

// An event with bytes that are a message: a graph (4) or a summary (5).
void WriteMessageKernel(KernelContext& c) {
  SummaryFile* file = FileOf(c);
  if (file == nullptr) return;
  std::string event = NewEvent(ScalarInt(c.input(1)));
  AppendBytes(&event, c.op().name() == "WriteGraphSummary" ? 4 : 5, c.input(2).scalar<std::string>());
  const std::lock_guard lock(file->mutex);
  Put(c, file, event);
}

void FlushKernel(KernelContext& c) {
  SummaryFile* file = FileOf(c);
  if (file == nullptr) return;
  const std::lock_guard lock(file->mutex);
  Status status = file->Flush();
  if (!status.ok()) return c.Error(std::move(status));
  if (c.op().name() == "CloseSummaryWriter") file->path.clear();
}

}  // namespace

TP_OP(SummaryWriter){
    .name = "SummaryWriter",
    .outputs = "writer: resource",
    .attrs = "shared_name: string = '', container: string = ''",
    .doc = "A new writer of summaries, for which no file was made yet.",
    .shape = shape::Scalar,
    .effect = Effect::kIo,
    .kernel = NewWriterKernel,
    .no_gradient = true,
};

TP_OP(CreateSummaryFileWriter){
    .name = "CreateSummaryFileWriter",
    .inputs =
        "writer: resource, logdir: string, max_queue: int32, flush_millis: int32, filename_suffix: string",
    .doc = "Makes the writer's file.",
    .shape = shape::None,
    .effect = Effect::kWrite,
    .kernel = CreateFileKernel,
    .no_gradient = true,
};

TP_OP(WriteSummary){
    .name = "WriteSummary",
    .inputs = "writer: resource, step: int64, tensor: T, tag: string, summary_metadata: string",
    .attrs = "T: type",
    .doc = "An event that holds a tensor.",
    .shape = shape::None,
    .effect = Effect::kWrite,
    .kernel = WriteKernel,
    .no_gradient = true,
};

TP_OP(WriteRawProtoSummary){
    .name = "WriteRawProtoSummary",
    .inputs = "writer: resource, step: int64, tensor: string",
    .doc = "An event that holds a summary which was made elsewhere.",
    .shape = shape::None,
    .effect = Effect::kWrite,
    .kernel = WriteMessageKernel,
    .no_gradient = true,
};

TP_OP(WriteGraphSummary){
    .name = "WriteGraphSummary",
    .inputs = "writer: resource, step: int64, tensor: string",
    .doc = "An event that holds a graph.",
    .shape = shape::None,
    .effect = Effect::kWrite,
    .kernel = WriteMessageKernel,
    .no_gradient = true,
};

TP_OP(FlushSummaryWriter){
    .name = "FlushSummaryWriter",
    .inputs = "writer: resource",
    .doc = "Writes what waits.",
    .shape = shape::None,
    .effect = Effect::kWrite,
    .kernel = FlushKernel,
    .no_gradient = true,
};

TP_OP(CloseSummaryWriter){
    .name = "CloseSummaryWriter",
    .inputs = "writer: resource",
    .doc = "Writes what waits, and ends the file.",
    .shape = shape::None,
    .effect = Effect::kWrite,
    .kernel = FlushKernel,
    .no_gradient = true,
};

}  // namespace tp
