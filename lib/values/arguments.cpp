// Defaults of parameters as values.
#include "values/arguments.h"

#include <charconv>

#include "values/numbers.h"

namespace pycu::sema {

std::optional<Value> default_value(std::string_view written) {
    if (written == "True" || written == "False") {
        return python_bool(written == "True");
    }
    if (written.starts_with('\'')) {
        return Value{StringValue{std::string(written.substr(1, written.size() - 2))}};
    }
    std::int64_t number = 0;
    const auto* const end = written.data() + written.size();
    const auto read = std::from_chars(written.data(), end, number);
    return read.ptr == end && !written.empty() ? std::optional(python_int(number)) : std::nullopt;
}

}  // namespace pycu::sema
