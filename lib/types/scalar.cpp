// scalars.def as a table, and scalars by name.
#include "types/scalar.h"

#include <algorithm>
#include <iterator>

#include "support/text.h"

namespace pycu {

namespace {

constexpr ScalarInfo infos[] = {
#define PYCU_SCALAR(scalar, python, cuda, c, abi, code, letter, ctype, bytes) \
    {Scalar::scalar, python, cuda, c, abi, code, letter, ctype, bytes},
#include "types/scalars.def"
};

/// Further names of a type, as Numba and as NumPy know them.
struct Aliases {
    Scalar scalar;
    std::string_view numba;
    std::string_view numpy;
};

constexpr Aliases aliases[] = {
#define PYCU_SCALAR_ALIASES(scalar, numba, numpy) {Scalar::scalar, numba, numpy},
#include "types/scalars.def"
};

std::optional<Scalar> named(std::string_view name, std::string_view Aliases::*who) {
    for (const ScalarInfo& info : infos) {
        if (info.python == name) return info.scalar;
    }
    for (const Aliases& of : aliases) {
        if (has_word(of.*who, name)) return of.scalar;
    }
    return std::nullopt;
}

}  // namespace

const ScalarInfo& scalar_info(Scalar scalar) {
    return infos[std::size_t(scalar)];
}

std::optional<Scalar> numba_scalar(std::string_view name) {
    // numba.types has most names a second time, for the C, NumPy and Python types of that name.
    if (name.starts_with("np_")) {
        name.remove_prefix(3);
        if (name == "float_") return Scalar::Float32;
        const std::optional<Scalar> scalar = named(name, &Aliases::numba);
        return scalar ? scalar : named(name, &Aliases::numpy);
    }
    if (name.starts_with("c_")) return named(name.substr(2), &Aliases::numba);
    if (name == "py_int") return Scalar::Int64;
    if (name == "py_float") return Scalar::Float64;
    if (name == "py_bool") return Scalar::Bool;
    if (name == "py_complex") return Scalar::Complex128;
    return named(name, &Aliases::numba);
}

std::optional<Scalar> numpy_scalar(std::string_view name) {
    return named(name, &Aliases::numpy);
}

std::optional<Scalar> dtype_scalar(std::string_view text) {
    if (!text.empty() && (text[0] == '<' || text[0] == '=' || text[0] == '|')) {
        text.remove_prefix(1);
    }
    for (const ScalarInfo& info : infos) {
        if (info.numpy_code == text) return info.scalar;
        if (text.size() == 1 && info.numpy_char == text[0]) return info.scalar;
    }
    // Python's own types, and the letters of the types that are a second int64 or uint64.
    if (text == "int" || text == "q" || text == "p") return Scalar::Int64;
    if (text == "Q" || text == "P") return Scalar::UInt64;
    if (text == "float") return Scalar::Float64;
    if (text == "complex") return Scalar::Complex128;
    return numpy_scalar(text);
}

std::vector<std::string_view> numba_scalar_names() {
    std::vector<std::string_view> names;
    for (const ScalarInfo& info : infos) names.push_back(info.python);
    for (const Aliases& of : aliases) {
        const auto words = split(of.numba, ' ');
        names.insert(names.end(), words.begin(), words.end());
    }
    return names;
}

}  // namespace pycu
