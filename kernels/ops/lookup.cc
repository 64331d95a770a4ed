// Tables from keys to values (TensorFlow: lookup_table_op.cc), as resources. A key is its bytes; a value is a
// tensor: a scalar, or whatever the table was made for. Keys keep the order in which they came. Reading
// counts as writing: TensorFlow keeps the order of all that uses a table.
#include <mutex>

#include "core/base/hash_map.h"
#include "core/ir/runner.h"
#include "kernels/move.h"
#include "kernels/op.h"

namespace tp {
namespace {

class LookupTable : public Resource {
 public:
  std::string_view kind() const override { return "LookupTable"; }
  DType key_dtype, value_dtype;
  Shape value_shape;
  bool fixed = false;  // a key's value never changes
  std::mutex mutex;
  HashMap<std::string, size_t> places;
  std::vector<std::pair<std::string, Tensor>> entries;  // invalid tensors: removed
};

std::string KeyOf(const Tensor& keys, int64_t i) {
  if (keys.dtype() == DType::kString) return keys.data<std::string>()[i];
  const size_t size = DTypeSize(keys.dtype());
  return {static_cast<const char*>(keys.raw_data()) + static_cast<size_t>(i) * size, size};
}

Tensor KeyTensor(const LookupTable& table, const std::string& key) {
  Tensor tensor = Tensor::Allocate(table.key_dtype, Shape());
  if (table.key_dtype == DType::kString)
    *tensor.data<std::string>() = key;
  else
    std::memcpy(tensor.raw_data(), key.data(), key.size());
  return tensor;
}

std::string Text(const Tensor& scalar) {
  if (scalar.dtype() == DType::kString) return *scalar.data<std::string>();
  return IsInteger(scalar.dtype()) ? fmt::format("{}", ElementAsInt(scalar, 0))
                                   : fmt::format("{}", ElementAsDouble(scalar, 0));
}

LookupTable* TableOf(KernelContext& c) {
  auto* table = dynamic_cast<LookupTable*>(c.input(0).scalar<Ref<RefCounted>>().get());
  if (table == nullptr) FailAs(c, Code::kNotFound, "the handle does not refer to a table");
  return table;
}

void NewTable(KernelContext& c, bool fixed) {
  auto table = MakeRef<LookupTable>();
  table->key_dtype = c.Attr("key_dtype", DType::kString);
  table->value_dtype = c.Attr("value_dtype", DType::kInt64);
  table->value_shape = c.Attr("value_shape", Shape());
  table->fixed = fixed;
  Tensor handle = Tensor::Allocate(DType::kResource, Shape());
  *handle.data<Ref<RefCounted>>() = std::move(table);
  c.SetOutput(0, handle);
}

// The dims of `keys` and of a value.
Shape ValuesShape(const LookupTable& table, const Tensor& keys) {
  Shape shape = keys.shape();
  for (Dim dim : table.value_shape) shape.Append(dim);
  return shape;
}

void InsertKernel(KernelContext& c) {
  LookupTable* table = TableOf(c);
  if (table == nullptr) return;
  const Tensor &keys = c.input(1), &values = c.input(2);
  const Shape want = ValuesShape(*table, keys);
  if (values.shape() != want) return Fail(c, "Expected shape {} for value, got {}", want, values.shape());
  const std::lock_guard lock(table->mutex);
  const Mover mover(values.dtype());
  const int64_t size = table->value_shape.num_elements();
  for (int64_t i = 0; i < keys.num_elements(); ++i) {
    Tensor value = Tensor::Allocate(values.dtype(), table->value_shape);
    mover.Copy(&value, 0, values, i * size, size);
    const auto [at, fresh] = table->places.try_emplace(KeyOf(keys, i), table->entries.size());
    if (fresh) {
      table->entries.push_back({at->first, std::move(value)});
      continue;
    }
    Tensor& old = table->entries[at->second].second;
    if (table->fixed && Text(old) != Text(value))
      return FailAs(c, Code::kFailedPrecondition,
                    "HashTable has different value for same key. Key {} has {} and trying to add value {}",
                    Text(KeyTensor(*table, at->first)), Text(old), Text(value));
    old = std::move(value);
  }
}

// What is in a table that can be changed goes.
void ImportKernel(KernelContext& c) {
  if (LookupTable* table = TableOf(c); table != nullptr && !table->fixed) {
    const std::lock_guard lock(table->mutex);
    table->places.clear();
    table->entries.clear();
  }
  if (!c.failed()) InsertKernel(c);
}

void FindKernel(KernelContext& c) {
  LookupTable* table = TableOf(c);
  if (table == nullptr) return;
  const Tensor &keys = c.input(1), &otherwise = c.input(2);
  if (keys.dtype() != table->key_dtype)
    return Fail(c, "Key must be type {} but got {}", DTypeName(table->key_dtype), DTypeName(keys.dtype()));
  if (otherwise.shape() != table->value_shape)
    return Fail(c, "Expected shape {} or {} for default value, got {}", table->value_shape,
                ValuesShape(*table, keys), otherwise.shape());
  Tensor* out = c.Output(0, table->value_dtype, ValuesShape(*table, keys));
  if (out == nullptr) return;
  const std::lock_guard lock(table->mutex);
  const Mover mover(out->dtype());
  const int64_t size = table->value_shape.num_elements();
  for (int64_t i = 0; i < keys.num_elements(); ++i) {
    const auto found = table->places.find(KeyOf(keys, i));
    mover.Copy(out, i * size, found == table->places.end() ? otherwise : table->entries[found->second].second,
               0, size);
  }
}

void RemoveKernel(KernelContext& c) {
  LookupTable* table = TableOf(c);
  if (table == nullptr) return;
  const std::lock_guard lock(table->mutex);
  for (int64_t i = 0; i < c.input(1).num_elements(); ++i) {
    const auto found = table->places.find(KeyOf(c.input(1), i));
    if (found == table->places.end()) continue;
    table->entries[found->second].second = Tensor();
    table->places.erase(found);
  }
}

void SizeKernel(KernelContext& c) {
  LookupTable* table = TableOf(c);
  if (table == nullptr) return;
  const std::lock_guard lock(table->mutex);
  c.SetOutput(0, Tensor::Scalar<int64_t>(static_cast<int64_t>(table->places.size())));
}

void ExportKernel(KernelContext& c) {
  LookupTable* table = TableOf(c);
  if (table == nullptr) return;
  const std::lock_guard lock(table->mutex);
  const Dim n = static_cast<Dim>(table->places.size());
  Tensor* keys = c.Output(0, table->key_dtype, Shape{n});
  if (keys == nullptr) return;
  Tensor* values = c.Output(1, table->value_dtype, ValuesShape(*table, *keys));
  if (values == nullptr) return;
  const Mover move_key(keys->dtype()), move_value(values->dtype());
  int64_t at = 0;
  const int64_t size = table->value_shape.num_elements();
  for (const auto& [key, value] : table->entries) {
    if (!value.valid()) continue;
    move_key.Copy(keys, at, KeyTensor(*table, key), 0, 1);
    move_value.Copy(values, at * size, value, 0, size);
    ++at;
  }
}

#define TP_TABLE_ATTRS                                                                                       \
  "container: string = '', shared_name: string = '', use_node_name_sharing: bool = false, key_dtype: type, " \
  "value_dtype: type"

}  // namespace

TP_OP(HashTableV2){
    .name = "HashTableV2",
    .outputs = "table_handle: resource",
    .attrs = TP_TABLE_ATTRS,
    .doc = "A new table that is filled once.",
    .shape = shape::Scalar,
    .effect = Effect::kIo,
    .kernel = [](KernelContext& c) { NewTable(c, true); },
    .no_gradient = true,
};

TP_OP(MutableHashTableV2){
    .name = "MutableHashTableV2",
    .outputs = "table_handle: resource",
    .attrs = TP_TABLE_ATTRS,
    .doc = "A new table.",
    .shape = shape::Scalar,
    .effect = Effect::kIo,
    .kernel = [](KernelContext& c) { NewTable(c, false); },
    .no_gradient = true,
};

TP_OP(MutableHashTableOfTensorsV2){
    .name = "MutableHashTableOfTensorsV2",
    .outputs = "table_handle: resource",
    .attrs = TP_TABLE_ATTRS ", value_shape: shape = []",
    .doc = "A new table with tensors as values.",
    .shape = shape::Scalar,
    .effect = Effect::kIo,
    .kernel = [](KernelContext& c) { NewTable(c, false); },
    .no_gradient = true,
};

TP_OP(LookupTableFindV2){
    .name = "LookupTableFindV2",
    .inputs = "table_handle: resource, keys: Tin, default_value: Tout",
    .outputs = "values: Tout",
    .attrs = "Tin: type, Tout: type",
    .doc = "The values of keys, or the default.",
    .shape = shape::None,
    .effect = Effect::kWrite,
    .kernel = FindKernel,
    .no_gradient = true,
};

TP_OP(LookupTableInsertV2){
    .name = "LookupTableInsertV2",
    .inputs = "table_handle: resource, keys: Tin, values: Tout",
    .attrs = "Tin: type, Tout: type",
    .doc = "Sets the values of keys.",
    .shape = shape::None,
    .effect = Effect::kWrite,
    .kernel = InsertKernel,
    .no_gradient = true,
};

TP_OP(LookupTableImportV2){
    .name = "LookupTableImportV2",
    .inputs = "table_handle: resource, keys: Tin, values: Tout",
    .attrs = "Tin: type, Tout: type",
    .doc = "Fills a table.",
    .shape = shape::None,
    .effect = Effect::kWrite,
    .kernel = ImportKernel,
    .no_gradient = true,
};

TP_OP(LookupTableRemoveV2){
    .name = "LookupTableRemoveV2",
    .inputs = "table_handle: resource, keys: Tin",
    .attrs = "Tin: type",
    .doc = "Removes keys; what is not there is no error.",
    .shape = shape::None,
    .effect = Effect::kWrite,
    .kernel = RemoveKernel,
    .no_gradient = true,
};

TP_OP(LookupTableSizeV2){
    .name = "LookupTableSizeV2",
    .inputs = "table_handle: resource",
    .outputs = "size: int64",
    .doc = "How many keys there are.",
    .shape = shape::Scalar,
    .effect = Effect::kWrite,
    .kernel = SizeKernel,
    .no_gradient = true,
};

TP_OP(LookupTableExportV2){
    .name = "LookupTableExportV2",
    .inputs = "table_handle: resource",
    .outputs = "keys: Tkeys, values: Tvalues",
    .attrs = "Tkeys: type, Tvalues: type",
    .doc = "All keys and values, in the order of their first insertion.",
    .shape = shape::None,
    .effect = Effect::kWrite,
    .kernel = ExportKernel,
    .no_gradient = true,
};

}  // namespace tp
