// tracepack's runtime: opens a bundle that `tracepack build` wrote and calls its functions. C++17 and the
// standard library are all that this header needs; link with -ltracepack.
//
//   tracepack::Bundle bundle("model.tpk");
//   tracepack::Context context(bundle);
//   auto y = context.Call("predict", {{"x", tracepack::Tensor({1, 4}, std::vector<float>{1, 2, 3, 4})}});
//
// A Bundle is immutable: any number of threads may use it. A Context has the values of the variables; one
// thread at a time uses it, and calls in several contexts run at once. What goes wrong is thrown as Error.
#ifndef TRACEPACK_TRACEPACK_H_
#define TRACEPACK_TRACEPACK_H_

#include <complex>
#include <cstdint>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace tracepack {

class Error : public std::runtime_error {
 public:
  enum class Kind {
    kUsage,      // an unknown function or input, inputs that fit no signature
    kBundle,     // damaged, of a newer format, not a bundle
    kExecution,  // an op or assertion failed
    kIo,         // a file that cannot be read
  };
  Error(Kind kind, const std::string& message) : std::runtime_error(message), kind(kind) {}
  const Kind kind;
};

// TensorFlow's numbers.
enum class DType : uint8_t {
  kInvalid = 0,
  kFloat32 = 1,
  kFloat64 = 2,
  kInt32 = 3,
  kUint8 = 4,
  kInt16 = 5,
  kInt8 = 6,
  kString = 7,
  kComplex64 = 8,
  kInt64 = 9,
  kBool = 10,
  kBFloat16 = 14,
  kUint16 = 17,
  kComplex128 = 18,
  kFloat16 = 19,
  kUint32 = 22,
  kUint64 = 23,
};
template <class T>
struct DTypeOf;  // of the C++ type of the elements; there is none for float16 and bfloat16
#define TRACEPACK_DTYPE(T, name)                \
  template <>                                   \
  struct DTypeOf<T> {                           \
    static constexpr DType value = DType::name; \
  };
TRACEPACK_DTYPE(float, kFloat32)
TRACEPACK_DTYPE(double, kFloat64)
TRACEPACK_DTYPE(int8_t, kInt8)
TRACEPACK_DTYPE(int16_t, kInt16)
TRACEPACK_DTYPE(int32_t, kInt32)
TRACEPACK_DTYPE(int64_t, kInt64)
TRACEPACK_DTYPE(uint8_t, kUint8)
TRACEPACK_DTYPE(uint16_t, kUint16)
TRACEPACK_DTYPE(uint32_t, kUint32)
TRACEPACK_DTYPE(uint64_t, kUint64)
TRACEPACK_DTYPE(bool, kBool)
TRACEPACK_DTYPE(std::string, kString)
TRACEPACK_DTYPE(std::complex<float>, kComplex64)
TRACEPACK_DTYPE(std::complex<double>, kComplex128)
#undef TRACEPACK_DTYPE

// Elements in row-major order. Copies share them.
class Tensor {
 public:
  Tensor() = default;  // no dtype, no elements
  // Elements are not initialised (strings are empty). Throws std::length_error where the shape has more than
  // memory can hold.
  Tensor(DType dtype, std::vector<int64_t> shape);
  // `values` in row-major order, as many as the shape has (std::invalid_argument else).
  template <class T>
  Tensor(std::vector<int64_t> shape, const std::vector<T>& values)
      : Tensor(DTypeOf<T>::value, std::move(shape)) {
    if (static_cast<int64_t>(values.size()) != size())
      throw std::invalid_argument("Tensor: as many values as the shape has");
    T* to = data<T>();
    for (const T value : values) *to++ = value;
  }
  template <class T>
  static Tensor Scalar(T value) {
    Tensor tensor(DTypeOf<T>::value, {});
    *tensor.data<T>() = std::move(value);
    return tensor;
  }

  bool valid() const { return rep_ != nullptr; }
  DType dtype() const;
  const std::vector<int64_t>& shape() const;
  int64_t size() const;  // elements
  void* raw_data() const;
  // The elements. Throws std::invalid_argument where they are of another type.
  template <class T>
  T* data() const {
    if (dtype() != DTypeOf<T>::value)
      throw std::invalid_argument("Tensor::data: the elements are " + TypeName());
    return static_cast<T*>(raw_data());
  }
  // As `tracepack run` prints it.
  std::string ToString() const;

 private:
  friend struct Access;
  struct Rep;
  std::string TypeName() const;
  std::shared_ptr<Rep> rep_;
};

// What a function's parameter is given: a tensor, or a Python value that was traced (`rate=0.1`,
// `mode='train'`) or that a tensor parameter takes.
using Input = std::variant<Tensor, bool, int64_t, double, std::string>;

struct Parameter {
  std::string name;  // "x", "batch['image']"
  std::string type;  // "f32[?,784]", "0.1"
};
struct Signature {
  std::string text;  // "x=f32[?,784]"
  std::vector<Parameter> inputs;
  std::vector<std::string> outputs;  // where they stand in what the function returns: "", "[0]", "['loss']"
};
struct Function {
  std::string name;  // "model.predict"
  std::vector<Signature> signatures;
};

class Bundle {
 public:
  // Maps the file and checks it whole. Error: kIo, kBundle.
  explicit Bundle(const std::string& path);
  const std::vector<Function>& functions() const;
  // Names of the variables, by the number that Context takes.
  const std::vector<std::string>& variables() const;

 private:
  friend class Context;
  struct Rep;
  std::shared_ptr<const Rep> rep_;
};

class Context {
 public:
  explicit Context(const Bundle& bundle);  // the variables have the bundle's values
  Context(Context&&) noexcept;
  Context& operator=(Context&&) noexcept;
  ~Context();

  // Calls a function by its name, or the last part of it where that is unique, with the most specific
  // signature that the inputs fit. Gives one tensor for each output. Error: kUsage, kExecution.
  std::vector<Tensor> Call(const std::string& function, const std::map<std::string, Input>& inputs);

  // The variable's value now; an invalid Tensor where it has none.
  Tensor variable(size_t number) const;
  void set_variable(size_t number, const Tensor& value);

 private:
  struct Rep;
  std::unique_ptr<Rep> rep_;
};

// How many threads the calls of this process use together; results have the same bits for every number.
void SetThreads(int threads);

}  // namespace tracepack

#endif  // TRACEPACK_TRACEPACK_H_
