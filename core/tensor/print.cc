#include "core/tensor/print.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <memory>
#include <vector>

#include "core/tensor/float_text.h"

namespace tp {

PrintOptions print_options;

namespace {

// Turns element i of a tensor into its cell: all cells of one array have the same width.
using Format = std::function<std::string(int64_t)>;

std::string PadLeft(std::string text, size_t width) {
  if (text.size() < width) text.insert(0, width - text.size(), ' ');
  return text;
}

// NumPy's FloatingFormat over the values that are shown.
class FloatFormat {
 public:
  FloatFormat(const std::vector<double>& values, DType dtype, const PrintOptions& options, bool plus)
      : options_(options), dtype_(dtype), plus_(plus), precision_(options.precision) {
    std::vector<double> finite;
    bool negative_infinity = plus;
    for (double v : values) {
      if (std::isfinite(v))
        finite.push_back(v);
      else if (std::isinf(v) && v < 0)
        negative_infinity = true;
    }
    ChooseExponent(finite);
    if (!finite.empty()) exponent_ ? FillScientific(finite) : FillPositional(finite);
    if (finite.size() != values.size()) {
      const size_t offset = pad_right_ + 1;
      const auto least = [&](size_t width) { return width > offset ? width - offset : 0; };
      pad_left_ = std::max(
          {pad_left_, least(options.nanstr.size()), least(options.infstr.size() + negative_infinity)});
    }
  }

  std::string operator()(double x) const {
    if (!std::isfinite(x)) {
      std::string text = std::isnan(x) ? options_.nanstr : options_.infstr;
      if (std::isinf(x) && x < 0)
        text.insert(0, 1, '-');
      else if (plus_)
        text.insert(0, 1, '+');
      return PadLeft(text, pad_left_ + pad_right_ + 1);
    }
    std::string text = Text(x, precision_, min_digits_, exp_size_);
    const size_t integer = text.find('.');
    if (integer < pad_left_) text.insert(0, pad_left_ - integer, ' ');
    if (!exponent_) {
      const size_t fraction = text.size() - text.find('.') - 1;
      if (fraction < pad_right_) text.append(pad_right_ - fraction, ' ');
    }
    return text;
  }

 private:
  std::string Text(double x, int precision, int min_digits, int exp_size) const {
    std::string text = exponent_ ? ScientificText(x, dtype_, precision, min_digits, exp_size)
                                 : PositionalText(x, dtype_, precision, min_digits);
    if (plus_ && text[0] != '-') text.insert(0, 1, '+');
    return text;
  }

  // Comparisons are made in the array's own dtype, as NumPy's are.
  double Round(double v) const {
    if (dtype_ == DType::kFloat32) return static_cast<float>(v);
    if (dtype_ == DType::kFloat16) return static_cast<float>(Half(static_cast<float>(v)));
    return v;
  }
  void ChooseExponent(const std::vector<double>& finite) {
    double largest = 0, least = std::numeric_limits<double>::infinity();
    for (double v : finite) {
      if (v == 0) continue;
      largest = std::max(largest, std::abs(v));
      least = std::min(least, std::abs(v));
    }
    if (largest == 0) return;
    const double cutoff = dtype_ == DType::kFloat16 ? 1e3 : dtype_ == DType::kFloat32 ? 1e6 : 1e8;
    exponent_ = largest >= cutoff ||
                (!options_.suppress && (least < Round(0.0001) || Round(largest / least) > 1000.0));
  }
  void FillScientific(const std::vector<double>& finite) {
    size_t fraction = 0;
    for (double v : finite) {
      const std::string text = Text(v, precision_, options_.fixed ? precision_ : 0, 2);
      const size_t point = text.find('.'), e = text.find('e');
      pad_left_ = std::max(pad_left_, point);
      fraction = std::max(fraction, e - point - 1);
      exp_size_ = std::max(exp_size_, static_cast<int>(text.size() - e - 2));
    }
    precision_ = min_digits_ = static_cast<int>(fraction);
    pad_right_ = exp_size_ + 2 + fraction;
  }
  void FillPositional(const std::vector<double>& finite) {
    for (double v : finite) {
      const std::string text = Text(v, precision_, options_.fixed ? precision_ : 0, 0);
      const size_t point = text.find('.');
      pad_left_ = std::max(pad_left_, point);
      pad_right_ = std::max(pad_right_, text.size() - point - 1);
    }
    if (options_.fixed) precision_ = min_digits_ = static_cast<int>(pad_right_);
  }

  const PrintOptions& options_;
  DType dtype_;
  bool plus_;
  int precision_;
  int min_digits_ = 0;
  int exp_size_ = 2;
  size_t pad_left_ = 0, pad_right_ = 0;
  bool exponent_ = false;
};

// One part of a complex element: 0 real, 1 imaginary.
double ComplexPart(const Tensor& t, int64_t i, int part) {
  if (t.dtype() == DType::kComplex64) {
    const auto& v = t.data<std::complex<float>>()[i];
    return part ? v.imag() : v.real();
  }
  const auto& v = t.data<std::complex<double>>()[i];
  return part ? v.imag() : v.real();
}

Format MakeFormat(const Tensor& t, const std::vector<int64_t>& shown, const PrintOptions& options) {
  const DType dtype = t.dtype();
  if (dtype == DType::kBool)
    return [&t, array = t.rank() > 0](int64_t i) -> std::string {
      return t.data<bool>()[i] ? (array ? " True" : "True") : "False";
    };
  if (IsInteger(dtype)) {
    size_t width = 0;
    for (int64_t i : shown) width = std::max(width, ItemRepr(t, i).size());
    return [&t, width](int64_t i) { return PadLeft(ItemRepr(t, i), width); };
  }
  if (dtype == DType::kFloat16 || dtype == DType::kFloat32 || dtype == DType::kFloat64) {
    std::vector<double> values;
    for (int64_t i : shown) values.push_back(ElementAsDouble(t, i));
    return [&t, format = FloatFormat(values, dtype, options, false)](int64_t i) {
      return format(ElementAsDouble(t, i));
    };
  }
  if (IsComplex(dtype)) {
    std::vector<double> real, imag;
    for (int64_t i : shown) {
      real.push_back(ComplexPart(t, i, 0));
      imag.push_back(ComplexPart(t, i, 1));
    }
    const DType part = dtype == DType::kComplex64 ? DType::kFloat32 : DType::kFloat64;
    return [&t, r = FloatFormat(real, part, options, false),
            m = FloatFormat(imag, part, options, true)](int64_t i) {
      std::string imaginary = m(ComplexPart(t, i, 1));
      imaginary.insert(imaginary.find_last_not_of(' ') + 1, 1, 'j');
      return r(ComplexPart(t, i, 0)) + imaginary;
    };
  }
  if (dtype == DType::kString && options.text)
    return [&t, text = options.text](int64_t i) { return text(t.data<std::string>()[i]); };
  return [&t](int64_t i) { return ItemRepr(t, i); };
}

// NumPy's _formatArray: walks the dims, shortens long ones, wraps lines.
class Layout {
 public:
  Layout(const Tensor& t, const Format& format, const PrintOptions& options, std::string_view separator,
         bool summary)
      : t_(t), format_(format), options_(options), separator_(separator), summary_(summary) {}

  std::string Walk(int axis, int64_t base, int64_t stride, const std::string& indent, int64_t width) const {
    if (axis == t_.rank()) return format_(base);
    const int64_t size = t_.dim(axis);
    const int64_t step = size == 0 ? 0 : stride / size;
    const bool cut = summary_ && 2 * options_.edgeitems < size;
    const int64_t leading = cut ? options_.edgeitems : 0;
    const int64_t trailing = cut ? options_.edgeitems : size;
    const auto item = [&](int64_t i) {
      return Walk(axis + 1, base + i * step, step, indent + ' ', width - 1);
    };
    std::string trimmed_separator(separator_);
    while (!trimmed_separator.empty() && trimmed_separator.back() == ' ') trimmed_separator.pop_back();
    std::string text;
    if (t_.rank() - axis == 1) {
      const int64_t element_width = width - std::max<int64_t>(trimmed_separator.size(), 1);
      std::string line = indent;
      const auto extend = [&](const std::string& word) {
        if (static_cast<int64_t>(line.size() + word.size()) > element_width && line.size() > indent.size()) {
          while (!line.empty() && line.back() == ' ') line.pop_back();
          text += line + "\n";
          line = indent;
        }
        line += word;
      };
      for (int64_t i = 0; i < leading; ++i) {
        extend(item(i));
        line += separator_;
      }
      if (cut) {
        extend("...");
        line += separator_;
      }
      for (int64_t i = trailing; i > 1; --i) {
        extend(item(size - i));
        line += separator_;
      }
      if (trailing > 0) extend(item(size - 1));
      text += line;
    } else {
      const std::string line_end = trimmed_separator + std::string(t_.rank() - axis - 1, '\n');
      for (int64_t i = 0; i < leading; ++i) text += indent + item(i) + line_end;
      if (cut) text += indent + "..." + line_end;
      for (int64_t i = trailing; i > 1; --i) text += indent + item(size - i) + line_end;
      if (trailing > 0) text += indent + item(size - 1);
    }
    return "[" + text.substr(std::min(indent.size(), text.size())) + "]";
  }

 private:
  const Tensor& t_;
  const Format& format_;
  const PrintOptions& options_;
  std::string_view separator_;
  bool summary_;
};

// The elements that are printed: all, or the edges of each dim.
void CollectShown(const Tensor& t, int axis, int64_t base, int64_t stride, int64_t edge, bool summary,
                  std::vector<int64_t>* shown) {
  if (axis == t.rank()) {
    shown->push_back(base);
    return;
  }
  const int64_t size = t.dim(axis), step = size == 0 ? 0 : stride / size;
  for (int64_t i = 0; i < size; ++i) {
    if (summary && size > 2 * edge && i == edge) i = size - edge;
    CollectShown(t, axis + 1, base + i * step, step, edge, summary, shown);
  }
}

bool DTypeIsImplied(DType dtype) {
  return dtype == DType::kInt64 || dtype == DType::kFloat64 || dtype == DType::kComplex128 ||
         dtype == DType::kBool;
}

}  // namespace

std::string ArrayText(const Tensor& t, const PrintOptions& options, std::string_view separator, size_t indent,
                      size_t suffix) {
  if (t.num_elements() == 0) return "[]";
  const bool summary = t.num_elements() > options.threshold;
  std::vector<int64_t> shown;
  CollectShown(t, 0, 0, t.num_elements(), options.edgeitems, summary, &shown);
  const Format format = MakeFormat(t, shown, options);
  return Layout(t, format, options, separator, summary)
      .Walk(0, 0, t.num_elements(), std::string(indent + 1, ' '),
            options.linewidth - static_cast<int64_t>(suffix));
}

std::string ArrayStr(const Tensor& t, const PrintOptions& options) {
  return t.rank() == 0 ? ScalarStr(t) : ArrayText(t, options, " ", 0);
}

std::string ArrayRepr(const Tensor& t, const PrintOptions& options) {
  std::string text = "array(" + ArrayText(t, options, ", ", 6, 1);
  std::string extras;
  const bool empty = t.num_elements() == 0;
  if ((empty && !(t.rank() == 1)) || t.num_elements() > options.threshold)
    extras = "shape=" + t.shape().ToString();
  if (!DTypeIsImplied(t.dtype()) || empty)
    extras += fmt::format(
        "{}dtype={}", extras.empty() ? "" : ", ",
        t.dtype() == DType::kString ? std::string_view(options.text_dtype) : DTypeName(t.dtype()));
  if (extras.empty()) return text + ")";
  text += ",";
  extras += ")";
  const size_t last_line = text.size() - (text.rfind('\n') + 1);
  const bool wrap = static_cast<int64_t>(last_line + extras.size() + 1) > options.linewidth;
  return text + (wrap ? "\n      " : " ") + extras;
}

std::string NumpyText(const Tensor& t, bool is_repr, const PrintOptions& options) {
  if (t.dtype() == DType::kResource || t.dtype() == DType::kVariant) return "<unprintable>";
  std::string text;
  if (!is_repr)
    text = ArrayStr(t, options);
  else
    text = t.rank() > 0 ? ArrayRepr(t, options)
           : t.dtype() == DType::kBFloat16
               ? PythonFloatText(ElementAsDouble(t, 0))  // .item() is a Python float
               : ItemRepr(t);
  return text.find('\n') == std::string::npos ? text : "\n" + text;
}

std::string TensorStr(const Tensor& t, const PrintOptions& options) {
  return fmt::format("tf.Tensor({}, shape={}, dtype={})", NumpyText(t, false, options), t.shape().ToString(),
                     DTypeName(t.dtype()));
}

std::string TensorRepr(const Tensor& t, const PrintOptions& options) {
  return fmt::format("<tf.Tensor: shape={}, dtype={}, numpy={}>", t.shape().ToString(), DTypeName(t.dtype()),
                     NumpyText(t, true, options));
}

}  // namespace tp
