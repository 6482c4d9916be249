// Reads --sig options and the tables of signatures in TOML files.
#include "declare/signature_files.h"

#include <algorithm>

#include "declare/toml_places.h"
#include "support/text.h"
#include "syntax/unicode.h"

namespace pycu::sema {

namespace {

using From = GivenSignature::From;

Range whole(const SourceFile& file) {
    return {0, static_cast<std::uint32_t>(file.text().size()), file.file()};
}

/// Reads the tables of one TOML file.
class TomlReader {
  public:
    TomlReader(const SourceFile& file, From from, std::string prefix, SignatureFiles& out,
               diag::Sink& sink)
        : file_(file), from_(from), prefix_(std::move(prefix)), out_(out), sink_(sink) {}

    /// Reads the table at the end of a path.
    void read(const std::vector<std::string_view>& path) {
        const toml::parse_result result = toml::parse(std::string_view(file_.text()));
        if (!result) {
            const auto& error = result.error();
            const std::uint32_t at = offset_in(file_, error.source().begin);
            sink_.report<diag::Code::BadToml>({at, at, file_.file()}, error.description());
            out_.problem = diag::Code::BadToml;
            return;
        }
        const toml::table* at = &result.table();
        if (from_ == From::SigsToml) {  // the driver looks at all that a pyproject.toml says
            refuse_others(*at, path.back());
        }
        for (const std::string_view name : path) {
            const toml::node* inner = at->get(name);
            if (inner == nullptr) {
                return;
            }
            at = inner->as_table();
            if (at == nullptr) {
                refuse(*inner);
                out_.problem = diag::Code::BadSignatureEntry;
                return;
            }
        }
        table(*at, "");
    }

  private:
    /// A misspelt table would be passed over in silence, and its signatures with it.
    void refuse_others(const toml::table& table, std::string_view wanted) {
        for (const auto& [key, node] : table) {
            // There is more: read_constants, read_closures.
            const bool is_other = key.str() == "constants" || key.str() == "closures";
            if (key.str() == wanted || is_other) {
                continue;
            }
            auto& report = sink_.report<diag::Code::UnknownTable>(range(key.source()), key.str());
            report.help(node.is_table()
                            ? "the table of signatures is called `" + std::string(wanted) + "`"
                            : "signatures stand below `[" + std::string(wanted) + "]`");
            out_.problem = diag::Code::UnknownTable;
        }
    }

    Range range(const toml::source_region& source) const { return range_in(file_, source); }

    void refuse(const toml::node& node) {
        // in the order of toml::node_type
        static constexpr const char* names[] = {"nothing",  "a table",  "an array", "a string",
                                                "a number", "a number", "a boolean"};
        const auto type = static_cast<std::size_t>(node.type());
        sink_.report<diag::Code::BadSignatureEntry>(
            range(node.source()), type < std::size(names) ? names[type] : "a date");
    }

    void table(const toml::table& table, const std::string& outer) {
        for (const auto& [key, node] : table) {
            const std::string name = outer + syntax::nfkc(key.str());
            if (const toml::table* inner = node.as_table()) {
                this->table(*inner, name + ".");
            } else if (name.starts_with(prefix_)) {
                entry(name.substr(prefix_.size()), range(key.source()), node);
            } else if (name.find('.') == std::string::npos) {
                sink_.report<diag::Code::UnknownTable>(range(key.source()), name)
                    .help("a name begins with its module's: `\"" + prefix_ + name + "\"`");
                out_.problem = diag::Code::UnknownTable;
            }
        }
    }

    void entry(const std::string& name, Range key, const toml::node& node) {
        const auto before = std::ranges::find_if(out_.named, [&](const NamedSignatures& one) {
            return one.from == from_ && one.name == name;
        });
        if (before != out_.named.end()) {
            sink_.report<diag::Code::RepeatedEntry>(key, name).label(before->name_range,
                                                                     "the other place");
            before->problem = diag::Code::RepeatedEntry;
            return;
        }
        NamedSignatures named{name, key, from_, {}};
        if (const toml::array* list = node.as_array()) {
            for (const toml::node& item : *list) {
                text(item, named);
            }
            if (list->empty()) {
                sink_.report<diag::Code::EmptyEntry>(range(node.source()), name);
                named.problem = diag::Code::EmptyEntry;
            }
        } else {
            text(node, named);
        }
        out_.named.push_back(std::move(named));
    }

    void text(const toml::node& node, NamedSignatures& named) {
        const auto* string = node.as_string();
        if (string == nullptr) {
            refuse(node);
            named.problem = diag::Code::BadSignatureEntry;
            return;
        }
        const Range at = range(node.source());
        named.texts.push_back({string->get(), places_of_quoted(file_, at, string->get()), at});
    }

    const SourceFile& file_;
    From from_;
    /// What a name begins with: the module in pyproject.toml.
    std::string prefix_;
    SignatureFiles& out_;
    diag::Sink& sink_;
};

void read_constants(const toml::table& table, const std::string& outer, const SourceFile& file,
                    std::vector<std::string>& out, diag::Sink& sink) {
    for (const auto& [key, node] : table) {
        const std::string name = outer + syntax::nfkc(key.str());
        if (const toml::table* inner = node.as_table()) {
            read_constants(*inner, name + ".", file, out, sink);
        } else if (const auto text = python_text(node)) {
            out.push_back(name + "=" + *text);
        } else {
            sink.report<diag::Code::BadConstant>(range_in(file, node.source()),
                                                 "it is no number and no text of Python");
        }
    }
}

/// `NAME=SIGNATURE`.
void read_option(const SourceFile& file, std::vector<NamedSignatures>& out, diag::Sink& sink) {
    const std::string& text = file.text();
    const std::size_t equals = text.find('=');
    const std::string_view written = trim(std::string_view(text).substr(0, equals));
    const std::string name = syntax::nfkc(written);
    if (equals == std::string::npos || name.empty()) {
        sink.report<diag::Code::BadSignature>(whole(file), "`--sig` takes NAME=SIGNATURE");
        return;
    }
    const auto name_begin = static_cast<std::uint32_t>(written.data() - text.data());
    const Range name_range{name_begin, static_cast<std::uint32_t>(name_begin + written.size()),
                           file.file()};
    const auto begin = static_cast<std::uint32_t>(equals + 1);
    const Range rest{begin, whole(file).end, file.file()};
    const PlaceOf place = [rest](std::size_t offset, std::size_t length) {
        if (length == 0) {
            return rest;
        }
        const auto at = static_cast<std::uint32_t>(rest.begin + offset);
        return Range{at, static_cast<std::uint32_t>(at + length), rest.file};
    };
    SignatureText signature{text.substr(begin), place, rest};
    // --sig k=... --sig k=...: a list.
    const auto same = [&](const NamedSignatures& one) {
        return one.from == From::CommandLine && one.name == name;
    };
    const auto before = std::ranges::find_if(out, same);
    if (before != out.end()) {
        before->texts.push_back(std::move(signature));
    } else {
        out.push_back({name, name_range, From::CommandLine, {std::move(signature)}});
    }
}

}  // namespace

std::vector<std::string> read_constants(const SourceFile& file, diag::Sink& sink) {
    std::vector<std::string> all;
    // What is no TOML is reported where signatures are read.
    const toml::parse_result result = toml::parse(std::string_view(file.text()));
    const toml::table* table = result ? result.table()["constants"].as_table() : nullptr;
    if (table != nullptr) {
        read_constants(*table, "", file, all, sink);
    }
    return all;
}

std::vector<LaunchPath> read_launches(const SourceFile& file, std::string_view module,
                                      diag::Sink& sink) {
    std::vector<LaunchPath> paths;
    // What is no TOML is reported where signatures are read.
    const toml::parse_result result = toml::parse(std::string_view(file.text()));
    if (!result) {
        return paths;
    }
    const auto refuse = [&](const toml::node& node) {
        sink.report<diag::Code::BadLaunches>(range_in(file, node.source()),
                                             "it is no list of paths")
            .help("write `launches = [\"main.py\"]`, or `launches = {kernels = [\"main.py\"]}`");
    };
    const auto add_all = [&](const toml::node& node) {
        const toml::array* list = node.as_array();
        if (list == nullptr) {
            return refuse(node);
        }
        for (const toml::node& one : *list) {
            const auto* path = one.as_string();
            if (path == nullptr) {
                return refuse(one);
            }
            paths.push_back({path->get(), range_in(file, one.source())});
        }
    };
    const toml::table* table = table_of_pycu(result.table(), file);
    const toml::node* given = table != nullptr ? table->get("launches") : nullptr;
    if (given == nullptr) {
        return paths;
    }
    if (const toml::table* by_module = given->as_table()) {
        if (const toml::node* own = by_module->get(module)) {
            add_all(*own);
        }
    } else {
        add_all(*given);
    }
    return paths;
}

bool has_signatures(const SourceFile& file, std::string_view name) {
    SignatureFiles all;
    diag::Sink reported;
    TomlReader(file, From::SigsToml, "", all, reported).read({"signatures"});
    return reported.has_errors() ||
           std::ranges::find(all.named, name, &NamedSignatures::name) != all.named.end();
}

SignatureFiles read_signature_files(const Options& options, diag::Sink& sink) {
    SignatureFiles all;
    for (const SourceFile* file : options.sigs) {
        read_option(*file, all.named, sink);
    }
    if (options.sigs_toml != nullptr) {
        TomlReader(*options.sigs_toml, From::SigsToml, "", all, sink).read({"signatures"});
    }
    if (options.pyproject != nullptr) {
        const bool is_own = options.pyproject->name() == "pycu.toml";
        TomlReader reader(*options.pyproject, From::Pyproject, options.module + ".", all, sink);
        reader.read(is_own ? std::vector<std::string_view>{"signatures"}
                           : std::vector<std::string_view>{"tool", "pycu", "signatures"});
    }
    return all;
}

}  // namespace pycu::sema
