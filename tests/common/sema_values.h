// Values of the evaluator as text, and files that live in a test.
#pragma once

#include <cstdio>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "python/evaluator.h"
#include "support/match.h"
#include "syntax/parse.h"
#include "values/elements.h"
#include "values/host_values.h"

namespace pycu {

/// A number as CPython prints it, floats with 17 digits.
inline std::string number_text(const ir::Number& number) {
    if (const auto* real = std::get_if<double>(&number)) {
        char text[40];
        std::snprintf(text, sizeof text, "%.17g", *real);
        return *real != *real ? "nan" : text;
    }
    return std::visit(
        [](auto value) {
            using T = decltype(value);
            if constexpr (std::is_same_v<T, bool>) {
                return std::string(value ? "True" : "False");
            } else {
                return std::to_string(value);
            }
        },
        number);
}

/// A value as text: `3`, `float 2.5`, `int32 7`, `(1, 2)`, `numba.cuda.grid`, `type float32[:]`.
inline std::string value_text(const sema::Value& value, const TypeTable& table) {
    const auto list = [&](const std::vector<sema::Value>& items) {
        std::string text;
        for (const sema::Value& item : items) {
            text += (text.empty() ? "" : ", ") + value_text(item, table);
        }
        return text;
    };
    const auto array = [&](const sema::HostArray& v, const sema::Numbers& elements) {
        std::string text = python_name(v.dtype.type(), table) + "[";
        for (std::size_t i = 0; i < v.rank(); ++i) {
            text += (i > 0 ? ", " : "") + std::to_string(*v.memory.extents[i].known());
        }
        text += std::string("]") + "ACF"[int(v.layout())] + ":";
        for (const ir::Number& element : sema::in_memory(v, elements)) {
            text += " " + number_text(element);
        }
        return text + (elements.empty() ? " " : "");
    };
    return std::visit(
        match{
            [](const sema::Unknown& v) { return (v.is_later ? "later: " : "unknown: ") + v.why; },
            [](const sema::NoneValue&) { return std::string("None"); },
            [&](const sema::NumberValue& v) {
                const std::string kind = !v.is_python        ? python_name(v.type, table) + " "
                                         : v.type.is_float() ? std::string("float ")
                                                             : std::string();
                return kind + number_text(v.value);
            },
            [](const sema::WideInt&) { return std::string("wide int"); },
            [](const sema::ComplexValue&) { return std::string("complex"); },
            [](const sema::StringValue& v) { return "`" + v.text + "`"; },
            [&](const sema::HostItemsRef& v) {
                return v->is_dict   ? "a dict"
                       : v->is_list ? "[" + list(v->items) + "]"
                                    : "(" + list(v->items) + ")";
            },
            [&](const sema::HostArrayRef& v) {
                const auto* elements = value.elements();
                return elements != nullptr ? array(*v, *elements) : "an array";
            },
            [&](const sema::TypeObject& v) {
                constexpr const char* kinds[] = {"type ", "numpy ", "dtype ", "python "};
                return kinds[int(v.kind)] + python_name(v.type, table);
            },
            [&](const sema::SignatureObject& v) {
                return "signature " + python_name(v.signature, table);
            },
            [](const sema::Dotted& v) { return v.path; },
            [](const sema::NamedTupleClass& v) { return "class " + v.name; },
            [](const sema::EnumValue& v) { return v.class_name + "." + v.member; },
            [](const sema::FunctionRef&) { return std::string("function"); },
            [](const sema::JitDecorator&) { return std::string("decorator"); },
            [](const sema::ClassRef&) { return std::string("class"); },
            [](const auto&) { return std::string("no constant"); },
        },
        value.as);
}

/// A Python text, its tree, and an evaluator over it.
struct Program {
    explicit Program(const std::string& text)
        : file(files.add("test.py", text)), tree(syntax::parse(file)), names(tree, types, sink) {}

    Files files;
    const SourceFile& file;
    diag::Sink sink;
    TypeTable types;
    syntax::Tree tree;
    sema::Evaluator names;

    /// The value of a name at the end of the module.
    std::string value(const std::string& name) {
        const auto found = names.lookup_at_end(name, names.scopes().module());
        return found ? value_text(found->value, types) : "nothing";
    }
    /// What a name means in the body of a function.
    std::string seen_in(const std::string& function, const std::string& name) {
        for (const sema::FunctionPlace& place : names.scopes().functions) {
            if (names.scopes().all[place.inner].qualname == function) {
                const auto found = names.lookup(name, place.inner);
                return found ? value_text(found->value, types) : "nothing";
            }
        }
        return "no such function";
    }
    /// Every diagnostic as `PYCU0206 message`, sorted.
    std::vector<std::string> messages() const {
        std::vector<std::string> all;
        for (const diag::Diagnostic& one : sink.sorted()) {
            all.push_back(diag::code_name(one.code) + " " + one.message);
        }
        return all;
    }
};

}  // namespace pycu
