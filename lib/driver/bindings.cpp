// JSON -> sema::Bindings. See bindings.h.
#include "driver/bindings.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>

#include "support/files.h"

namespace pycu::driver {

namespace fs = std::filesystem;

using Json = nlohmann::ordered_json;
using sema::Bound;

namespace {

constexpr int schema = 1;
/// Tuples in tuples, and attributes of attributes.
constexpr int max_depth = 100;

/// What is wrong, as the message continues: "`k.N` is neither a text nor an object".
struct Problem {
    std::string text;
};

class BindingsReader {
  public:
    BindingsReader(const std::string& path, std::vector<std::string>& read)
        : path_(path), read_(read) {}

    /// Throws Problem, and what nlohmann throws.
    void file(sema::Bindings& made) {
        const ReadResult file = read_file(path_);
        if (!file.ok()) {
            throw Problem{file.error};
        }
        read_.push_back(path_.string());
        const Json json = Json::parse(file.text);
        if (!json.is_object() || !json.contains("schema")) {
            throw Problem{"it is no object with a `schema`"};
        }
        if (json["schema"] != schema) {
            throw Problem{"its schema is " + json["schema"].dump() + ", and this pycu reads " +
                          std::to_string(schema)};
        }
        made.functions = namespaces(member(json, "functions", "it"));
        if (json.contains("modules")) {
            made.modules = namespaces(json["modules"]);
        }
    }

  private:
    static const Json& member(const Json& of, const char* name, const std::string& where) {
        const auto found = of.find(name);
        if (found == of.end()) {
            throw Problem{where + " has no `" + name + "`"};
        }
        return *found;
    }

    static std::string text(const Json& of, const char* name, const std::string& where) {
        const Json& found = member(of, name, where);
        if (!found.is_string()) {
            throw Problem{"`" + std::string(name) + "` of " + where + " is no text"};
        }
        return found.get<std::string>();
    }

    std::vector<sema::BoundNamespace> namespaces(const Json& json) {
        std::vector<sema::BoundNamespace> made;
        for (const auto& [title, names] : json.items()) {
            if (!names.is_object()) {
                throw Problem{"`" + title + "` has no object of names"};
            }
            sema::BoundNamespace& one = made.emplace_back();
            one.name = title;
            for (const auto& [name, bound] : names.items()) {
                one.names.emplace_back(name, value(bound, title + "." + name, 0));
            }
        }
        return made;
    }

    Bound value(const Json& json, const std::string& name, int depth) {
        const std::string where = "`" + name + "`";
        if (json.is_string()) {
            return {sema::BoundText{json.get<std::string>()}};
        }
        if (depth > max_depth) {
            throw Problem{where + " is nested too deeply"};
        }
        if (!json.is_object()) {
            throw Problem{where + " is neither a text nor an object"};
        }
        if (json.contains("array")) {
            return {array(json, where)};
        }
        if (json.contains("memory")) {
            return {memory(json, where)};
        }
        if (json.contains("name")) {
            return {sema::BoundName{text(json, "name", where)}};
        }
        if (json.contains("path")) {
            return {sema::BoundPath{text(json, "path", where)}};
        }
        if (json.contains("attribute")) {
            return {sema::BoundAttribute{{value(member(json, "of", where), name, depth + 1)},
                                         text(json, "attribute", where)}};
        }
        if (json.contains("tuple")) {
            return {tuple(json, name, depth)};
        }
        if (json.contains("dict")) {
            return {dict(json, name, depth)};
        }
        if (json.contains("unknown")) {
            return {sema::BoundUnknown{text(json, "unknown", where)}};
        }
        throw Problem{where + " is an object of no known kind"};
    }

    sema::BoundTuple tuple(const Json& json, const std::string& name, int depth) {
        sema::BoundTuple made;
        const std::string where = "`" + name + "`";
        const Json& items = member(json, "tuple", where);
        if (!items.is_array()) {
            throw Problem{where + " has no list of items"};
        }
        for (const Json& item : items) {
            const std::string at = name + "[" + std::to_string(made.items.size()) + "]";
            made.items.push_back(value(item, at, depth + 1));
        }
        if (json.contains("class")) {
            made.class_name = text(json, "class", where);
            made.fields = member(json, "fields", where).get<std::vector<std::string>>();
            if (made.fields.size() != made.items.size()) {
                throw Problem{where + " has " + std::to_string(made.items.size()) +
                              " items and names for " + std::to_string(made.fields.size())};
            }
        }
        return made;
    }

    sema::BoundTuple dict(const Json& json, const std::string& name, int depth) {
        sema::BoundTuple made;
        made.is_dict = true;
        for (const Json& pair : member(json, "dict", name)) {
            if (!pair.is_array() || pair.size() != 2) {
                throw Problem{"`" + name + "` has something else than pairs of keys and values"};
            }
            const std::string at = std::to_string(made.items.size());
            made.keys.push_back(value(pair[0], name + ".key_" + at, depth + 1));
            made.items.push_back(value(pair[1], name + "[" + at + "]", depth + 1));
        }
        return made;
    }

    sema::BoundArray array(const Json& json, const std::string& where) {
        sema::BoundArray made;
        made.file = text(json, "array", where);
        made.dtype = text(json, "dtype", where);
        made.shape = member(json, "shape", where).get<std::vector<std::int64_t>>();
        if (json.contains("order")) {
            const std::string order = text(json, "order", where);
            if (order != "C" && order != "F") {
                throw Problem{"the order of " + where + " is `" + order +
                              "`, and orders are C and F"};
            }
            made.is_fortran = order == "F";
        }
        made.bytes = content(made.file, where);
        return made;
    }

    static sema::BoundMemory memory(const Json& json, const std::string& where) {
        sema::BoundMemory made;
        made.address = member(json, "memory", where).get<std::uint64_t>();
        made.dtype = text(json, "dtype", where);
        made.shape = member(json, "shape", where).get<std::vector<std::int64_t>>();
        made.strides = member(json, "strides", where).get<std::vector<std::int64_t>>();
        if (made.shape.size() != made.strides.size()) {
            throw Problem{where + " has " + std::to_string(made.shape.size()) + " extents and " +
                          std::to_string(made.strides.size()) + " strides"};
        }
        if (std::ranges::any_of(made.shape, [](std::int64_t extent) { return extent < 0; })) {
            throw Problem{where + " has an extent below 0"};
        }
        made.is_readonly = json.value("readonly", false);
        return made;
    }

    /// Several names may be one array.
    std::shared_ptr<const std::string> content(const std::string& name, const std::string& where) {
        auto& known = contents_[name];
        if (known == nullptr) {
            const fs::path path = path_.parent_path() / name;
            ReadResult file = read_file(path);
            if (!file.ok()) {
                throw Problem{"the file `" + name + "` of " + where + ": " + file.error};
            }
            read_.push_back(path.string());
            known = std::make_shared<const std::string>(std::move(file.text));
        }
        return known;
    }

    fs::path path_;
    std::vector<std::string>& read_;
    std::map<std::string, std::shared_ptr<const std::string>> contents_;
};

/// What nlohmann says, without its number.
std::string plain(std::string_view what) {
    const std::size_t end = what.find("] ");
    return std::string(end == what.npos ? what : what.substr(end + 2));
}

}  // namespace

std::optional<sema::Bindings> read_bindings(const std::string& path, std::vector<std::string>& read,
                                            diag::Sink& sink) {
    sema::Bindings made;
    made.file = path;
    try {
        BindingsReader(path, read).file(made);
        return made;
    } catch (const Problem& problem) {
        sink.report<diag::Code::BadBindings>(path, problem.text);
    } catch (const Json::parse_error& error) {
        sink.report<diag::Code::BadBindings>(path, "it is no JSON: " + plain(error.what()));
    } catch (const Json::exception& error) {
        sink.report<diag::Code::BadBindings>(path, plain(error.what()));
    }
    return std::nullopt;
}

}  // namespace pycu::driver
