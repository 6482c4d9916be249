// vprintf and __assertfail.
#include "builtins.h"

#include <cstdio>

namespace ptx {

namespace {

/// A 64-bit argument of the call.
uint64_t argument(const Thread& t, const Instr& i, uint32_t index) {
    uint64_t value = 0;
    std::memcpy(&value, t.bytes + t.code->slots[i.more + index], sizeof value);
    return value;
}

std::string text_at(Thread& t, uint64_t address) {
    std::string text;
    while (true) {
        const char c = char(*reach<Space::Generic>(t, address++, 1, "load"));
        if (c == '\0') {
            return text;
        }
        text += c;
    }
}

template <class T>
T next_value(Thread& t, uint64_t& at) {
    at = (at + sizeof(T) - 1) / sizeof(T) * sizeof(T);
    T value;
    std::memcpy(&value, reach<Space::Generic>(t, at, sizeof(T), "load"), sizeof(T));
    at += sizeof(T);
    return value;
}

std::string formatted(const std::string& spec, Thread& t, uint64_t& at) {
    char text[512];
    const char kind = spec.back();
    const bool is_long = spec.find('l') != std::string::npos || kind == 'p';
    if (kind == '%') {
        return "%";
    }
    if (kind == 's') {
        return text_at(t, next_value<uint64_t>(t, at));
    }
    if (std::string("aAeEfFgG").find(kind) != std::string::npos) {
        std::snprintf(text, sizeof text, spec.c_str(), next_value<double>(t, at));
    } else if (is_long) {
        std::snprintf(text, sizeof text, spec.c_str(), next_value<uint64_t>(t, at));
    } else {
        std::snprintf(text, sizeof text, spec.c_str(), next_value<uint32_t>(t, at));
    }
    return text;
}

void print(Thread& t, const Instr& i) {
    const std::string format = text_at(t, argument(t, i, 0));
    uint64_t at = argument(t, i, 1);
    std::string text;
    for (std::size_t k = 0; k < format.size(); ++k) {
        if (format[k] != '%') {
            text += format[k];
            continue;
        }
        const std::size_t end = format.find_first_of("diouxXcsaAeEfFgGp%", k + 1);
        if (end == std::string::npos) {
            break;
        }
        text += formatted(format.substr(k, end - k + 1), t, at);
        k = end;
    }
    std::fputs(text.c_str(), stdout);
    std::fflush(stdout);
}

void fail_assertion(Thread& t, const Instr& i) {
    const std::string message = text_at(t, argument(t, i, 0));
    throw Fault(assertion, "assertion failed: " + message);
}

}  // namespace

Handler builtin_function(const std::string& name) {
    return name == "vprintf" ? &print : name == "__assertfail" ? &fail_assertion : nullptr;
}

}  // namespace ptx
