// Datasets: what dataset ops put into variants, and iterators over them. A dataset is a value and may be
// iterated many times; an iterator gives one element (a list of tensors) after the other. Functions of a
// dataset (map, filter, …) are regions that the Runner of the asking op runs, on the asking thread.
#pragma once

#include <vector>

#include "core/base/ref.h"
#include "core/base/status.h"
#include "core/ir/runner.h"
#include "core/tensor/tensor.h"
#include "kernels/random_state.h"

namespace tp {

using Element = std::vector<Tensor>;

// A pass over a dataset.
class ElementSource {
 public:
  virtual ~ElementSource() = default;
  // The next element; `*end` is true where there is none. After an error or the end it is not called again.
  virtual Status Next(Runner& runner, Element* element, bool* end) = 0;
};

class Dataset : public RefCounted {
 public:
  virtual std::unique_ptr<ElementSource> Begin() const = 0;
  std::vector<Shape> shapes;  // of the components, as far as the op declares them
  bool maps = false;  // TensorFlow makes one step of it and a batch behind it: errors of the batch differ
  // How many elements; -1 infinite, -2 unknown (tf.data.INFINITE_CARDINALITY, UNKNOWN_CARDINALITY).
  virtual int64_t Cardinality() const { return -2; }
};

// What an iterator's handle refers to.
class IteratorResource : public Resource {
 public:
  ~IteratorResource() override {
    if (pass != 0) random_state::EndPass(pass);
  }
  std::string_view kind() const override { return "Iterator"; }
  Ref<const Dataset> dataset;
  std::unique_ptr<ElementSource> source;  // null: not made yet, or at its end
  bool made = false;
  uint64_t pass = 0;  // of random ops in the dataset's functions
  int64_t given = 0;  // elements
};

// What an optional variant holds.
class OptionalValue : public RefCounted {
 public:
  bool has_value = false;
  Element element;
};

}  // namespace tp
