// The variables of staged statements: names, attributes and items of a frame, and the hidden ones of break,
// continue and return.
#include <fmt/format.h>

#include <algorithm>

#include "core/interp/errors.h"
#include "core/interp/interp.h"
#include "core/trace/stager.h"

namespace tp {
namespace {

using ast::Hidden;
using ast::Path;

// A name as the frame has it: its own local or cell, else a free variable, else a global.
ast::NameRef Resolve(const Frame* frame, const Name* name) {
  const ast::FunctionInfo* info = frame->code->info;
  ast::NameRef ref;
  ref.name = ref.written = name;
  for (uint32_t i = 0; i < info->cells.size(); ++i)
    if (info->cells[i].name == name) {
      ref.scope = ast::Scope::kCell;
      ref.slot = i;
      return ref;
    }
  for (uint32_t i = 0; i < info->frees.size(); ++i)
    if (info->frees[i].name == name) {
      ref.scope = ast::Scope::kFree;
      ref.slot = info->cells.size() + i;
      return ref;
    }
  for (uint32_t i = 0; i < info->locals.size(); ++i)
    if (info->locals[i] == name) {
      ref.scope = ast::Scope::kLocal;
      ref.slot = i;
      return ref;
    }
  ref.scope = ast::Scope::kGlobalImplicit;
  return ref;
}

Value* HiddenSlot(Frame* frame, Hidden hidden) {
  StagedFlow* flow = FlowOf(frame, true);
  switch (hidden) {
    case Hidden::kBreak:
      return &flow->broke;
    case Hidden::kContinue:
      return &flow->continued;
    case Hidden::kDoReturn:
      return &flow->returned;
    case Hidden::kReturnValue:
      return &flow->value;
    case Hidden::kNone:
      break;
  }
  return nullptr;
}

Value Read(Frame* frame, const Path* path);

Value LiteralKey(Frame* frame, const Path* path) { return EvalExpr(frame, path->literal); }

Value KeyOfItem(Frame* frame, const Path* path) {
  return path->key->kind == Path::Kind::kLiteral ? LiteralKey(frame, path->key) : Read(frame, path->key);
}

// kUndef where the name, attribute or item is not there.
Value Read(Frame* frame, const Path* path) {
  switch (path->kind) {
    case Path::Kind::kName:
      if (path->hidden != Hidden::kNone) return *HiddenSlot(frame, path->hidden);
      return ReadName(frame, Resolve(frame, path->name));
    case Path::Kind::kLiteral:
      return LiteralKey(frame, path);
    case Path::Kind::kAttribute: {
      const Value parent = Read(frame, path->parent);
      return parent.is_undef() ? Value() : GetAttrOrUndef(parent, NameStr(path->attr));
    }
    case Path::Kind::kItem: {
      const Value parent = Read(frame, path->parent), key = KeyOfItem(frame, path);
      if (parent.is_undef() || key.is_undef()) return {};
      try {
        return GetItem(parent, key);
      } catch (const PyError& error) {
        if (!error.Matches(&LookupErrorType)) throw;
        return {};
      }
    }
  }
  return {};
}

void Write(Frame* frame, const Path* path, const Value& value) {
  switch (path->kind) {
    case Path::Kind::kName:
      if (path->hidden != Hidden::kNone)
        *HiddenSlot(frame, path->hidden) = value;
      else
        WriteName(frame, Resolve(frame, path->name), value);
      return;
    case Path::Kind::kLiteral:
      return;
    case Path::Kind::kAttribute: {
      const Value parent = Read(frame, path->parent);
      if (parent.is_undef()) return;
      StrObject* name = NameStr(path->attr);
      if (parent.is_none())  // AutoGraph's code assigns what is undefined, too
        RaiseText(&AttributeErrorType, fmt::format("'NoneType' object has no attribute '{}'", name->view()));
      if (!value.is_undef())
        SetAttr(parent, name, value);
      else if (!GetAttrOrUndef(parent, name).is_undef())
        DelAttr(parent, name);
      return;
    }
    case Path::Kind::kItem: {
      const Value parent = Read(frame, path->parent), key = KeyOfItem(frame, path);
      if (parent.is_undef() || key.is_undef()) return;
      if (!value.is_undef())
        SetItem(parent, key, value);
      else if (IsDict(parent))
        DictErase(parent.as<DictObject>(), key);
      return;
    }
  }
}

}  // namespace

StagedState::StagedState(Frame* frame, const ast::StageInfo& info, const Span& span)
    : frame_(frame), span_(span), nouts_(info.nouts) {
  for (const Path* path : info.scope_vars) {
    paths_.push_back(path);
    names_.emplace_back(path->text);
  }
  for (const Path* path : info.modified)
    if (!path->is_composite() && path->hidden == Hidden::kNone &&
        std::find(paths_.begin(), paths_.end(), path) == paths_.end())
      own_.emplace_back(path, Read(frame_, path));
}

bool StagedState::has_hidden(Hidden hidden) const {
  for (const Path* path : paths_)
    if (path->hidden == hidden) return true;
  return false;
}

std::vector<Value> StagedState::Get() const {
  std::vector<Value> values;
  for (const Path* path : paths_) values.push_back(Read(frame_, path));
  return values;
}

void StagedState::Set(const std::vector<Value>& values) const {
  for (const auto& [path, value] : own_) Write(frame_, path, value);
  // Names first: a path is written into the object that its name then has, not into one that a branch made.
  for (size_t i = 0; i < paths_.size(); ++i)
    if (!paths_[i]->is_composite()) Write(frame_, paths_[i], values[i]);
  for (size_t i = 0; i < paths_.size(); ++i) {
    // What did not change is not written again: an attribute may be read-only, a container shared.
    if (!paths_[i]->is_composite() || Read(frame_, paths_[i]).Is(values[i])) continue;
    Write(frame_, paths_[i], values[i]);
  }
}

Val TestTensor(const Value& test, const char* tag) {
  const Val tensor = ConvertToTensor(test);
  auto shown = [&] { return Str(IsTensor(test) ? test : MakeTensor(tensor)); };
  if (tensor.dtype() != DType::kBool)
    RaiseText(&ValueErrorType,
              fmt::format("condition of {} expected to be `tf.bool` scalar, got {}; to use as boolean "
                          "Tensor, use `tf.cast`; to check for None, use `is not None`",
                          tag, shown()));
  const tp::Shape& shape = tensor.shape();
  if (shape.has_rank() && shape.rank() == 0) return tensor;
  int64_t known = 1;
  if (shape.has_rank())
    for (Dim dim : shape)
      if (IsKnown(dim)) known *= dim;
  if (known > 1)
    RaiseText(
        &ValueErrorType,
        fmt::format(
            "condition of {} expected to be `tf.bool` scalar, got {}; to check for None, use `is not None`",
            tag, shown()));
  Context& context = Context::Get();
  return context.Op(
      "Reshape", {tensor, context.Constant(Tensor::Allocate(DType::kInt32, tp::Shape{0}), "Reshape/shape")});
}

void RunBranch(Frame* frame, const ast::Block& block, size_t from) {
  const Completion c = ExecBlockFrom(frame, block, from);
  StagedFlow* flow = FlowOf(frame, true);
  switch (c) {
    case Completion::kNormal:
      return;
    case Completion::kBreak:
      flow->broke = Value::Bool(true);
      [[fallthrough]];
    case Completion::kContinue:
      flow->continued = Value::Bool(true);
      return;
    case Completion::kReturn:
      flow->returned = Value::Bool(true);
      flow->value = frame->result;
      return;
    case Completion::kRaise:
      ThrowHeld();
    case Completion::kYield:
      Raise(&NotImplementedErrorType,
            "a `yield` in a branch or loop that depends on a tensor is not in the spec language");
  }
}

}  // namespace tp
