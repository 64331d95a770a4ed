// Function: what tf.function returns (TensorFlow: polymorphic_function.py). A call finds the concrete
// function for its arguments' types or traces a new one; a call like an earlier one takes a path that
// allocates nothing.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/base/hash_map.h"
#include "core/trace/concrete_function.h"
#include "core/trace/variable_creation.h"

namespace tp {

// A call's arguments as words: equal words mean equal TraceTypes, as far as the objects that the words refer
// to are the same and alive. Filled without allocation once its vectors have grown.
struct CallKey {
  std::vector<uint64_t> words;
  std::vector<Object*> objects;    // compared by identity, or (strings) by text; borrowed from the call
  std::vector<Tensor> tensors;     // of tensor arguments, in the order of graph inputs
  std::vector<Object*> variables;  // distinct ones, borrowed
  void Clear();
};

class CallHistory;

struct FunctionOptions {
  Value input_signature;  // kUndef or None: none
  bool autograph = true;
  bool reduce_retracing = false;
  Value jit_compile;  // None, False or True: accepted, graphs run the same way
  // The concrete functions that it was saved with, a list: the Python function calls the one that fits.
  // kUndef for a spec's own function.
  Value restored;
};

class Function {
 public:
  Function(Value python_function, std::string name, FunctionOptions options);

  Value Call(Args args);
  // Traces where no concrete function serves these arguments, which may be TensorSpecs.
  Ref<ConcreteFunction> GetConcreteFunction(Args args);
  // All traces, in order; a function with an input signature is traced first if it never was. Of a function
  // from a SavedModel those that were saved.
  std::vector<Ref<ConcreteFunction>> ConcreteFunctions();

  const Value& python_function() const { return python_function_; }
  const std::string& name() const { return name_; }
  const PySignature& signature() const { return *signature_; }
  const FunctionOptions& options() const { return options_; }
  int tracing_count() const { return static_cast<int>(traces_.size()); }
  int64_t calls() const { return calls_; }
  // The concrete functions without the side effect of ConcreteFunctions.
  struct TraceEntry {
    Ref<FunctionType> type;  // what dispatch compares: the type that was asked for, or a wider one
    bool creation;           // made while variables may be created
    bool saving;             // made for a SavedModel
    Ref<ConcreteFunction> function;
    // It made variables, and the trace without, which would have been called, failed.
    bool failed = false;
  };
  const std::vector<TraceEntry>& traces() const { return traces_; }
  // A Function with the same options for another callable (a method bound to an instance).
  std::unique_ptr<Function> Clone(Value python_function) const;

  void Traverse(GcVisitor& visit);
  void Clear();

  // tf.config.run_functions_eagerly
  static bool run_eagerly;
  // While a SavedModel is written: a context of its own, in which everything is traced again.
  static bool saving;
  // Every Function that has been traced, oldest first: what `build` and `explain` look at. Borrowed; a
  // Function leaves the list when it dies.
  static const std::vector<Function*>& All();
  ~Function();

 private:
  struct FastEntry {
    std::vector<uint64_t> words;
    std::vector<Value> objects;  // weak references, or strings
    Ref<ConcreteFunction> function;
  };
  bool MakeKey(Args args, CallKey* key) const;
  ConcreteFunction* FindFast(const CallKey& key);
  void AddFast(const CallKey& key, Ref<ConcreteFunction> function);
  Ref<ConcreteFunction> FindOrTrace(const BoundArguments& bound, bool creation);
  Ref<ConcreteFunction> FirstTrace(const BoundArguments& bound, bool* traced_again, std::string* unlifted);
  Ref<ConcreteFunction> TraceAgain(const BoundArguments& bound);
  Value CallSlowly(Args args, bool plain, CallKey* key);
  Value CallConcrete(ConcreteFunction& function, const BoundArguments& bound);

  Value python_function_;
  std::string name_;
  FunctionOptions options_;
  std::unique_ptr<PySignature> signature_;
  std::vector<TraceEntry> traces_;
  HashMultimap<uint64_t, FastEntry> fast_;
  FastEntry* last_hit_ = nullptr;
  VariableCreation creation_;
  bool initialized_ = false;
  int64_t calls_ = 0;
  CallHistory* history_ = nullptr;  // null until a call went the slow way
};

struct PolyFunctionObject : GcObject {
  AttrStorage attrs;
  Function* function;   // owned
  Value bound_methods;  // a dict: weak reference of an instance -> its own Function; kUndef until asked
};
extern TypeObject PolyFunctionType;
// tf.function(python_function, …).
Value MakeFunction(Value python_function, FunctionOptions options);
inline bool IsFunction(const Value& v) { return v.is_object() && IsInstance(v, &PolyFunctionType); }
inline Function& FunctionOf(const Value& v) { return *v.as<PolyFunctionObject>()->function; }

}  // namespace tp
