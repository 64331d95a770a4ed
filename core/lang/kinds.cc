// Names of kinds and operators, from ast.def.
#include "core/lang/ast_base.h"

namespace tp::ast {

const char* KindName(StmtKind kind) {
  static constexpr const char* kNames[] = {
#define TP_STMT(Kind) #Kind,
#include "core/lang/ast.def"
  };
  return kNames[static_cast<int>(kind)];
}

const char* KindName(ExprKind kind) {
  static constexpr const char* kNames[] = {
#define TP_EXPR(Kind) #Kind,
#include "core/lang/ast.def"
  };
  return kNames[static_cast<int>(kind)];
}

const char* KindName(PatternKind kind) {
  static constexpr const char* kNames[] = {
#define TP_PATTERN(Kind) #Kind,
#include "core/lang/ast.def"
  };
  return kNames[static_cast<int>(kind)];
}

const char* OpText(BinOp op) {
  static constexpr const char* kTexts[] = {
#define TP_BINOP(Kind, text) text,
#include "core/lang/ast.def"
  };
  return kTexts[static_cast<int>(op)];
}

const char* OpText(UnaryOp op) {
  static constexpr const char* kTexts[] = {
#define TP_UNARYOP(Kind, text) text,
#include "core/lang/ast.def"
  };
  return kTexts[static_cast<int>(op)];
}

const char* OpText(CmpOp op) {
  static constexpr const char* kTexts[] = {
#define TP_CMPOP(Kind, text) text,
#include "core/lang/ast.def"
  };
  return kTexts[static_cast<int>(op)];
}

}  // namespace tp::ast
