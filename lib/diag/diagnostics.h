// What pycu tells its user: codes, messages, labels, notes and the sink that collects them.
//
//     sink.report<diag::Code::CannotAssign>(range, "x", "float32", "boolean")
//         .label(declared, "`x` got its type here")
//         .note("a device variable keeps one type");
#pragma once

#include <cstddef>
#include <deque>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "source/source_file.h"

namespace pycu::diag {

enum class Severity { Ignored, Warning, Error };

// The 1 before the number keeps 0301 from being octal and 0089 legal.
enum class Code {
#define PYCU_DIAGNOSTIC(number, name, severity, message) name = 1##number - 10000,
#include "diag/diagnostics.def"
#undef PYCU_DIAGNOSTIC
};

/// One line of diagnostics.def.
struct Kind {
    Code code;
    std::string_view name;
    Severity severity;
    std::string_view message;
};

/// All kinds, in the order of diagnostics.def.
const std::vector<Kind>& all_kinds();

/// The kind of a code.
const Kind& kind(Code code);

/// `PYCU0301`.
std::string code_name(Code code);

/// `error` or `warning`; what is ignored is told nowhere.
std::string_view severity_name(Severity severity);

/// The name of a warning on the command line: `MaybeUnset` is `maybe-unset`.
std::string flag_name(const Kind& kind);

/// A second place of a diagnostic and what it has to do with the first.
struct Label {
    Range range;
    std::string text;
};

/// A replacement of a part of a text, after which the diagnostic is gone.
struct Edit {
    Range range;
    std::string text;
    bool is_safe = false;  // nothing else can be meant
};

/// One message with all that belongs to it.
struct Diagnostic {
    Code code{};
    Severity severity = Severity::Error;
    Range range;
    bool placed = true;  // false: about the run or a whole file, printed without a source line
    std::string message;
    std::vector<Label> labels;
    std::vector<std::string> notes;
    std::vector<std::string> helps;
    std::vector<Edit> edits;  // all of them together

    Diagnostic& label(Range where, std::string text);
    Diagnostic& note(std::string text);
    Diagnostic& help(std::string text);
    /// What the help says, for `pycu fix` and editors. An edit that is not safe may be what is not
    /// meant.
    Diagnostic& edit(Range where, std::string text, bool is_safe);
    /// Says which name may be meant by the one that is written, and where it stands; the edit is
    /// safe where that is a slip of the fingers. No name, no word.
    Diagnostic& there_is(std::string_view meant, Range where, std::string_view written);
};

/// Which warnings are errors and which are silent.
struct WarningOptions {
    bool all_errors = false;
    std::vector<std::string> errors;    // flag names
    std::vector<std::string> silenced;  // flag names
};

namespace detail {

/// The message of a code, for counting its holes while compiling.
constexpr std::string_view message_of(Code code) {
    switch (code) {
#define PYCU_DIAGNOSTIC(number, name, severity, message) \
    case Code::name:                                     \
        return message;
#include "diag/diagnostics.def"
#undef PYCU_DIAGNOSTIC
    }
    return {};
}

/// How many arguments a message takes: its largest `{n}` and one.
constexpr std::size_t count_holes(std::string_view message) {
    std::size_t count = 0;
    for (std::size_t i = 0; i + 2 < message.size(); ++i) {
        if (message[i] == '{' && message[i + 1] >= '0' && message[i + 1] <= '9') {
            const auto hole = static_cast<std::size_t>(message[i + 1] - '0');
            count = hole + 1 > count ? hole + 1 : count;
        }
    }
    return count;
}

template <class T>
std::string to_text(const T& value) {
    if constexpr (std::is_arithmetic_v<T>) {
        return std::to_string(value);
    } else {
        return std::string(std::string_view(value));
    }
}

}  // namespace detail

/// Collects the diagnostics of a run.
class Sink {
  public:
    explicit Sink(WarningOptions warnings = {}) : warnings_(std::move(warnings)) {}

    /// Adds a diagnostic; labels, notes and help are added to what it returns.
    template <Code code, class... Arguments>
    Diagnostic& report(Range range, const Arguments&... arguments) {
        static_assert(detail::count_holes(detail::message_of(code)) == sizeof...(Arguments),
                      "wrong number of arguments for this message");
        return add(code, range, {detail::to_text(arguments)...});
    }

    /// Adds a diagnostic that has no place in a source text.
    template <Code code, class... Arguments>
    Diagnostic& report(const Arguments&... arguments) {
        Diagnostic& added = report<code>(Range{}, arguments...);
        added.placed = false;
        return added;
    }

    /// Adds a diagnostic that was made before; its severity follows this sink's options.
    void add(Diagnostic diagnostic);

    /// Adds what another sink has, with the severities that it has given.
    void take(const Sink& other);

    bool has_errors() const { return count(Severity::Error) > 0; }
    std::size_t count(Severity severity = Severity::Error) const;

    /// What is to be shown: by file and place, one for each place and code, nothing ignored.
    std::vector<Diagnostic> sorted() const;

    const std::deque<Diagnostic>& all() const { return diagnostics_; }

  private:
    Diagnostic& add(Code code, Range range, const std::vector<std::string>& arguments);

    WarningOptions warnings_;
    std::deque<Diagnostic> diagnostics_;
};

}  // namespace pycu::diag
