// A cached call of a Function allocates nothing, all the way: the spec's call, the evaluator, the cache, the
// executor, the result. Every allocation of the process is counted; the spec reads the count through a
// module.
#include <gtest/gtest.h>

#include "core/exec/testing/count_allocations.h"
#include "core/interp/errors.h"
#include "core/interp/interp.h"
#include "core/interp/registry.h"
#include "core/tf/runtime.h"

namespace tp {
namespace {

Value Count(Interp&, Args) { return Value::Int(allocations.load()); }
const MethodDef kFunctions[] = {{"count", Count, ""}};
void InitModule(Interp&, ModuleObject* module) {
  for (const MethodDef& def : kFunctions) ModuleSet(module, def.name, MakeNativeFunction(&def));
}
TP_REGISTER_MODULE(_allocations, InitModule);

constexpr const char* kSpec = R"(
import _allocations
import tensorflow as tf

x, y, z = tf.constant(1.0), tf.constant(2.0), tf.constant([1.0, 2.0])

@tf.function
def one_op(a):
  return a + 1.0

@tf.function
def three(a, b, c=z):
  return a * b + c

@tf.function
def number(a, k):
  return a * float(k)

@tf.function
def pair(a, b):
  return a + b, a - b

@tf.function
def loop(a, n):
  i = tf.constant(0)
  while i < n:
    a = a * 1.5
    i += 1
  return a

class Model(tf.Module):
  def __init__(self):
    self.w = tf.Variable(2.0)

  @tf.function
  def plain(self, a):
    return a + 1.0

  @tf.function
  def weighted(self, a):
    return a * self.w

model = Model()
many = tf.constant(10)
count = _allocations.count  # a name: looking up an attribute fills a cache at its first use

def counted(call):
  for _ in range(50):
    call()
  before = count()
  for _ in range(500):
    call()
  return count() - before

def run():
  cases = {
      'one op': lambda: one_op(x),
      'three tensors': lambda: three(x, y, z),
      'keywords': lambda: three(b=x, a=y),
      'number': lambda: number(x, 3),
      'another number': lambda: number(x, 2.5),
      'two results': lambda: pair(x, y),
      'loop': lambda: loop(x, many),
      'method': lambda: model.plain(x),
      'method with variable': lambda: model.weighted(x),
  }
  return {name: n for name, n in ((name, counted(call)) for name, call in cases.items()) if n}

found = run()
assert not found, found
assert count() > 0
)";

class CallAlloc : public testing::Test {
  void SetUp() override {
    if (!kCountsAllocations) GTEST_SKIP() << "the sanitizer has its own allocator";
  }
};

TEST_F(CallAlloc, CachedCallsAllocateNothing) {
  RunOnInterpreterThread([] {
    InterpOptions options;
    options.spec_path = "alloc.spec.py";
    auto& in = *new Interp(std::move(options));
    SetUpTensorFlow(in);
    try {
      in.RunText("alloc.spec.py", kSpec, "__main__");
    } catch (PyError& error) {
      ADD_FAILURE() << TypeNameOf(error.exception) << ": " << Str(error.exception);
    }
  });
}

}  // namespace
}  // namespace tp
