// Reads [closures] of an x.sigs.toml. See closure_files.h.
#include "declare/closure_files.h"

#include <optional>

#include "declare/toml_places.h"
#include "support/text.h"
#include "syntax/unicode.h"

namespace pycu::sema {

namespace {

/// What is wrong with an entry, and where.
struct Problem {
    Range range;
    std::string text;
};

class ClosureReader {
  public:
    explicit ClosureReader(const SourceFile& file) : file_(file) {}

    GivenClosure closure(const toml::key& key, const toml::node& node) const {
        const toml::table* entry = node.as_table();
        const std::string name = key_name(key);
        if (entry == nullptr) {
            fail(node, "`" + name + "` is no table of `of` and `values`");
        }
        if (name.empty() || name.find('.') != std::string::npos) {
            fail(range(key.source()), "`" + name + "` is no name of a function");
        }
        GivenClosure made{name, range(key.source()), {}, {}};
        bool has_function = false;
        for (const auto& [part, value] : *entry) {
            if (part.str() == "of") {
                made.of = text(value, "`of` is no text");
                made.of_range = range(value.source());
                has_function = true;
            } else if (part.str() == "values") {
                made.values = values(value);
            } else {
                fail(range(part.source()),
                     "a closure has `of` and `values`, and no `" + key_name(part) + "`");
            }
        }
        if (!has_function) {
            fail(range(key.source()), "`" + name + "` has no `of`, the function that it is");
        }
        return made;
    }

    Range range(const toml::source_region& source) const { return range_in(file_, source); }

    static std::string key_name(const toml::key& key) { return syntax::nfkc(key.str()); }

  private:
    [[noreturn]] void fail(Range at, std::string text) const { throw Problem{at, std::move(text)}; }
    [[noreturn]] void fail(const toml::node& node, std::string text) const {
        fail(range(node.source()), std::move(text));
    }

    std::string text(const toml::node& node, const std::string& problem) const {
        const auto* string = node.as_string();
        if (string == nullptr) {
            fail(node, problem);
        }
        return string->get();
    }

    std::vector<GivenClosure::Name> values(const toml::node& node) const {
        const toml::table* table = node.as_table();
        if (table == nullptr) {
            fail(node, "`values` is no table of names");
        }
        std::vector<GivenClosure::Name> all;
        for (const auto& [key, value] : *table) {
            all.push_back(
                {key_name(key), range(key.source()), bound(value), range(value.source())});
        }
        return all;
    }

    /// The forms of --bindings that need no memory of a running program.
    Bound bound(const toml::node& node) const {
        if (const auto written = python_text(node)) {
            return {BoundText{*written}};
        }
        const toml::table* table = node.as_table();
        if (table == nullptr) {
            fail(node, "a value is a text of Python, a number or a table");
        }
        if (const toml::node* name = table->get("name")) {
            return {BoundName{text(*name, "`name` is no text")}};
        }
        if (const toml::node* path = table->get("path")) {
            return {BoundPath{text(*path, "`path` is no text")}};
        }
        const toml::node* of = table->get("of");
        const toml::node* attribute = table->get("attribute");
        if (of != nullptr && attribute != nullptr) {
            return {BoundAttribute{{bound(*of)}, text(*attribute, "`attribute` is no text")}};
        }
        if (const toml::node* items = table->get("tuple")) {
            return {tuple(*table, *items)};
        }
        fail(node, "a value has one of `name`, `path`, `attribute` with `of`, and `tuple`");
    }

    const toml::array& list(const toml::node& node, const std::string& problem) const {
        const toml::array* items = node.as_array();
        if (items == nullptr) {
            fail(node, problem);
        }
        return *items;
    }

    BoundTuple tuple(const toml::table& table, const toml::node& items) const {
        BoundTuple made;
        for (const toml::node& item : list(items, "`tuple` is no list")) {
            made.items.push_back(bound(item));
        }
        if (const toml::node* name = table.get("class")) {
            made.class_name = text(*name, "`class` is no text");
            const toml::node* fields = table.get("fields");
            for (const toml::node& field :
                 list(fields != nullptr ? *fields : *name, "`fields` is no list")) {
                made.fields.push_back(text(field, "a field is no text"));
            }
            if (made.fields.size() != made.items.size()) {
                fail(items, counted(made.items.size(), "item") + " and " +
                                counted(made.fields.size(), "field"));
            }
        }
        return made;
    }

    const SourceFile& file_;
};

}  // namespace

std::vector<GivenClosure> read_closures(const SourceFile& file, std::vector<std::string>& broken,
                                        diag::Sink& sink) {
    std::vector<GivenClosure> all;
    // What is no TOML is reported where signatures are read.
    const toml::parse_result result = toml::parse(std::string_view(file.text()));
    const toml::node* node = result ? result.table().get("closures") : nullptr;
    if (node == nullptr) {
        return all;
    }
    const toml::table* table = node->as_table();
    if (table == nullptr) {
        sink.report<diag::Code::BadClosure>(range_in(file, node->source()),
                                            "`closures` is no table of functions");
        return all;
    }
    const ClosureReader reader(file);
    for (const auto& [key, entry] : *table) {
        try {
            all.push_back(reader.closure(key, entry));
        } catch (const Problem& problem) {
            sink.report<diag::Code::BadClosure>(problem.range, problem.text);
            broken.push_back(ClosureReader::key_name(key));
        }
    }
    return all;
}

}  // namespace pycu::sema
