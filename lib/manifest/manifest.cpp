// The manifest as JSON, there and back. The door is manifest.h; the schema is in README.md.
#include "manifest/manifest.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

namespace pycu::manifest {

using Json = nlohmann::ordered_json;

// ---- JSON as a person likes to read it: in lines of at most 100 columns, rows of a table on one
// each.

namespace {

constexpr std::size_t line_width = 100;

/// Calls `visit(key, item)` for what an object or an array holds; an array's keys are empty.
template <class Visit>
void for_each_item(const Json& value, const Visit& visit) {
    if (const auto* object = value.get_ptr<const Json::object_t*>()) {
        for (const auto& [key, item] : *object) {
            visit(key, item);
        }
    } else {
        for (const Json& item : value) {
            visit(std::string_view(), item);
        }
    }
}

std::string scalar_text(const Json& value) {
    const auto is_plain = [](unsigned char c) {
        return c >= ' ' && c < 0x7f && c != '"' && c != '\\';
    };
    const auto* string = value.get_ptr<const std::string*>();
    if (string != nullptr && std::ranges::all_of(*string, is_plain)) {
        return '"' + *string + '"';
    }
    return value.dump(-1, ' ', false, Json::error_handler_t::replace);
}

/// Appends `{"name": "x", "rank": 2}`, all of `value` on one line; stops early, and returns false,
/// when the line grows longer than `limit`. The keys are ours and need no escapes.
bool one_line(const Json& value, std::size_t limit, std::string& line) {
    if (!value.is_structured()) {
        line += scalar_text(value);
        return line.size() <= limit;
    }
    line += value.is_object() ? '{' : '[';
    bool first = true;
    bool fits = true;
    for_each_item(value, [&](std::string_view key, const Json& item) {
        if (fits) {
            line += first ? "" : ", ";
            first = false;
            if (value.is_object()) {
                line.append(1, '"').append(key).append("\": ");
            }
            fits = one_line(item, limit, line);
        }
    });
    line += value.is_object() ? '}' : ']';
    return fits && line.size() <= limit;
}

/// An object without objects in it, such as an argument, stands on one line however long.
bool is_row(const Json& value) {
    return value.is_object() &&
           std::ranges::none_of(value, [](const Json& item) { return item.is_structured(); });
}

/// What is short or a row stands on one line, everything else is broken at every item.
void pretty(const Json& value, std::size_t indent, std::size_t used, std::string& text) {
    std::string line;
    const bool stays = !value.is_structured() || value.empty() || is_row(value);
    const std::size_t room = used < line_width ? line_width - 1 - used : 0;
    if (one_line(value, stays ? std::string::npos : room, line)) {
        text += line;
        return;
    }
    const std::string margin = '\n' + std::string(indent + 2, ' ');
    bool first = true;
    text += value.is_object() ? '{' : '[';
    for_each_item(value, [&](std::string_view key, const Json& item) {
        text += first ? "" : ",";
        first = false;
        const std::string label = value.is_object() ? '"' + std::string(key) + "\": " : "";
        text += margin + label;
        pretty(item, indent + 2, margin.size() + label.size(), text);
    });
    text += '\n' + std::string(indent, ' ') + (value.is_object() ? '}' : ']');
}

}  // namespace

/// All of a file, with a line feed at its end.
static std::string json_text(const Json& json) {
    std::string text;
    pretty(json, 0, line_width, text);
    return text + '\n';
}

// ---- the structs

namespace {

constexpr std::array<std::string_view, 4> kinds = {"scalar", "array", "tuple", "record"};

}  // namespace

/// Both directions of a struct whose keys are the names of its members.
#define PYCU_JSON(Struct, ...)                                                     \
    static void to_json(Json& nlohmann_json_j, const Struct& nlohmann_json_t) {    \
        NLOHMANN_JSON_EXPAND(NLOHMANN_JSON_PASTE(NLOHMANN_JSON_TO, __VA_ARGS__))   \
    }                                                                              \
    static void from_json(const Json& nlohmann_json_j, Struct& nlohmann_json_t) {  \
        NLOHMANN_JSON_EXPAND(NLOHMANN_JSON_PASTE(NLOHMANN_JSON_FROM, __VA_ARGS__)) \
    }

static void to_json(Json& json, const Arg& arg) {
    json = {{"name", arg.name}, {"type", arg.type}, {"kind", kinds[std::size_t(arg.kind)]}};
    if (arg.kind == Arg::Kind::Tuple) {
        json["items"] = arg.items;
        return;
    }
    json["dtype"] = arg.dtype;
    if (arg.kind == Arg::Kind::Array) {
        json["rank"] = arg.rank;
        json["layout"] = std::string(1, arg.layout);
        json["readonly"] = arg.readonly;
    }
    if (arg.kind != Arg::Kind::Scalar) {
        json["written"] = arg.written;
    }
    json["c_type"] = arg.c_type;
}

static void from_json(const Json& json, Arg& arg) {
    json.at("name").get_to(arg.name);
    json.at("type").get_to(arg.type);
    const auto kind = std::ranges::find(kinds, json.at("kind").get<std::string>());
    arg.kind = kind == kinds.end() ? Arg::Kind::Scalar : Arg::Kind(kind - kinds.begin());
    if (arg.kind == Arg::Kind::Tuple) {
        json.at("items").get_to(arg.items);
        return;
    }
    json.at("dtype").get_to(arg.dtype);
    json.at("c_type").get_to(arg.c_type);
    if (arg.kind == Arg::Kind::Array) {
        json.at("rank").get_to(arg.rank);
        arg.layout = json.at("layout").get<std::string>().at(0);
        json.at("readonly").get_to(arg.readonly);
    }
    if (arg.kind != Arg::Kind::Scalar) {
        json.at("written").get_to(arg.written);
    }
}

PYCU_JSON(Specialisation, signature, symbol, args, entries, engine, shared_bytes, dynamic_shared)
PYCU_JSON(RecordField, name, dtype, offset, shape)
PYCU_JSON(Record, name, c_type, size, aligned, fields)
PYCU_JSON(Loop, signature, symbol, inputs, outputs)
PYCU_JSON(Ufunc, name, qualname, cell, line, kind, symbol, layout, identity, doc, loops)
PYCU_JSON(HostFunction, name, cell, line, symbol, args, result)
PYCU_JSON(DeviceFunction, name, cell, line, signatures)
PYCU_JSON(Constant, name, type, value)

static void to_json(Json& json, const Global& global) {
    json = Json::object();
    if (!global.name.empty()) {
        json["name"] = global.name;
    }
    json["type"] = global.type;
    if (global.type == "tuple") {
        json["items"] = global.items;
    } else if (global.type == "array") {
        json["dtype"] = global.dtype;
        json["shape"] = global.shape;
        json["order"] = global.order;
        json["values"] = global.values;
    } else {
        json["value"] = global.value;
    }
}

static void from_json(const Json& json, Global& global) {
    global.name = json.value("name", "");
    json.at("type").get_to(global.type);
    if (global.type == "tuple") {
        json.at("items").get_to(global.items);
    } else if (global.type == "array") {
        json.at("dtype").get_to(global.dtype);
        json.at("shape").get_to(global.shape);
        json.at("order").get_to(global.order);
        json.at("values").get_to(global.values);
    } else {
        json.at("value").get_to(global.value);
    }
}

static void to_json(Json& json, const Kernel& kernel) {
    json = {{"name", kernel.name},
            {"qualname", kernel.qualname},
            {"cell", kernel.cell},
            {"line", kernel.line},
            {"symbol", kernel.symbol}};
    if (!kernel.doc.empty()) {
        json["doc"] = kernel.doc;
    }
    if (!kernel.frozen.empty()) {
        json["frozen"] = kernel.frozen;
    }
    json["specialisations"] = kernel.specialisations;
}

static void from_json(const Json& json, Kernel& kernel) {
    json.at("name").get_to(kernel.name);
    json.at("qualname").get_to(kernel.qualname);
    json.at("cell").get_to(kernel.cell);
    json.at("line").get_to(kernel.line);
    json.at("symbol").get_to(kernel.symbol);
    kernel.doc = json.value("doc", "");
    if (json.contains("frozen")) {
        json.at("frozen").get_to(kernel.frozen);
    }
    json.at("specialisations").get_to(kernel.specialisations);
}

PYCU_JSON(Skipped, name, cell, line, code)
PYCU_JSON(Entry, entry, symbol, architecture, registers, stack_bytes, spill_store_bytes,
          spill_load_bytes, shared_bytes, constant_bytes)
PYCU_JSON(Manifest, module, source, hash, records, kernels, ufuncs, functions, device_functions,
          constants, globals, skipped, nvcc_options)
PYCU_JSON(Build, module, target, library, kind, library_hash, hash, compiler, architectures,
          entries, linked)

namespace {

/// Lists that stand in the text only where they hold something.
constexpr const char* optional_lists[] = {"records", "ufuncs",       "functions",
                                          "globals", "nvcc_options", "linked"};

/// The lists whose items have a `cell` where it is not 0.
constexpr const char* placed_lists[] = {"kernels", "ufuncs", "functions", "device_functions",
                                        "skipped"};

/// Every item of those lists.
void for_each_placed(Json& json, const auto& action) {
    for (const char* const key : placed_lists) {
        if (!json.contains(key)) continue;
        for (Json& item : json[key]) action(item);
    }
}

template <class T>
std::string text_of(const T& value) {
    Json json = {{"schema", schema_version}};
    json.update(Json(value));
    for (const char* const key : optional_lists) {
        if (json.contains(key) && json[key].empty()) json.erase(key);
    }
    for_each_placed(json, [](Json& item) {
        if (item["cell"] == 0) item.erase("cell");
    });
    return json_text(json);
}

/// nlohmann reports by exceptions; they end here.
template <class T>
bool parse(std::string_view text, T& value, std::string& error) {
    try {
        Json json = Json::parse(text);
        const int schema = json.at("schema").get<int>();
        if (schema != schema_version) {
            error = fmt::format("schema {}, this pycu reads {}", schema, schema_version);
            return false;
        }
        for (const char* const key : optional_lists) {
            if (!json.contains(key)) json[key] = Json::array();
        }
        for_each_placed(json, [](Json& item) {
            if (item.is_object() && !item.contains("cell")) item["cell"] = 0;
        });
        value = json.get<T>();
        return true;
    } catch (const std::exception& problem) {
        error = problem.what();
        return false;
    }
}

}  // namespace

std::string to_json(const Manifest& manifest) {
    return text_of(manifest);
}

std::string to_json(const Build& build) {
    return text_of(build);
}

bool from_json(std::string_view text, Manifest& manifest, std::string& error) {
    return parse(text, manifest, error);
}

bool from_json(std::string_view text, Build& build, std::string& error) {
    return parse(text, build, error);
}

std::string content_hash(std::string_view source) {
    // FNV-1a: the digest tells versions of one file apart, it keeps no secrets.
    std::uint64_t hash = 0xcbf29ce484222325u;
    for (std::size_t i = 0; i < source.size(); ++i) {
        const bool return_char = source[i] == '\r';
        if (return_char && i + 1 < source.size() && source[i + 1] == '\n') continue;
        const char c = return_char ? '\n' : source[i];
        hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3u;
    }
    return fmt::format("{:016x}", hash);
}

}  // namespace pycu::manifest
