// Ops that TensorFlow has and cannot run on a CPU, or not for all dtypes: its errors.
#pragma once

#include <string>

#include "kernels/op.h"

namespace tp {

// `kernels`: the lines that list what is registered, as TensorFlow prints them.
[[gnu::cold]] inline void NoKernel(KernelContext& c, std::string_view kernels) {
  std::vector<DType> types;
  for (const Tensor& input : c.inputs()) types.push_back(input.dtype());
  std::string attrs;
  for (const auto& [name, value] : c.op().AllAttrs(types, c.attrs()))
    attrs += (attrs.empty() ? "" : ", ") + name + "=" + value.ToString();
  if (c.node_key() == 0)
    return FailAs(
        c, Code::kNotFound,
        "Could not find device for node: {{{{node {0}}}}} = {0}[{1}]\nAll kernels registered for op {0}:\n"
        "{2}\n",
        c.op().name(), attrs, kernels);
  Fail(c,
       "No OpKernel was registered to support Op '{0}' used by {{{{node {0}}}}} with these attrs: [{1}]\n"
       "Registered devices: [CPU]\nRegistered kernels:\n{2}\n",
       c.op().name(), attrs, kernels);
}

}  // namespace tp
