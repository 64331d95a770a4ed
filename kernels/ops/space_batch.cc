// Blocks of space moved to the depth or to the batch, and back. Each is a permutation with padding or
// cropping: one loop over the elements of the larger side, which knows where each comes from.
#include "kernels/grad_text.h"
#include "kernels/move.h"
#include "kernels/op.h"

namespace tp {
namespace {

// --- SpaceToDepth, DepthToSpace ([batch, height, width, depth])
// -----------------------------------------------------------------------------------

// The largest block whose square is an int32.
constexpr int64_t kMaxBlock = 46340;

Status DepthShape(ShapeContext& c) {
  const int64_t block = c.Attr<int64_t>("block_size");
  if (block < 2) return InvalidArgument("Block size should be > 1: {}", block);
  if (block > kMaxBlock) return InvalidArgument("Divisor must be positive but is 0");
  if (!c.input(0).has_rank()) return c.Set(0, Shape::OfRank(4)), Status();
  if (c.input(0).rank() != 4)
    return InvalidArgument("Shape must be rank 4 but is rank {}", c.input(0).rank());
  const bool to_depth = c.op().name() == "SpaceToDepth";
  Shape shape = c.input(0);
  const auto divide = [&](int at, int64_t by) -> Status {
    if (!IsKnown(shape[at])) return shape.set_dim(at, kUnknownDim), Status();
    if (shape[at] % by != 0)
      return InvalidArgument("Dimension size must be evenly divisible by {} but is {}", by, shape[at]);
    shape.set_dim(at, shape[at] / by);
    return {};
  };
  const auto multiply = [&](int at, int64_t by) {
    shape.set_dim(at, IsKnown(shape[at]) ? shape[at] * by : kUnknownDim);
  };
  if (to_depth) {
    TP_RETURN_IF_ERROR(divide(1, block));
    TP_RETURN_IF_ERROR(divide(2, block));
    multiply(3, block * block);
  } else {
    multiply(1, block);
    multiply(2, block);
    TP_RETURN_IF_ERROR(divide(3, block * block));
  }
  c.Set(0, shape);
  return {};
}

void DepthKernel(KernelContext& c, bool to_depth) {
  const Tensor& x = c.input(0);
  const int64_t block = c.Attr<int64_t>("block_size");
  if (block <= 1 || block > kMaxBlock)
    return Fail(c, "Block size should be > 1 and <= {} but was: {}", kMaxBlock, block);
  if (c.Attr<std::string>("data_format", "NHWC") != "NHWC")
    return FailAs(c, Code::kUnimplemented, "{} of data_format {}", c.op().name(),
                  c.Attr<std::string>("data_format"));
  if (x.rank() != 4) return Fail(c, "Input rank should be 4 instead of {}", x.rank());
  int64_t height = x.dim(1), width = x.dim(2), depth = x.dim(3);
  Shape shape;
  if (to_depth) {
    if (height % block || width % block)
      return Fail(c, "Image width {} and height {} should be divisible by block_size: {}", width, height,
                  block);
    shape = Shape{x.dim(0), height / block, width / block, depth * block * block};
  } else {
    if (depth % (block * block))
      return Fail(c, "Input depth dimension {} should be divisible by: {}", depth, block * block);
    depth /= block * block;
    height *= block;
    width *= block;
    shape = Shape{x.dim(0), height, width, depth};
  }
  Tensor* out = c.Output(0, x.dtype(), shape);
  if (out == nullptr || out->num_elements() == 0) return;
  // height, width and depth are those of the side with more space.
  const Mover mover(x.dtype());
  for (int64_t n = 0; n < x.dim(0); ++n)
    for (int64_t i = 0; i < height; ++i)
      for (int64_t j = 0; j < width; ++j) {
        const int64_t space = ((n * height + i) * width + j) * depth;
        const int64_t at =
            (((n * (height / block) + i / block) * (width / block) + j / block) * block * block +
             i % block * block + j % block) *
            depth;
        mover.Copy(out, to_depth ? at : space, x, to_depth ? space : at, depth);
      }
}

void DepthGrad(GradContext& g) {
  grad::Run(g, g.op().name() == "SpaceToDepth" ? "d0 = DepthToSpace(g0){block_size=@, data_format=@}"
                                               : "d0 = SpaceToDepth(g0){block_size=@, data_format=@}");
}

// --- SpaceToBatchND, BatchToSpaceND ([batch, space…, rest…])
// -----------------------------------------------------------------------------------

Status BatchShape(ShapeContext& c) {
  const bool to_batch = c.op().name() == "SpaceToBatchND";
  const Shape& x = c.input(0);
  const Tensor *blocks = c.value(1), *pads = c.value(2);
  if (!x.has_rank()) return {};
  Shape shape = x;
  if (c.input(1).has_rank() && c.input(1).rank() == 1 && IsKnown(c.input(1)[0]) &&
      x.rank() < c.input(1)[0] + 1)
    return InvalidArgument("Shape must be at least rank {} but is rank {}", c.input(1)[0] + 1, x.rank());
  if (blocks == nullptr) return c.Set(0, Shape::OfRank(x.rank())), Status();
  int64_t all = 1;
  const int m = static_cast<int>(blocks->num_elements());
  for (int i = 0; i < m; ++i) {
    const int64_t block = ElementAsInt(*blocks, i);
    if (block < 1) return InvalidArgument("block_shape must be positive");
    all *= block;
    Dim size = x[i + 1];
    if (pads == nullptr) size = kUnknownDim;
    const int64_t before = pads ? ElementAsInt(*pads, 2 * i) : 0,
                  after = pads ? ElementAsInt(*pads, 2 * i + 1) : 0;
    if (before < 0 || after < 0) return InvalidArgument("paddings cannot be negative");
    if (IsKnown(size)) {
      if (to_batch) {
        if ((size + before + after) % block)
          return InvalidArgument("Dimension size must be evenly divisible by {} but is {}", block,
                                 size + before + after);
        size = (size + before + after) / block;
      } else {
        size = size * block - before - after;
        if (size < 0)
          return InvalidArgument("Negative dimension size caused by subtracting {} from {}", before + after,
                                 x[i + 1] * block);
      }
    } else {
      size = kUnknownDim;
    }
    shape.set_dim(i + 1, size);
  }
  if (!IsKnown(x[0])) {
    shape.set_dim(0, kUnknownDim);
  } else if (to_batch) {
    shape.set_dim(0, x[0] * all);
  } else {
    if (x[0] % all)
      return InvalidArgument("Dimension size must be evenly divisible by {} but is {}", all, x[0]);
    shape.set_dim(0, x[0] / all);
  }
  c.Set(0, shape);
  return {};
}

void BatchKernel(KernelContext& c, bool to_batch) {
  const Tensor &x = c.input(0), &blocks = c.input(1), &pads = c.input(2);
  const int m = static_cast<int>(blocks.num_elements());
  if (x.rank() < m + 1) return Fail(c, "input rank should be >= {} instead of {}", m + 1, x.rank());
  if (pads.rank() != 2 || pads.dim(0) != m || pads.dim(1) != 2)
    return Fail(c, "{} should have shape [{}, 2] instead of {}", to_batch ? "paddings" : "crops", m,
                pads.shape());
  // `wide`: the dims of space without padding; `cut`: how many blocks.
  Shape shape = x.shape();
  SmallVector<int64_t, 8> block, before, wide, cut;
  int64_t all = 1;
  for (int i = 0; i < m; ++i) {
    block.push_back(ElementAsInt(blocks, i));
    before.push_back(ElementAsInt(pads, 2 * i));
    const int64_t after = ElementAsInt(pads, 2 * i + 1), size = x.dim(i + 1);
    if (block[i] < 1)
      return Fail(c, "All values in block_shape must be positive, got value, {} at index {}.", block[i], i);
    if (before[i] < 0 || after < 0)
      return Fail(c, "{} must be non-negative", to_batch ? "Paddings" : "Crops");
    all *= block[i];
    if (to_batch) {
      const int64_t padded = size + before[i] + after;
      if (padded % block[i])
        return Fail(c, "padded_shape[{}]={} is not divisible by block_shape[{}]={}", i, padded, i, block[i]);
      wide.push_back(size);
      cut.push_back(padded / block[i]);
      shape.set_dim(i + 1, cut[i]);
    } else {
      wide.push_back(size * block[i] - before[i] - after);
      if (wide[i] < 0) return Fail(c, "cropped_shape[{}]={} must be non-negative", i, wide[i]);
      cut.push_back(size);
      shape.set_dim(i + 1, wide[i]);
    }
  }
  if (!to_batch && x.dim(0) % all)
    return Fail(c, "Input batch dimension ({}) is not divisible by product of block sizes ({})", x.dim(0),
                all);
  const int64_t batch = to_batch ? x.dim(0) : x.dim(0) / all;
  shape.set_dim(0, to_batch ? batch * all : batch);
  Tensor* out = c.Output(0, x.dtype(), shape);
  if (out == nullptr || out->num_elements() == 0) return;
  const int64_t rest = DimProduct(x.shape(), m + 1, x.rank());
  int64_t cells = 1;
  for (int i = 0; i < m; ++i) cells *= cut[i];
  const Mover mover(x.dtype());
  for (int64_t k = 0; k < all; ++k)
    for (int64_t n = 0; n < batch; ++n)
      for (int64_t cell = 0; cell < cells; ++cell) {
        // Where this cell of block offset k lies in space.
        int64_t left_k = k, left_cell = cell, stride = 1, at = 0;
        bool inside = true;
        for (int i = m - 1; i >= 0; --i) {
          const int64_t place = left_cell % cut[i] * block[i] + left_k % block[i] - before[i];
          left_cell /= cut[i];
          left_k /= block[i];
          inside &= place >= 0 && place < wide[i];
          at += place * stride;
          stride *= wide[i];
        }
        const int64_t moved = ((k * batch + n) * cells + cell) * rest, space = (n * stride + at) * rest;
        if (to_batch && inside)
          mover.Copy(out, moved, x, space, rest);
        else if (to_batch)
          mover.Clear(out, moved, rest);
        else if (inside)
          mover.Copy(out, space, x, moved, rest);
      }
}

void BatchGrad(GradContext& g) {
  const bool to_batch = g.op().name() == "SpaceToBatchND";
  g.Set(0, g.Op(to_batch ? "BatchToSpaceND" : "SpaceToBatchND", {g.grad(0), g.input(1), g.input(2)}));
}

}  // namespace

TP_OP(SpaceToDepth){
    .name = "SpaceToDepth",
    .inputs = "input: T",
    .outputs = "output: T",
    .attrs = "T: type, block_size: int >= 2, data_format: {'NHWC','NCHW','NCHW_VECT_C'} = 'NHWC'",
    .doc = "Blocks of height and width laid into the depth.",
    .shape = DepthShape,
    .kernel = [](KernelContext& c) { DepthKernel(c, true); },
    .gradient = DepthGrad,
    .examples = "[[[[1.] [2.]] [[3.] [4.]]]] -> [[[[1. 2. 3. 4.]]]] | block_size=2",
};

TP_OP(DepthToSpace){
    .name = "DepthToSpace",
    .inputs = "input: T",
    .outputs = "output: T",
    .attrs = "T: type, block_size: int >= 2, data_format: {'NHWC','NCHW','NCHW_VECT_C'} = 'NHWC'",
    .doc = "The depth laid out as blocks of height and width.",
    .shape = DepthShape,
    .kernel = [](KernelContext& c) { DepthKernel(c, false); },
    .gradient = DepthGrad,
    .examples = "[[[[1. 2. 3. 4.]]]] -> [[[[1.] [2.]] [[3.] [4.]]]] | block_size=2",
};

TP_OP(SpaceToBatchND){
    .name = "SpaceToBatchND",
    .inputs = "input: T, block_shape: Tblock_shape, paddings: Tpaddings",
    .outputs = "output: T",
    .attrs = "T: type, Tblock_shape: {int32,int64} = int32, Tpaddings: {int32,int64} = int32",
    .doc = "The padded input, with the places within each block laid into the batch.",
    .shape = BatchShape,
    .kernel = [](KernelContext& c) { BatchKernel(c, true); },
    .gradient = BatchGrad,
    .host_inputs = "block_shape, paddings",
    .examples = "[[1. 2. 3.]], [2], [[0 1]] -> [[1. 3.] [2. 0.]]",
};

TP_OP(BatchToSpaceND){
    .name = "BatchToSpaceND",
    .inputs = "input: T, block_shape: Tblock_shape, crops: Tcrops",
    .outputs = "output: T",
    .attrs = "T: type, Tblock_shape: {int32,int64} = int32, Tcrops: {int32,int64} = int32",
    .doc = "The batch laid out as the places within blocks, cropped.",
    .shape = BatchShape,
    .kernel = [](KernelContext& c) { BatchKernel(c, false); },
    .gradient = BatchGrad,
    .host_inputs = "block_shape, crops",
    .examples = "[[1. 3.] [2. 4.]], [2], [[0 1]] -> [[1. 2. 3.]]",
};

}  // namespace tp
