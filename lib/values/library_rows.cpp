// Functions that read files and pictures: np.loadtxt, np.frombuffer, OpenCV, Pillow. What they
// give is certain by their documentation, whatever the file holds, or a part of it is.
#include <algorithm>
#include <map>

#include "types/scalar.h"
#include "values/arguments.h"
#include "values/array_parts.h"
#include "values/functions.h"
#include "values/numbers.h"

namespace pycu::sema {

namespace {

/// The prefix of a picture of Pillow's, before its mode and `)`.
constexpr std::string_view picture = "PIL.Image.Image(";

/// `dtype=` where a float is what is read without one; None asks the file.
std::optional<HostDtype> dtype_read(const CallArguments& args) {
    const auto is_asked = [](const auto& one) {
        return one.first == "dtype" && one.second.template is<NoneValue>();
    };
    const auto dtype = dtype_or(args, Scalar::Float64);
    const bool is_certain = dtype && !dtype->record.is_record();
    return is_certain && std::ranges::none_of(args.named, is_asked) ? dtype : std::nullopt;
}

/// np.loadtxt and np.genfromtxt: as many dimensions as the text has.
HostResult table_read(const CallArguments& args) {
    const auto dtype = dtype_read(args);
    if (!dtype) {
        return std::nullopt;
    }
    HostPart made{.kind = HostPart::Kind::Array, .dtype = dtype};
    return new_part(std::move(made), Unknown{"the file decides its shape", args.range});
}

/// np.fromfile and its kin: one row.
HostResult row_read(const CallArguments& args) {
    const auto dtype = dtype_read(args);
    return dtype ? HostResult(host_contiguous(*dtype, unknown_extents(1))) : std::nullopt;
}

/// np.frombuffer looks at what it is given.
HostResult buffer_read(const CallArguments& args) {
    HostResult made = row_read(args);
    if (made) {
        std::get<HostArrayRef>(made->as)->may_be_readonly = true;
    }
    return made;
}

/// A constant of OpenCV's by its name, or the number that is given instead.
std::string constant_of(const Value& value) {
    if (const auto* path = value.get<Dotted>(); path != nullptr && path->path.starts_with("cv2.")) {
        return path->path.substr(4);
    }
    const auto number = as_index(value);
    return number ? std::to_string(*number) : "";
}

/// Rows and columns, and three colours.
std::vector<Extent> picture_extents(bool is_grey) {
    std::vector<Extent> made = unknown_extents(2);
    if (!is_grey) {
        made.emplace_back(3);
    }
    return made;
}

/// cv2.imread and cv2.imdecode: eight bits, in colours where nobody asks for grey.
HostResult picture_read(const CallArguments& args) {
    const std::string flags = constant_of(args["flags"]);
    const bool is_grey = flags == "0" || flags == "IMREAD_GRAYSCALE";
    const bool is_colour = flags == "1" || flags == "IMREAD_COLOR";
    return is_grey || is_colour
               ? HostResult(host_contiguous(Scalar::UInt8, picture_extents(is_grey)))
               : std::nullopt;
}

/// cv2.cvtColor: of the same dtype, grey or in three colours.
HostResult recoloured(const CallArguments& args) {
    const std::string code = constant_of(args["code"]);
    const bool is_grey = code.starts_with("COLOR_") && code.ends_with("2GRAY");
    constexpr std::string_view spaces[] = {"2BGR", "2HLS", "2HSV", "2LAB",   "2Lab",
                                           "2LUV", "2RGB", "2XYZ", "2YCrCb", "2YUV"};
    const bool is_colour =
        code.starts_with("COLOR_") &&
        std::ranges::any_of(spaces, [&](std::string_view one) { return code.ends_with(one); });
    if (!is_grey && !is_colour) {
        return std::nullopt;
    }
    const std::size_t rank = is_grey ? 2 : 3;
    const HostArray* of = args["src"].array();
    if (of != nullptr && !of->is_device && !of->spoiled) {
        return host_contiguous(of->dtype, picture_extents(is_grey));
    }
    HostPart made{.kind = HostPart::Kind::Array, .rank = rank, .layout = Layout::C};
    return new_part(std::move(made), Unknown{"the picture decides its dtype", args.range});
}

/// cv2.resize, cv2.blur and their kin, which drop a third dimension of one.
HostResult of_same_kind(const CallArguments& args) {
    const HostArray* of = args["src"].array();
    if (of == nullptr || of->is_device || of->spoiled || of->rank() < 2 || of->rank() > 3) {
        return std::nullopt;
    }
    const auto colours = of->memory.extents.back().known();
    return of->rank() == 2 || (colours && *colours > 1)
               ? HostResult(host_contiguous(of->dtype, unknown_extents(of->rank())))
               : std::nullopt;
}

/// cv2.Canny
HostResult edges(const CallArguments& /*args*/) {
    return host_contiguous(Scalar::UInt8, unknown_extents(2));
}

/// cv2.split: a tuple, one array for each colour.
HostResult channels(const CallArguments& args) {
    const HostArray* of = args["m"].array();
    return of != nullptr && !of->is_device && !of->spoiled && of->rank() == 3
               ? HostResult(host_many(host_contiguous(of->dtype, unknown_extents(2)), false, false))
               : std::nullopt;
}

/// cv2.threshold: the threshold, and a picture.
HostResult thresholded(const CallArguments& args) {
    const HostResult made = of_same_kind(args);
    return made ? HostResult(host_tuple({host_number(float64), *made})) : std::nullopt;
}

/// A picture of scikit-image's own.
template <std::size_t rank>
HostResult example(const CallArguments& /*args*/) {
    return host_contiguous(Scalar::UInt8, picture_extents(rank == 2));
}

/// The array that a function of scikit-image takes, in C order.
const HostArray* picture_of(const CallArguments& args) {
    const HostArray* of = args.first().array();
    const bool is_plain = of != nullptr && !of->is_device && !of->spoiled &&
                          !of->dtype.record.is_record() && !is_complex(of->dtype);
    return is_plain && of->layout() == Layout::C ? of : nullptr;
}

/// The dtype with which scikit-image computes.
Scalar float_of(Scalar dtype) {
    return dtype == Scalar::Float16 || dtype == Scalar::Float32 ? Scalar::Float32 : Scalar::Float64;
}

/// skimage.color.rgb2gray
HostResult greyed(const CallArguments& args) {
    const HostArray* of = picture_of(args);
    if (of == nullptr || of->rank() < 3) {
        return std::nullopt;
    }
    std::vector<Extent> extents = of->memory.extents;
    extents.pop_back();
    return host_contiguous(float_of(of->dtype), std::move(extents));
}

/// skimage.color.gray2rgb
HostResult coloured(const CallArguments& args) {
    const HostArray* of = picture_of(args);
    if (of == nullptr) {
        return std::nullopt;
    }
    std::vector<Extent> extents = of->memory.extents;
    extents.emplace_back(3);
    return host_contiguous(of->dtype, std::move(extents));
}

/// Functions of scikit-image that compute with floats, and keep a shape.
HostResult as_floats(const CallArguments& args) {
    const HostArray* of = picture_of(args);
    return of != nullptr && of->dtype != Scalar::Float16
               ? HostResult(host_contiguous(float_of(of->dtype), of->memory.extents))
               : std::nullopt;
}

/// skimage.img_as_ubyte and its kin.
template <Scalar dtype>
HostResult converted(const CallArguments& args) {
    const HostArray* of = picture_of(args);
    return of != nullptr ? HostResult(host_contiguous(dtype, of->memory.extents)) : std::nullopt;
}

/// PIL.Image.open: nobody knows its mode before it is converted.
HostResult picture_opened(const CallArguments& /*args*/) {
    return Value{Dotted{std::string(picture) + ")"}};
}

constexpr Typed libraries[] = {
#define PYCU_LIBRARY(name, parameters, ...) {name, __VA_ARGS__},
#include "api/rows.def"
};

}  // namespace

bool is_picture(const Value& value) {
    const auto* path = value.get<Dotted>();
    return path != nullptr && path->path.starts_with(picture);
}

HostResult call_picture(const Value& value, std::string_view method, const CallArguments& args) {
    constexpr std::string_view keeping[] = {"copy",   "crop",   "filter",
                                            "resize", "rotate", "transpose"};
    if (std::ranges::find(keeping, method) != std::end(keeping)) {
        return value;
    }
    const Value* mode = !args.positional.empty() ? &args.positional[0] : args.get("mode");
    const auto* text = mode != nullptr ? mode->get<StringValue>() : nullptr;
    return method == "convert" && text != nullptr
               ? HostResult(Value{Dotted{std::string(picture) + text->text + ")"}})
               : std::nullopt;
}

Value picture_array(const Value& value, Range range) {
    struct Mode {
        Scalar dtype;
        std::size_t rank;
    };
    static const std::map<std::string_view, Mode> modes = {
        {"1", {Scalar::Bool, 2}},      {"CMYK", {Scalar::UInt8, 3}}, {"F", {Scalar::Float32, 2}},
        {"HSV", {Scalar::UInt8, 3}},   {"I", {Scalar::Int32, 2}},    {"L", {Scalar::UInt8, 2}},
        {"LA", {Scalar::UInt8, 3}},    {"LAB", {Scalar::UInt8, 3}},  {"P", {Scalar::UInt8, 2}},
        {"RGB", {Scalar::UInt8, 3}},   {"RGBA", {Scalar::UInt8, 3}}, {"RGBX", {Scalar::UInt8, 3}},
        {"YCbCr", {Scalar::UInt8, 3}},
    };
    std::string_view mode = value.get<Dotted>()->path;
    mode.remove_prefix(picture.size());
    mode.remove_suffix(1);
    const auto found = modes.find(mode);
    if (found == modes.end()) {
        return unknown("the picture decides its dtype", range);
    }
    Value made = host_contiguous(found->second.dtype, unknown_extents(found->second.rank));
    std::get<HostArrayRef>(made.as)->may_be_readonly = true;  // np.asarray looks at its bytes
    return made;
}

std::span<const Typed> library_rows() {
    return libraries;
}

}  // namespace pycu::sema
