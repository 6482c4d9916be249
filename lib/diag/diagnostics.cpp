// The table of kinds and the sink.
#include "diag/diagnostics.h"

#include <algorithm>
#include <tuple>

#include "support/check.h"
#include "support/nearest.h"
#include "support/text.h"

namespace pycu::diag {

const std::vector<Kind>& all_kinds() {
    static const std::vector<Kind> kinds = {
#define PYCU_DIAGNOSTIC(number, name, severity, message) \
    Kind{Code::name, #name, Severity::severity, message},
#include "diag/diagnostics.def"
#undef PYCU_DIAGNOSTIC
    };
    return kinds;
}

const Kind& kind(Code code) {
    const auto found = std::ranges::find(all_kinds(), code, &Kind::code);
    PYCU_CHECK(found != all_kinds().end());
    return *found;
}

std::string code_name(Code code) {
    const std::string digits = std::to_string(10000 + static_cast<int>(code));
    return "PYCU" + digits.substr(1);
}

std::string_view severity_name(Severity severity) {
    return severity == Severity::Error ? "error" : "warning";
}

std::string flag_name(const Kind& kind) {
    std::string name;
    for (const char c : kind.name) {
        const bool upper = c >= 'A' && c <= 'Z';
        if (upper && !name.empty()) {
            name += '-';
        }
        name += upper ? static_cast<char>(c - 'A' + 'a') : c;
    }
    return name;
}

Diagnostic& Diagnostic::label(Range where, std::string text) {
    // several calls may lead to one place
    const bool is_said = std::ranges::any_of(
        labels, [&](const Label& one) { return one.range == where && one.text == text; });
    if (!is_said) {
        labels.push_back({where, std::move(text)});
    }
    return *this;
}

Diagnostic& Diagnostic::note(std::string text) {
    notes.push_back(std::move(text));
    return *this;
}

Diagnostic& Diagnostic::help(std::string text) {
    helps.push_back(std::move(text));
    return *this;
}

Diagnostic& Diagnostic::edit(Range where, std::string text, bool is_safe) {
    edits.push_back({where, std::move(text), is_safe});
    return *this;
}

Diagnostic& Diagnostic::there_is(std::string_view meant, Range where, std::string_view written) {
    if (meant.empty()) {
        return *this;
    }
    where.end = where.begin + static_cast<std::uint32_t>(written.size());
    const std::string name(meant);
    return help("there is `" + name + "`").edit(where, name, is_slip(written, meant));
}

Diagnostic& Sink::add(Code code, Range range, const std::vector<std::string>& arguments) {
    Diagnostic diagnostic;
    diagnostic.code = code;
    diagnostic.range = range;
    diagnostic.message = fill(kind(code).message, arguments);
    add(std::move(diagnostic));
    return diagnostics_.back();
}

void Sink::add(Diagnostic diagnostic) {
    const Kind& of = kind(diagnostic.code);
    diagnostic.severity = of.severity;
    if (of.severity == Severity::Warning) {
        const std::string flag = flag_name(of);
        if (std::ranges::count(warnings_.silenced, flag) > 0) {
            diagnostic.severity = Severity::Ignored;
        } else if (warnings_.all_errors || std::ranges::count(warnings_.errors, flag) > 0) {
            diagnostic.severity = Severity::Error;
        }
    }
    diagnostics_.push_back(std::move(diagnostic));
}

void Sink::take(const Sink& other) {
    diagnostics_.insert(diagnostics_.end(), other.diagnostics_.begin(), other.diagnostics_.end());
}

std::size_t Sink::count(Severity severity) const {
    return static_cast<std::size_t>(
        std::ranges::count(diagnostics_, severity, &Diagnostic::severity));
}

std::vector<Diagnostic> Sink::sorted() const {
    std::vector<Diagnostic> shown;
    std::ranges::copy_if(diagnostics_, std::back_inserter(shown),
                         [](const Diagnostic& one) { return one.severity != Severity::Ignored; });
    const auto key = [](const Diagnostic& one) {
        return std::tuple(one.placed, one.range.file, one.range.begin, one.range.end, one.code);
    };
    std::ranges::stable_sort(shown, {}, key);
    // A device function typed for several calls reports its mistake once.
    const auto same = [&](const Diagnostic& a, const Diagnostic& b) {
        return key(a) == key(b) && (a.placed || a.message == b.message);
    };
    shown.erase(std::unique(shown.begin(), shown.end(), same), shown.end());
    return shown;
}

}  // namespace pycu::diag
