// What Python code can do to any value: attributes, calls, operators, iteration, conversions. Each function
// behaves as the Python expression in its comment and throws PyError as it would; what is named Try… gives
// Value::Raised() instead, where it can (errors.h).
#ifndef TP_CORE_INTERP_ABSTRACT_H_
#define TP_CORE_INTERP_ABSTRACT_H_

#include <string>

#include "core/interp/containers.h"
#include "core/interp/errors.h"

namespace tp {

// ---- singletons
extern Object NotImplementedObject, EllipsisObject;
inline Value NotImplemented() { return Value::Borrow(&NotImplementedObject); }
inline Value Ellipsis() { return Value::Borrow(&EllipsisObject); }
inline bool IsNotImplemented(const Value& v) { return v.is_object() && v.object() == &NotImplementedObject; }

// ---- attributes
Value GetAttr(const Value& v, StrObject* name);  // v.name
Value TryGetAttr(const Value& v, StrObject* name);
Value GetAttrOrUndef(const Value& v, StrObject* name);  // kUndef where getattr would raise AttributeError
Value TryGetAttrOrUndef(const Value& v, StrObject* name);
Value GetAttr(const Value& v, std::string_view name);
Value GetAttrOrUndef(const Value& v, std::string_view name);
void SetAttr(const Value& v, StrObject* name, const Value& value);
void DelAttr(const Value& v, StrObject* name);
// object.__getattribute__ and object.__setattr__ (value kUndef: delete).
Value GenericGetAttr(const Value& v, StrObject* name);  // a slot: may give Value::Raised()
void GenericSetAttr(const Value& v, StrObject* name, const Value& value);
// The method `name` of type(v), bound; kUndef if there is none (how dunder methods are looked up).
Value LookupSpecial(const Value& v, StrObject* name);
Value LookupSpecial(const Value& v, std::string_view name);
Value BindDescriptor(const Value& attribute, const Value& instance, TypeObject* owner);
Value TryBindDescriptor(const Value& attribute, const Value& instance, TypeObject* owner);
// The instance's own attributes, in order, without making its __dict__: calls f(StrObject*, const Value&).
template <class F>
void ForEachAttr(Object* o, F f);
// __dict__ of an instance (made on first use), or null if it has none. Borrowed.
DictObject* InstanceDict(Object* o);
Value* OwnAttr(Object* o, StrObject* name);  // borrowed; null if the instance itself has no such attribute
void SetOwnAttr(Object* o, StrObject* name, Value value);
bool DelOwnAttr(Object* o, StrObject* name);

// ---- calls
Value Call(const Value& callee, Args args);
Value TryCall(const Value& callee, Args args);
Value Call(const Value& callee);
Value Call(const Value& callee, const Value& a);
Value Call(const Value& callee, const Value& a, const Value& b);
Value Call(const Value& callee, const Value& a, const Value& b, const Value& c);
Value CallMethod(const Value& v, std::string_view name, std::initializer_list<Value> args = {});
bool IsCallable(const Value& v);

// ---- tests and comparisons
bool IsTrue(const Value& v);                                   // bool(v)
Value Compare(const Value& a, const Value& b, ast::CmpOp op);  // a op b, any of Eq … NotIn
Value TryCompare(const Value& a, const Value& b, ast::CmpOp op);
bool CompareTrue(const Value& a, const Value& b, ast::CmpOp op);
bool Equal(const Value& a, const Value& b);  // a is b or a == b
int64_t HashSlow(const Value& v);
inline int64_t Hash(const Value& v) {  // hash(v)
  return IsExact(v, &StrType) ? StrHash(v.as<StrObject>()) : HashSlow(v);
}
bool Contains(const Value& container, const Value& item);  // item in container
bool IsInstanceOf(const Value& v, const Value& cls);       // isinstance(v, cls), tuples, __instancecheck__
bool IsSubclassOf(const Value& cls, const Value& base);    // issubclass(cls, base)

// ---- operators
Value Binary(ast::BinOp op, const Value& a, const Value& b);
Value Inplace(ast::BinOp op, const Value& a, const Value& b);
Value Unary(ast::UnaryOp op, const Value& v);
Value TryBinary(ast::BinOp op, const Value& a, const Value& b);
Value TryInplace(ast::BinOp op, const Value& a, const Value& b);
Value Power(const Value& a, const Value& b, const Value& mod);  // pow(a, b, mod)

// ---- items
Value GetItem(const Value& v, const Value& key);
Value TryGetItem(const Value& v, const Value& key);
void SetItem(const Value& v, const Value& key, const Value& value);
void DelItem(const Value& v, const Value& key);
int64_t Len(const Value& v);
int64_t LengthHint(const Value& v, int64_t otherwise);

// ---- iteration
Value Iter(const Value& v);
Value Next(const Value& iterator);  // Value::Stop() at the end
Value TryNext(const Value& iterator);
Value ToList(const Value& iterable);   // list(x)
Value ToTuple(const Value& iterable);  // tuple(x)
template <class F>                     // f(Value) for each; f may throw
void ForEach(const Value& iterable, F f) {
  Value it = Iter(iterable);
  for (;;) {
    Value item = Next(it);
    if (item.is_stop()) return;
    f(std::move(item));
  }
}

// ---- conversions
std::string Repr(const Value& v);
std::string Str(const Value& v);
Value ReprValue(const Value& v);
Value StrValue(const Value& v);
std::string Ascii(const Value& v);
Value FormatValue(const Value& v, const Value& spec);  // format(v, spec)
// An int of any size for v: int, bool, or what __index__ gives; TypeError "'X' object cannot be interpreted
// as an integer".
Value Index(const Value& v);
// The same as int64; OverflowError (or saturated, for slices and repeats) where it does not fit.
int64_t IndexInt64(const Value& v, TypeObject* overflow = &OverflowErrorType);
double ToDouble(const Value& v);              // float(v) of a number: TypeError "must be real number, not X"
Value MakeComplex(double real, double imag);  // NotImplementedError until a file registers the type
bool IsNumber(const Value& v);
Value ToInt(const Value& v);  // int(v)
// list[int], dict[str, int], … : what subscripting a builtin class gives; kUndef if it is not generic.
Value GenericAlias(const Value& cls, const Value& key);

// ---- types
bool IsType(const Value& v);  // an instance of type
inline TypeObject* AsType(const Value& v) { return v.as<TypeObject>(); }
inline Value TypeValue(TypeObject* t) {
  ReadyType(t);
  return Value::Borrow(t);
}

// Guards recursion of native code through values (repr of a list in a list, ==): RecursionError at the limit.
class NativeRecursion {
 public:
  explicit NativeRecursion(const char* where);
  ~NativeRecursion();
};
// Is `o` being printed already? (`[...]` in reprs of cyclic containers.)
class ReprGuard {
 public:
  explicit ReprGuard(Object* o);
  ~ReprGuard();
  bool entered() const { return entered_; }

 private:
  Object* object_;
  bool entered_;
};

// Names that the interpreter itself looks up, interned once.
#define TP_SPECIAL_NAMES(X)                                                                                  \
  X(abs)                                                                                                     \
  X(add)                                                                                                     \
  X(all)                                                                                                     \
  X(and)                                                                                                     \
  X(annotations) X(bases) X(bool) X(build_class) X(bytes) X(call) X(cause) X(class) X(class_getitem) X(      \
      complex) X(contains) X(context) X(copy) X(debug) X(deepcopy) X(del) X(delattr) X(delete) X(delitem)    \
      X(dict) X(dir) X(divmod) X(doc) X(enter) X(eq) X(exit) X(file) X(float) X(floordiv) X(format) X(ge)    \
          X(get) X(getattr) X(getattribute) X(getitem) X(gt) X(hash) X(iadd) X(iand) X(ifloordiv) X(ilshift) \
              X(imatmul) X(imod) X(imul) X(index) X(init) X(init_subclass) X(instancecheck) X(int) X(invert) \
                  X(ior) X(ipow) X(irshift) X(isub) X(iter) X(itruediv) X(ixor) X(le) X(len) X(length_hint)  \
                      X(lshift) X(lt) X(main) X(match_args) X(matmul) X(missing) X(mod) X(module)            \
                          X(mro_entries) X(mul) X(name) X(ne) X(neg) X(new) X(next) X(notes) X(or) X(pos)    \
                              X(pow) X(prepare) X(qualname) X(radd) X(rand) X(rdivmod) X(repr) X(reversed)   \
                                  X(rfloordiv) X(rlshift) X(rmatmul) X(rmod) X(rmul) X(ror) X(round) X(rpow) \
                                      X(rrshift) X(rshift) X(rsub) X(rtruediv) X(rxor) X(set)                \
                                          X(setattr) X(set_name) X(setitem) X(slots) X(str) X(sub)           \
                                              X(subclasscheck) X(suppress_context) X(traceback) X(truediv)   \
                                                  X(trunc) X(ceil) X(floor) X(weakref) X(xor) X(wrapped)     \
                                                      X(abstractmethods) X(isabstractmethod)                 \
                                                          X(kwdefaults) X(defaults) X(closure) X(globals)    \
                                                              X(self) X(func) X(subclasshook) X(sizeof)      \
                                                                  X(reduce) X(mro) X(base) X(bases_)         \
                                                                      X(orig_class) X(origin) X(args)        \
                                                                          X(path) X(spec) X(package)         \
                                                                              X(loader)
struct SpecialNames {
#define TP_NAME(name) StrObject* name##_;
  TP_SPECIAL_NAMES(TP_NAME)
#undef TP_NAME
  StrObject* metaclass;
};
extern SpecialNames names;  // names.init_ is "__init__"
void InitSpecialNames();

}  // namespace tp

#include "core/interp/attr-inl.h"

#endif  // TP_CORE_INTERP_ABSTRACT_H_
