// The rows of host functions and the names beside them.
#include "api/functions.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <unordered_set>

#include "api/intrinsics.h"
#include "support/text.h"
#include "types/promotion.h"

namespace pycu::api {
namespace {

template <typename T>
T same(T x) {
    return x;
}
template <typename T>
T negated(T x) {
    return -x;
}
template <typename T>
T square(T x) {
    return x * x;
}
template <typename T>
T sign(T x) {
    return x > 0 ? T(1) : x < 0 ? T(-1) : x;  // of a NaN a NaN
}
Int128 magnitude(Int128 x) {
    return x < 0 ? -x : x;
}
template <bool (*test)(double)>
double holds(double x) {
    return test(x) ? 1 : 0;
}

template <typename T>
constexpr T half_turn = static_cast<T>(3.141592653589793);
template <typename T>
T radians_of(T x) {
    return x * (half_turn<T> / 180);
}
template <typename T>
T degrees_of(T x) {
    return x * (180 / half_turn<T>);
}

constexpr Function rows[] = {
#define PYCU_FUNCTION(name, parameters, rule, device, ...) \
    Function{name, parameters, Rule::rule, Compute{__VA_ARGS__}},
#define PYCU_CREATION(name, parameters, ...) Function{name, parameters, Rule::Own, Compute{}},
#define PYCU_NUMPY PYCU_CREATION
#define PYCU_RANDOM PYCU_CREATION
#define PYCU_SPECTRUM PYCU_CREATION
#define PYCU_ARRANGED PYCU_CREATION
#define PYCU_LIBRARY PYCU_CREATION
#define PYCU_ITERATOR PYCU_CREATION
#define PYCU_ARRAY PYCU_CREATION
#define PYCU_BUILTIN PYCU_CREATION
#include "api/rows.def"
};
static_assert(std::ranges::is_sorted(rows, {}, &Function::name), "rows must be sorted by name");

/// A line of names.def.
struct Line {
    enum class Kind : std::uint8_t { Alias, Names, Later };
    Kind kind;
    std::string_view of;
    std::string_view names;
};
constexpr Line other_names[] = {
#define PYCU_ALIAS(module, names) {Line::Kind::Alias, module, names},
#define PYCU_NAMES(module, names) {Line::Kind::Names, module, names},
#define PYCU_LATER(module, names) {Line::Kind::Later, module, names},
#include "api/names.def"
};

/// A second name of a thing.
struct Alias {
    std::string path;
    std::string canonical;
};

std::vector<Alias> read_aliases() {
    std::vector<Alias> made;
    for (const Line& line : other_names) {
        if (line.kind != Line::Kind::Alias) {
            continue;
        }
        const std::string module = std::string(line.of) + '.';
        for (const std::string_view one : split(line.names, ' ')) {
            const std::size_t sign = one.find('=');
            made.push_back({module + std::string(one.substr(0, sign)),
                            module + std::string(one.substr(sign + 1))});
        }
    }
    std::ranges::sort(made, {}, &Alias::path);
    return made;
}

const std::vector<Alias>& aliases() {
    static const std::vector<Alias> all = read_aliases();
    return all;
}

/// What NumPy computes in where a function has no integer form.
Scalar inexact(Scalar scalar) {
    return promoted(scalar, Scalar::Float16);
}

}  // namespace

const Function* find_function(std::string_view path) {
    path = canonical(path);
    const auto* found = std::ranges::lower_bound(rows, path, {}, &Function::name);
    return found != std::end(rows) && found->name == path ? found : nullptr;
}

std::optional<Scalar> result_dtype(Rule rule, Scalar common) {
    const bool is_complex = common >= Scalar::Complex64;
    const bool is_wide = common >= Scalar::Float16;
    switch (rule) {
        case Rule::Operator:
            return std::nullopt;
        case Rule::Inexact:
            return inexact(common);
        case Rule::InexactReal:
            return is_complex ? std::nullopt : std::optional(inexact(common));
        case Rule::InexactWide:
            return is_wide ? common : Scalar::Float64;
        case Rule::Conjugate:
            return common == Scalar::Bool ? Scalar::Int8 : common;
        case Rule::Magnitude:
            return common == Scalar::Complex64    ? Scalar::Float32
                   : common == Scalar::Complex128 ? Scalar::Float64
                                                  : common;
        case Rule::Number:
            return common == Scalar::Bool ? std::nullopt : std::optional(common);
        case Rule::Boolean:
        case Rule::Truth:
            return Scalar::Bool;
        case Rule::Sum:
        case Rule::RunningSum:
            return is_wide ? common : common >= Scalar::UInt8 ? Scalar::UInt64 : Scalar::Int64;
        case Rule::Spread:
            if (is_complex) {
                return std::nullopt;
            }
            [[fallthrough]];
        case Rule::Mean:
            return is_wide ? common : Scalar::Float64;
        case Rule::Place:
        case Rule::Int:
            return Scalar::Int64;
        case Rule::Float:
            return Scalar::Float64;
        default:
            return common;
    }
}

std::string_view canonical(std::string_view path) {
    const auto found = std::ranges::lower_bound(aliases(), path, {}, &Alias::path);
    return found != aliases().end() && found->path == path ? found->canonical : path;
}

/// `module.name` for everything that a star brings. Every name of a file's builtins is asked for.
static std::unordered_set<std::string> all_members() {
    std::unordered_set<std::string> members;
    // A path has members at each of its dots: `numpy.linalg` and `numpy.linalg.norm`.
    const auto add = [&](std::string_view path) {
        // A star brings what `numba.__all__` says, and no submodules.
        for (std::size_t dot = path.find('.'); dot != std::string_view::npos;) {
            const bool is_numba = path.substr(0, dot) == "numba";
            dot = path.find('.', dot + 1);
            if (!is_numba) {
                members.emplace(path.substr(0, dot));
            }
        }
    };
    std::ranges::for_each(rows, add, &Function::name);
    std::ranges::for_each(all(), add, &Intrinsic::name);
    std::ranges::for_each(aliases(), add, &Alias::path);
    for (const Line& line : other_names) {
        if (line.kind == Line::Kind::Alias) {
            continue;
        }
        for (const std::string_view name : split(line.names, ' ')) {
            members.insert(std::string(line.of) + '.' + std::string(name));
        }
    }
    return members;
}

bool has_member(std::string_view module, std::string_view name) {
    static const std::unordered_set<std::string> members = all_members();
    return members.contains(std::string(module) + '.' + std::string(name));
}

/// Paths, and what paths begin with.
static std::unordered_set<std::string> later_paths() {
    std::unordered_set<std::string> paths;
    for (const Line& line : other_names) {
        if (line.kind == Line::Kind::Later) {
            for (const std::string& name : words_of(line.names)) {
                paths.insert(std::string(line.of) + '.' + name);
            }
        }
    }
    return paths;
}

bool is_later(std::string_view path) {
    static const std::unordered_set<std::string> later = later_paths();
    for (std::size_t dot = path.find('.'); dot != path.npos; dot = path.find('.', dot + 1)) {
        if (later.contains(std::string(path.substr(0, dot + 1)))) {
            return true;
        }
    }
    return later.contains(std::string(path)) || later.contains(std::string(path) + '.');
}

std::vector<std::string_view> all_paths() {
    std::vector<std::string_view> paths;
    for (const Function& row : rows) {
        paths.push_back(row.name);
    }
    for (const Intrinsic& row : all()) {
        paths.push_back(row.name);
    }
    for (const Alias& one : aliases()) {
        paths.push_back(one.path);
    }
    std::ranges::sort(paths);
    paths.erase(std::unique(paths.begin(), paths.end()), paths.end());
    return paths;
}

}  // namespace pycu::api
