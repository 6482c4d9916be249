// Checks the values of options and says what they mean. See jit_options.h.
#include <algorithm>
#include <cctype>

#include "declare/jit_options.h"
#include "python/constants/numbers.h"

namespace pycu::sema {

namespace {

/// More threads than a block may have on any device.
constexpr std::int64_t most_threads = 1024;
constexpr std::int64_t most_registers = 255;

std::optional<std::int64_t> integer(const Value& value) {
    const auto* number = value.get<NumberValue>();
    if (number == nullptr || !number->type.is_integer()) {
        return std::nullopt;
    }
    return std::visit([](auto one) { return std::int64_t(one); }, number->value);
}

/// One int, or up to three in a tuple; empty for anything else.
std::vector<std::int64_t> bounds(const Value& value) {
    std::vector<std::int64_t> result;
    const auto* tuple = value.get<HostItems>();
    const std::vector<Value> items = tuple != nullptr ? tuple->items : std::vector<Value>{value};
    for (const Value& item : items) {
        const auto one = integer(item);
        if (!one || *one < 1 || result.size() == 3) {
            return {};
        }
        result.push_back(*one);
    }
    return !result.empty() && result[0] <= most_threads ? result : std::vector<std::int64_t>{};
}

/// CUDA's numbers for the names: -1 leaves it to the driver.
std::optional<std::int64_t> carveout(const Value& value) {
    if (const auto* text = value.get<StringValue>()) {
        std::string name = text->text;
        std::ranges::transform(name, name.begin(), [](unsigned char c) { return std::tolower(c); });
        if (name == "default") {
            return -1;
        }
        return name == "maxl1"       ? std::optional<std::int64_t>(0)
               : name == "maxshared" ? std::optional<std::int64_t>(100)
                                     : std::nullopt;
    }
    const auto number = integer(value);
    return number && *number >= -1 && *number <= 100 ? number : std::nullopt;
}

bool is_switch(std::string_view option) {
    constexpr std::string_view switches[] = {"device",   "forceinline", "debug",    "opt",
                                             "lineinfo", "cache",       "fastmath", "lto"};
    return std::ranges::find(switches, option) != std::end(switches);
}

}  // namespace

bool says_something(std::string_view option) {
    constexpr std::string_view silent[] = {"cache", "lto", "extensions", "link"};
    return std::ranges::find(silent, option) == std::end(silent);
}

std::string wanted_value(std::string_view option, const Value& value) {
    if (value.is<NoneValue>() || value.is_unknown()) {
        return "";
    }
    if (is_switch(option)) {
        const auto number = integer(value);
        const bool is_bool = value.is<NumberValue>() && value.get<NumberValue>()->type.is_bool();
        return is_bool || number == 0 || number == 1 ? "" : "True or False";
    }
    if (option == "launch_bounds") {
        return bounds(value).empty() ? "1 to 1024 threads, or a tuple of up to three positive ints"
                                     : "";
    }
    if (option == "max_registers") {
        const auto count = integer(value);
        return count && *count >= 1 && *count <= most_registers ? "" : "1 to 255 registers";
    }
    if (option == "shared_memory_carveout") {
        return carveout(value) ? "" : "-1 to 100, \"MaxL1\", \"MaxShared\" or \"default\"";
    }
    if (option == "inline") {
        const auto* text = value.get<StringValue>();
        const bool is_bool = value.is<NumberValue>() && value.get<NumberValue>()->type.is_bool();
        const bool is_name = text != nullptr && (text->text == "always" || text->text == "never");
        return is_name || is_bool || value.is<FunctionRef>() ? "" : "\"always\" or \"never\"";
    }
    return "";
}

ir::FunctionOptions function_options(const DeviceFunction& function) {
    ir::FunctionOptions made;
    for (const JitOption& option : function.options) {
        const bool is_on = truth(option.value) == true;
        if (option.name == "fastmath") {
            made.fastmath = is_on;
        } else if (option.name == "forceinline") {
            made.forceinline = made.forceinline || is_on;
        } else if (option.name == "inline") {
            const auto* text = option.value.get<StringValue>();
            const bool is_always = text != nullptr ? text->text == "always" : is_on;
            made.is_inlined = is_always;
            made.forceinline = made.forceinline || is_always;
        } else if (option.name == "launch_bounds") {
            made.launch_bounds = bounds(option.value);
        } else if (option.name == "max_registers") {
            made.max_registers = integer(option.value).value_or(0);
        } else if (option.name == "shared_memory_carveout") {
            made.carveout = carveout(option.value);
        } else if (option.name == "lineinfo") {
            made.lineinfo = is_on;
        } else if (option.name == "opt") {
            made.unoptimised = truth(option.value) == false && !option.value.is<NoneValue>();
        }
    }
    return made;
}

}  // namespace pycu::sema
