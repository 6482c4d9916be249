// Diagnostics as one document: a log of SARIF, a code quality report of GitLab.
#include <algorithm>
#include <cctype>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "diag/explain.h"
#include "diag/render.h"
#include "diag/span.h"
#include "support/text.h"

namespace pycu::diag {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

namespace {

std::string dumped(const Json& json) {
    return json.dump(2, ' ', false, Json::error_handler_t::replace) + '\n';
}

/// A path as a URI: relative ones stay so, and what a URI has no sign for gets a code.
std::string uri(const std::string& path) {
    constexpr std::string_view digits = "0123456789ABCDEF";
    constexpr std::string_view plain = "/-._~";
    std::string text = path.starts_with('/') ? "file://" : "";
    for (const char c : path) {
        const auto byte = static_cast<unsigned char>(c);
        if (byte < 0x80 && (std::isalnum(byte) != 0 || plain.find(c) != std::string_view::npos)) {
            text += c;
        } else {
            text += {'%', digits[byte >> 4], digits[byte & 15]};
        }
    }
    return text;
}

Json region(const Span& span) {
    Json json = {{"startLine", span.line},
                 {"startColumn", span.column},
                 {"endLine", span.end_line},
                 {"endColumn", span.end_column}};
    if (span.cell == 0) {  // bytes of a cell are none of the notebook's
        json.update({{"byteOffset", span.byte}, {"byteLength", span.end_byte - span.byte}});
    }
    return json;
}

Json location(const Span& span, const fs::path& root) {
    Json json = {{"physicalLocation",
                  {{"artifactLocation", {{"uri", uri(path_below(root, span.path))}}},
                   {"region", region(span)}}}};
    if (span.cell != 0) {
        json["logicalLocations"] = {{{"name", "cell " + std::to_string(span.cell)}}};
    }
    return json;
}

Json rule(Code code) {
    const Page page = diag::page(code);
    const std::string name(page.kind->name);
    return {{"id", code_name(code)},
            {"name", name},
            {"shortDescription", {{"text", page.title}}},
            {"fullDescription", {{"text", page.body.substr(0, page.body.find("\n\n"))}}},
            {"help", {{"text", page_text(page)}, {"markdown", page.body}}},
            {"defaultConfiguration", {{"level", severity_name(page.kind->severity)}}}};
}

/// The edits of a diagnostic as one fix; nothing where they are not in files as they are.
Json fixes(const Diagnostic& one, const Files& files, const fs::path& root) {
    Json changes = Json::array();
    for (const Edit& edit : one.edits) {
        const Span span = span_of(edit.range, files);
        if (!span.is_file() || span.cell != 0) {
            return Json::array();
        }
        changes.push_back(
            {{"artifactLocation", {{"uri", uri(path_below(root, span.path))}}},
             {"replacements",
              {{{"deletedRegion", region(span)}, {"insertedContent", {{"text", edit.text}}}}}}});
    }
    if (changes.empty()) {
        return changes;
    }
    const std::string said = join(one.helps, "; ");
    return {{{"description", {{"text", said.empty() ? "write what is missing" : said}}},
             {"artifactChanges", changes}}};
}

Json result(const Diagnostic& one, std::size_t rule_index, const std::string& fingerprint,
            const Files& files, const fs::path& root) {
    Json json = {{"ruleId", code_name(one.code)},
                 {"ruleIndex", rule_index},
                 {"level", severity_name(one.severity)},
                 {"message", {{"text", whole_text(one, files)}}},
                 {"partialFingerprints", {{"pycu/v1", fingerprint}}}};
    if (one.placed && span_of(one.range, files).is_file()) {
        json["locations"] = {location(span_of(one.range, files), root)};
    }
    Json related = Json::array();
    for (const Label& label : one.labels) {
        const Span span = span_of(label.range, files);
        if (span.is_file()) {
            Json place = location(span, root);
            place["id"] = related.size();
            place["message"] = {{"text", label.text}};
            related.push_back(place);
        }
    }
    if (!related.empty()) {
        json["relatedLocations"] = related;
    }
    if (const Json fix = fixes(one, files, root); !fix.empty()) {
        json["fixes"] = fix;
    }
    return json;
}

}  // namespace

std::string render_sarif(const std::vector<Diagnostic>& shown, const Files& files,
                         const fs::path& root) {
    std::vector<Code> codes;
    for (const Diagnostic& one : shown) {
        codes.push_back(one.code);
    }
    std::ranges::sort(codes);
    codes.erase(std::unique(codes.begin(), codes.end()), codes.end());
    Json rules = Json::array();
    for (const Code code : codes) {
        rules.push_back(rule(code));
    }
    const std::vector<std::string> names = fingerprints(shown, files, root);
    Json results = Json::array();
    for (std::size_t i = 0; i < shown.size(); ++i) {
        const auto at = std::ranges::find(codes, shown[i].code) - codes.begin();
        results.push_back(result(shown[i], std::size_t(at), names[i], files, root));
    }
    const Json driver = {{"name", "pycu"}, {"version", PYCU_VERSION}, {"rules", rules}};
    return dumped({{"$schema", "https://json.schemastore.org/sarif-2.1.0.json"},
                   {"version", "2.1.0"},
                   {"runs",
                    {{{"tool", {{"driver", driver}}},
                      {"columnKind", "unicodeCodePoints"},
                      {"results", results}}}}});
}

std::string render_gitlab(const std::vector<Diagnostic>& shown, const Files& files,
                          const fs::path& root) {
    const std::vector<std::string> names = fingerprints(shown, files, root);
    Json report = Json::array();
    for (std::size_t i = 0; i < shown.size(); ++i) {
        const Diagnostic& one = shown[i];
        Span span = one.placed ? span_of(one.range, files) : Span{};
        if (!span.is_file()) {
            span = Span{};
            span.path = ".";
        }
        report.push_back({{"description", whole_text(one, files)},
                          {"check_name", code_name(one.code)},
                          {"fingerprint", names[i]},
                          {"severity", one.severity == Severity::Error ? "major" : "minor"},
                          {"location",
                           {{"path", path_below(root, span.path)},
                            {"lines", {{"begin", span.line}, {"end", span.end_line}}}}}});
    }
    return dumped(report);
}

}  // namespace pycu::diag
