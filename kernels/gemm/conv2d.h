// Convolution and pooling over images, NHWC with HWIO filters, float32 and float64. Conv2D and its gradients
// are implicit matrix products (gemm.h): patches go straight into packed panels, no buffer holds them all. An
// output element is one chain over (filter row, filter column, channel) cut in blocks as gemm.h says, so bits
// are equal for any number of threads, with the filter prepacked or not, with the epilogue fused or not.
//
// Padding is given by what stands before the image (pad_top, pad_left); what a window reaches beyond the
// image on any side counts as zero (pooling: as absent), so the padding behind it follows from out_h and
// out_w.
#pragma once

#include <cstdint>

#include "kernels/gemm/gemm.h"

namespace tp {

struct Conv2DShape {
  int64_t batch, in_h, in_w, in_c;
  int64_t filter_h, filter_w, out_c;
  int64_t out_h, out_w;
  int64_t stride_h = 1, stride_w = 1;
  int64_t dilation_h = 1, dilation_w = 1;
  int64_t pad_top = 0, pad_left = 0;

  int64_t Taps() const { return filter_h * filter_w; }
  int64_t Pixels() const { return batch * out_h * out_w; }
};

// out[batch,out_h,out_w,out_c] = conv(in[batch,in_h,in_w,in_c], filter[filter_h,filter_w,in_c,out_c]), then
// the epilogue (bias of out_c values; rows are pixels).
template <typename T>
void Conv2D(const Conv2DShape& shape, const T* in, const T* filter, T* out,
            const GemmEpilogue<T>& epilogue = {});

// The same with the filter packed by PackB(filter_h * filter_w * in_c, out_c, filter, out_c, false, packed).
template <typename T>
void Conv2DPrepacked(const Conv2DShape& shape, const T* in, const T* packed_filter, T* out,
                     const GemmEpilogue<T>& epilogue = {});

// Gradients of Conv2D with respect to `in` and `filter`; each writes its result whole.
template <typename T>
void Conv2DBackpropInput(const Conv2DShape& shape, const T* filter, const T* grad_out, T* grad_in);
template <typename T>
void Conv2DBackpropFilter(const Conv2DShape& shape, const T* in, const T* grad_out, T* grad_filter);

// Depthwise: filter[filter_h,filter_w,in_c,multiplier], out_c = in_c * multiplier; output channel c *
// multiplier + q sees input channel c. A chain over the taps that lie within the image.
template <typename T>
void DepthwiseConv2D(const Conv2DShape& shape, const T* in, const T* filter, T* out);
template <typename T>
void DepthwiseBackpropInput(const Conv2DShape& shape, const T* filter, const T* grad_out, T* grad_in);
template <typename T>
void DepthwiseBackpropFilter(const Conv2DShape& shape, const T* in, const T* grad_out, T* grad_filter);

// Pooling uses the same shape with in_c == out_c; the filter's size is the window's.
// Max: the first of the largest in row order wins; a value that is not a number never wins (TensorFlow's
// `<`). Average: over the pixels within the image.
template <typename T>
void MaxPool2D(const Conv2DShape& shape, const T* in, T* out);
template <typename T>
void AvgPool2D(const Conv2DShape& shape, const T* in, T* out);
// grad_in gets each window's gradient where MaxPool2D found its value.
template <typename T>
void MaxPool2DGrad(const Conv2DShape& shape, const T* in, const T* grad_out, T* grad_in);
template <typename T>
void AvgPool2DGrad(const Conv2DShape& shape, const T* grad_out, T* grad_in);

}  // namespace tp
