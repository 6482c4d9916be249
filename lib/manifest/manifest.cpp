// The manifest as JSON, there and back. The door is manifest.h; the schema is in README.md.
#include "manifest/manifest.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "manifest/json_text.h"

namespace pycu::manifest {
namespace {

std::string_view kind_name(Arg::Kind kind) {
    switch (kind) {
        case Arg::Kind::Scalar:
            return "scalar";
        case Arg::Kind::Array:
            return "array";
        case Arg::Kind::Tuple:
            return "tuple";
        case Arg::Kind::Record:
            return "record";
    }
    return "";
}

Json json_of(const Arg& arg);
Json json_of(const Specialisation& one);
Json json_of(const RecordField& field);
Json json_of(const Record& record);
Json json_of(const Kernel& kernel);
Json json_of(const Loop& loop);
Json json_of(const Ufunc& ufunc);
Json json_of(const DeviceFunction& function);
Json json_of(const Constant& constant);
Json json_of(const Entry& entry);
Json json_of(const Skipped& skipped);

/// Every list of structs is printed by the `json_of` of its element.
template <class T>
Json list_of(const std::vector<T>& values) {
    Json list = Json::array();
    for (const T& value : values) list.push_back(json_of(value));
    return list;
}

Json json_of(const Arg& arg) {
    Json json = {{"name", arg.name}, {"type", arg.type}, {"kind", kind_name(arg.kind)}};
    if (arg.kind == Arg::Kind::Tuple) {
        json["items"] = list_of(arg.items);
        return json;
    }
    json["dtype"] = arg.dtype;
    if (arg.kind == Arg::Kind::Array) {
        json["rank"] = arg.rank;
        json["layout"] = std::string(1, arg.layout);
        json["readonly"] = arg.readonly;
        json["written"] = arg.written;
    } else if (arg.kind == Arg::Kind::Record) {
        json["written"] = arg.written;
    }
    json["c_type"] = arg.c_type;
    return json;
}

Json json_of(const Specialisation& one) {
    return {{"signature", one.signature},
            {"symbol", one.symbol},
            {"args", list_of(one.args)},
            {"entries", one.entries},
            {"engine", one.engine},
            {"shared_bytes", one.shared_bytes},
            {"dynamic_shared", one.dynamic_shared}};
}

Json json_of(const RecordField& field) {
    return {{"name", field.name},
            {"dtype", field.dtype},
            {"offset", field.offset},
            {"shape", field.shape}};
}

Json json_of(const Record& record) {
    return {{"name", record.name},
            {"c_type", record.c_type},
            {"size", record.size},
            {"aligned", record.aligned},
            {"fields", list_of(record.fields)}};
}

Json json_of(const Kernel& kernel) {
    return {{"name", kernel.name},
            {"qualname", kernel.qualname},
            {"line", kernel.line},
            {"symbol", kernel.symbol},
            {"specialisations", list_of(kernel.specialisations)}};
}

Json json_of(const Loop& loop) {
    return {{"signature", loop.signature},
            {"symbol", loop.symbol},
            {"inputs", loop.inputs},
            {"outputs", loop.outputs}};
}

Json json_of(const Ufunc& ufunc) {
    return {{"name", ufunc.name},           {"qualname", ufunc.qualname},
            {"line", ufunc.line},           {"kind", ufunc.kind},
            {"symbol", ufunc.symbol},       {"layout", ufunc.layout},
            {"identity", ufunc.identity},   {"doc", ufunc.doc},
            {"loops", list_of(ufunc.loops)}};
}

Json json_of(const DeviceFunction& function) {
    return {{"name", function.name}, {"line", function.line}, {"signatures", function.signatures}};
}

Json json_of(const Constant& constant) {
    return {{"name", constant.name}, {"type", constant.type}, {"value", constant.value}};
}

Json json_of(const Entry& entry) {
    return {{"entry", entry.entry},
            {"symbol", entry.symbol},
            {"architecture", entry.architecture},
            {"registers", entry.registers},
            {"stack_bytes", entry.stack_bytes},
            {"spill_store_bytes", entry.spill_store_bytes},
            {"spill_load_bytes", entry.spill_load_bytes},
            {"shared_bytes", entry.shared_bytes},
            {"constant_bytes", entry.constant_bytes}};
}

Json json_of(const Skipped& skipped) {
    return {{"name", skipped.name}, {"line", skipped.line}, {"code", skipped.code}};
}

void read(const Json& json, Arg& arg);
void read(const Json& json, Specialisation& one);
void read(const Json& json, Kernel& kernel);
void read(const Json& json, Loop& loop);
void read(const Json& json, Ufunc& ufunc);

void read(const Json& json, DeviceFunction& function) {
    json.at("name").get_to(function.name);
    json.at("line").get_to(function.line);
    json.at("signatures").get_to(function.signatures);
}

void read(const Json& json, Constant& constant) {
    json.at("name").get_to(constant.name);
    json.at("type").get_to(constant.type);
    json.at("value").get_to(constant.value);
}

void read(const Json& json, Skipped& skipped) {
    json.at("name").get_to(skipped.name);
    json.at("line").get_to(skipped.line);
    json.at("code").get_to(skipped.code);
}

void read(const Json& json, Entry& entry) {
    json.at("entry").get_to(entry.entry);
    json.at("symbol").get_to(entry.symbol);
    json.at("architecture").get_to(entry.architecture);
    json.at("registers").get_to(entry.registers);
    json.at("stack_bytes").get_to(entry.stack_bytes);
    json.at("spill_store_bytes").get_to(entry.spill_store_bytes);
    json.at("spill_load_bytes").get_to(entry.spill_load_bytes);
    json.at("shared_bytes").get_to(entry.shared_bytes);
    json.at("constant_bytes").get_to(entry.constant_bytes);
}

void read(const Json& json, RecordField& field) {
    json.at("name").get_to(field.name);
    json.at("dtype").get_to(field.dtype);
    json.at("offset").get_to(field.offset);
    json.at("shape").get_to(field.shape);
}

void read(const Json& json, Record& record);

template <class T>
void read_list(const Json& json, std::vector<T>& values) {
    values.clear();
    for (const Json& item : json) read(item, values.emplace_back());
}

void read(const Json& json, Record& record) {
    json.at("name").get_to(record.name);
    json.at("c_type").get_to(record.c_type);
    json.at("size").get_to(record.size);
    json.at("aligned").get_to(record.aligned);
    read_list(json.at("fields"), record.fields);
}

void read(const Json& json, Arg& arg) {
    json.at("name").get_to(arg.name);
    json.at("type").get_to(arg.type);
    const auto kind = json.at("kind").get<std::string>();
    if (kind == kind_name(Arg::Kind::Tuple)) {
        arg.kind = Arg::Kind::Tuple;
        read_list(json.at("items"), arg.items);
        return;
    }
    json.at("dtype").get_to(arg.dtype);
    json.at("c_type").get_to(arg.c_type);
    if (kind == kind_name(Arg::Kind::Record)) {
        arg.kind = Arg::Kind::Record;
        json.at("written").get_to(arg.written);
        return;
    }
    arg.kind = Arg::Kind::Scalar;
    if (kind != kind_name(Arg::Kind::Array)) return;
    arg.kind = Arg::Kind::Array;
    json.at("rank").get_to(arg.rank);
    arg.layout = json.at("layout").get<std::string>().at(0);
    json.at("readonly").get_to(arg.readonly);
    json.at("written").get_to(arg.written);
}

void read(const Json& json, Specialisation& one) {
    json.at("signature").get_to(one.signature);
    json.at("symbol").get_to(one.symbol);
    read_list(json.at("args"), one.args);
    json.at("entries").get_to(one.entries);
    json.at("engine").get_to(one.engine);
    json.at("shared_bytes").get_to(one.shared_bytes);
    json.at("dynamic_shared").get_to(one.dynamic_shared);
}

void read(const Json& json, Kernel& kernel) {
    json.at("name").get_to(kernel.name);
    json.at("qualname").get_to(kernel.qualname);
    json.at("line").get_to(kernel.line);
    json.at("symbol").get_to(kernel.symbol);
    read_list(json.at("specialisations"), kernel.specialisations);
}

void read(const Json& json, Loop& loop) {
    json.at("signature").get_to(loop.signature);
    json.at("symbol").get_to(loop.symbol);
    json.at("inputs").get_to(loop.inputs);
    json.at("outputs").get_to(loop.outputs);
}

void read(const Json& json, Ufunc& ufunc) {
    json.at("name").get_to(ufunc.name);
    json.at("qualname").get_to(ufunc.qualname);
    json.at("line").get_to(ufunc.line);
    json.at("kind").get_to(ufunc.kind);
    json.at("symbol").get_to(ufunc.symbol);
    json.at("layout").get_to(ufunc.layout);
    json.at("identity").get_to(ufunc.identity);
    json.at("doc").get_to(ufunc.doc);
    read_list(json.at("loops"), ufunc.loops);
}

void read(const Json& json, Manifest& manifest) {
    json.at("module").get_to(manifest.module);
    json.at("source").get_to(manifest.source);
    json.at("hash").get_to(manifest.hash);
    if (json.contains("records")) read_list(json.at("records"), manifest.records);
    read_list(json.at("kernels"), manifest.kernels);
    if (json.contains("ufuncs")) read_list(json.at("ufuncs"), manifest.ufuncs);
    read_list(json.at("device_functions"), manifest.device_functions);
    read_list(json.at("constants"), manifest.constants);
    read_list(json.at("skipped"), manifest.skipped);
    if (json.contains("nvcc_options")) {
        json.at("nvcc_options").get_to(manifest.nvcc_options);
    }
}

void read(const Json& json, Build& build) {
    json.at("module").get_to(build.module);
    json.at("target").get_to(build.target);
    json.at("library").get_to(build.library);
    json.at("kind").get_to(build.kind);
    json.at("library_hash").get_to(build.library_hash);
    json.at("hash").get_to(build.hash);
    json.at("compiler").get_to(build.compiler);
    json.at("architectures").get_to(build.architectures);
    read_list(json.at("entries"), build.entries);
}

/// nlohmann reports by exceptions; they end here.
template <class T>
bool parse(std::string_view text, T& value, std::string& error) {
    try {
        const Json json = Json::parse(text);
        const int schema = json.at("schema").get<int>();
        if (schema != schema_version) {
            error = fmt::format("schema {}, this pycu reads {}", schema, schema_version);
            return false;
        }
        T result;
        read(json, result);
        value = std::move(result);
        return true;
    } catch (const std::exception& problem) {
        error = problem.what();
        return false;
    }
}

}  // namespace

std::string to_json(const Manifest& manifest) {
    Json json = {{"schema", schema_version},
                 {"module", manifest.module},
                 {"source", manifest.source},
                 {"hash", manifest.hash}};
    if (!manifest.records.empty()) json["records"] = list_of(manifest.records);
    json["kernels"] = list_of(manifest.kernels);
    if (!manifest.ufuncs.empty()) json["ufuncs"] = list_of(manifest.ufuncs);
    json["device_functions"] = list_of(manifest.device_functions);
    json["constants"] = list_of(manifest.constants);
    json["skipped"] = list_of(manifest.skipped);
    if (!manifest.nvcc_options.empty()) json["nvcc_options"] = manifest.nvcc_options;
    return json_text(json);
}

std::string to_json(const Build& build) {
    const Json json = {{"schema", schema_version},
                       {"module", build.module},
                       {"target", build.target},
                       {"library", build.library},
                       {"kind", build.kind},
                       {"library_hash", build.library_hash},
                       {"hash", build.hash},
                       {"compiler", build.compiler},
                       {"architectures", build.architectures},
                       {"entries", list_of(build.entries)}};
    return json_text(json);
}

bool from_json(std::string_view text, Manifest& manifest, std::string& error) {
    return parse(text, manifest, error);
}

bool from_json(std::string_view text, Build& build, std::string& error) {
    return parse(text, build, error);
}

std::string content_hash(std::string_view source, const std::vector<std::string>& options) {
    // FNV-1a: the digest tells versions of one file apart, it keeps no secrets.
    std::uint64_t hash = 0xcbf29ce484222325u;
    const auto mix = [&hash](char c) {
        hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3u;
    };
    for (std::size_t i = 0; i < source.size(); ++i) {
        const bool return_char = source[i] == '\r';
        if (return_char && i + 1 < source.size() && source[i + 1] == '\n') continue;
        mix(return_char ? '\n' : source[i]);
    }
    for (const std::string& option : options) {
        mix('\0');
        for (const char c : option) mix(c);
    }
    return fmt::format("{:016x}", hash);
}

}  // namespace pycu::manifest
