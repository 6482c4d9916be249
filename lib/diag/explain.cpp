// Pages about messages: found, taken apart, printed.
#include "diag/explain.h"

#include <algorithm>
#include <cctype>
#include <nlohmann/json.hpp>

#include "support/check.h"
#include "support/nearest.h"
#include "support/text.h"
#include "templates/embedded.h"

namespace pycu::diag {

using Json = nlohmann::ordered_json;

namespace {

constexpr std::string_view fence = "```";

/// The lines of the first block that begins with a fence line.
std::string block(std::string_view body, std::string_view first_line) {
    const std::string opening = std::string(first_line) + '\n';
    const std::size_t at = body.find(opening);
    if (at == std::string_view::npos) {
        return {};
    }
    const std::string_view rest = body.substr(at + opening.size());
    return std::string(rest.substr(0, rest.find("```\n")));
}

/// `205` and `pycu205` as `PYCU0205`; what is no number as it is, in lower case.
std::string spelled_code(std::string_view name) {
    std::string digits = lower_case(name);
    if (digits.starts_with("pycu")) {
        digits.erase(0, 4);
    }
    const bool is_number =
        !digits.empty() && digits.size() <= 4 &&
        std::ranges::all_of(digits, [](unsigned char c) { return std::isdigit(c) != 0; });
    return is_number ? "PYCU" + std::string(4 - digits.size(), '0') + digits : lower_case(name);
}

/// A line of a page as a terminal shows it; programs are indented.
class PageWriter {
  public:
    void add(std::string_view line) {
        if (line.starts_with("<!--")) {
            drops_blank_ = true;
        } else if (line.starts_with(fence)) {
            const bool opens = !in_block_;
            in_block_ = opens;
            if (opens && line.ends_with(" wrong")) {
                text_ += "Wrong:\n\n";
            } else if (opens && line.ends_with(" right")) {
                text_ += "Right:\n\n";
            }
        } else if (!line.empty() || !drops_blank_) {
            text_ += in_block_ && !line.empty() ? "    " : "";
            text_ += std::string(line) + '\n';
            drops_blank_ = false;
        }
    }
    std::string take() { return std::move(text_); }

  private:
    std::string text_;
    bool in_block_ = false;
    bool drops_blank_ = false;
};

/// What stands above a page: code, name, whether it is an error.
std::string heading(const Kind& kind) {
    return code_name(kind.code) + " (" + flag_name(kind) + ", " +
           std::string(severity_name(kind.severity)) + ")";
}

Json to_json(const Page& page) {
    Json json = {{"code", code_name(page.kind->code)},
                 {"name", flag_name(*page.kind)},
                 {"severity", severity_name(page.kind->severity)},
                 {"message", page.kind->message},
                 {"title", page.title},
                 {"text", page.body}};
    if (!page.wrong.empty()) {
        json["wrong"] = page.wrong;
    }
    if (!page.right.empty()) {
        json["right"] = page.right;
    }
    return json;
}

}  // namespace

Page page(Code code) {
    const std::string_view text = embedded::text("explain/" + code_name(code) + ".md");
    PYCU_CHECK(text.starts_with("# "));
    const std::size_t end = text.find('\n');
    Page page;
    page.kind = &kind(code);
    page.title = text.substr(2, end - 2);
    page.body = trim(text.substr(end));
    const std::string body = std::string(page.body) + '\n';
    page.wrong = block(body, "```python wrong");
    page.right = block(body, "```python right");
    return page;
}

const Kind* find_kind(std::string_view name) {
    const std::string code = spelled_code(name);
    for (const Kind& kind : all_kinds()) {
        if (code_name(kind.code) == code || flag_name(kind) == code ||
            lower_case(kind.name) == code) {
            return &kind;
        }
    }
    return nullptr;
}

std::string nearest_kind(std::string_view name) {
    const std::string code = spelled_code(name);
    std::string found;
    if (code.starts_with("PYCU")) {
        // Codes of a topic stand together: the next one by number.
        const int number = std::stoi(code.substr(4));
        int distance = 100;
        for (const Kind& kind : all_kinds()) {
            const int apart = std::abs(static_cast<int>(kind.code) - number);
            if (apart < distance) {
                distance = apart;
                found = code_name(kind.code);
            }
        }
        return found;
    }
    std::vector<std::string> names;
    for (const Kind& kind : all_kinds()) {
        names.push_back(flag_name(kind));
    }
    return nearest(code, names);
}

std::string page_text(const Page& page) {
    PageWriter writer;
    for (const std::string_view line : split(page.body, '\n')) {
        writer.add(line);
    }
    return heading(*page.kind) + "\n" + std::string(page.title) + "\n\n" + writer.take();
}

std::string page_list() {
    std::size_t width = 0;
    for (const Kind& kind : all_kinds()) {
        width = std::max(width, flag_name(kind).size());
    }
    std::string text;
    for (const Kind& kind : all_kinds()) {
        const std::string name = flag_name(kind);
        text += code_name(kind.code) + "  " + name + std::string(width - name.size(), ' ') +
                (kind.severity == Severity::Error ? "  error    " : "  warning  ") +
                std::string(page(kind.code).title) + '\n';
    }
    return text;
}

std::string page_json(const Page& page) {
    return to_json(page).dump(2) + '\n';
}

std::string pages_json() {
    Json json = Json::array();
    for (const Kind& kind : all_kinds()) {
        json.push_back(to_json(page(kind.code)));
    }
    return json.dump(2) + '\n';
}

}  // namespace pycu::diag
