// Goes over the logical lines of a cell as IPython's input transformer does: magics begin one, so
// that `%` in brackets and strings is Python's.
#include "driver/magics.h"

#include <algorithm>
#include <cctype>

#include "support/text.h"
#include "syntax/parse.h"
#include "syntax/scan.h"

namespace pycu::driver {

namespace {

constexpr auto npos = std::string_view::npos;

/// A magic that runs the statement behind it, or the cell below it.
struct Runner {
    std::string_view name;
    /// Its options of one letter that have a value.
    std::string_view valued;
    /// The names that the code gives are the notebook's.
    bool binds = true;
};

constexpr Runner runners[] = {
    {"time", ""},        {"timeit", "nrp", false}, {"prun", "lsTD"},  {"memit", "rti"},
    {"capture", ""},     {"mprun", "fT"},          {"snakeviz", "f"}, {"pyinstrument", ""},
    {"lprun", "fmTDsu"}, {"debug", "b"},           {"scalene", ""},   {"notify", ""},
};

const Runner* find_runner(std::string_view name) {
    const auto found = std::ranges::find(runners, name, &Runner::name);
    return found == std::end(runners) ? nullptr : found;
}

bool is_line_end(char c) {
    return c == '\n' || c == '\r';
}

/// Behind the line end of a line that `at` is in.
std::size_t next_line(std::string_view text, std::size_t at) {
    at = text.find_first_of("\r\n", at);
    if (at == npos) {
        return text.size();
    }
    return at + (text.substr(at, 2) == "\r\n" ? 2 : 1);
}

/// Behind the last line of a statement: Python goes on in brackets and strings.
std::size_t next_statement(std::string_view text, std::size_t at) {
    int depth = 0;
    while (at < text.size()) {
        const char c = text[at];
        const std::size_t prefix = syntax::scan_string_prefix(text, at);
        if (prefix != npos) {
            at = syntax::scan_string(text, at + prefix).end;
        } else if (syntax::may_start_name(c)) {
            at = syntax::scan_name(text, at).end;
        } else if (c == '#') {
            at = std::min(text.find_first_of("\r\n", at), text.size());
        } else if (is_line_end(c) || (c == '\\' && at + 1 < text.size())) {
            const bool goes_on = c == '\\' || depth > 0;
            at = c == '\\' && !is_line_end(text[at + 1]) ? at + 1 : next_line(text, at);
            if (!goes_on) {
                return at;
            }
        } else {
            depth += c == '(' || c == '[' || c == '{'   ? 1
                     : c == ')' || c == ']' || c == '}' ? -1
                                                        : 0;
            ++at;
        }
    }
    return text.size();
}

/// Behind the last line of a magic: it goes on behind a line that ends in a backslash.
std::size_t magic_end(std::string_view text, std::size_t at) {
    for (;;) {
        const std::size_t end = next_line(text, at);
        if (end == text.size() || !trim(text.substr(at, end - at)).ends_with('\\')) {
            return end;
        }
        at = end;
    }
}

/// The line ends of a text.
std::string blank(std::string_view text) {
    std::string ends(text);
    std::erase_if(ends, [](char c) { return !is_line_end(c); });
    return ends;
}

/// `np.sum?`, `obj.method??`, `np.*load*?`
bool asks_for_help(std::string_view line) {
    if (!line.ends_with('?') || line.starts_with('#')) {
        return false;
    }
    return std::ranges::all_of(line, [](unsigned char c) {
        return std::isalnum(c) != 0 || c >= 0x80 ||
               std::string_view("_.*%?[]'\"").find(static_cast<char>(c)) != npos;
    });
}

/// Where the value begins of `files = !ls` and `home = %env HOME`; npos for other lines.
std::size_t magic_value(std::string_view line) {
    const std::size_t equals = line.find('=');
    const std::size_t value = equals == npos ? npos : line.find_first_not_of(" \t", equals + 1);
    if (value == npos || (line[value] != '!' && line[value] != '%')) {
        return npos;
    }
    const bool is_target = std::ranges::all_of(line.substr(0, equals), [](unsigned char c) {
        return std::isalnum(c) != 0 || c >= 0x80 ||
               std::string_view(" \t_.,*[]()").find(static_cast<char>(c)) != npos;
    });
    return is_target && !trim(line.substr(0, equals)).empty() ? value : npos;
}

/// Where the statement begins behind a magic's name and options.
std::size_t statement_of(std::string_view line, std::size_t at, const Runner& runner) {
    for (;;) {
        at = line.find_first_not_of(" \t", at);
        const bool is_option =
            at != npos && at + 1 < line.size() && line[at] == '-' &&
            (std::isalpha(static_cast<unsigned char>(line[at + 1])) != 0 || line[at + 1] == '-');
        if (!is_option) {
            return at;
        }
        const std::size_t end = std::min(line.find_first_of(" \t", at), line.size());
        const bool has_value = end == at + 2 && runner.valued.find(line[at + 1]) != npos;
        at = has_value ? line.find_first_not_of(" \t", end) : end;
        at = has_value && at != npos ? line.find_first_of(" \t", at) : at;
    }
}

/// Whether a text is Python whose names a runner gives to the notebook, or that gives none.
/// `is_line`: it may stand behind a semicolon.
bool may_run(std::string_view text, const Runner& runner, bool is_line) {
    const SourceFile file("", std::string(text));
    const syntax::Tree tree = syntax::parse(file);
    if (!tree.main.problems.empty()) {
        return false;
    }
    return std::ranges::all_of(tree.main.body, [&](syntax::StmtId id) {
        const syntax::Stmt& stmt = tree.stmts[id];
        const bool is_simple = stmt.get<syntax::ExprStmt>() || stmt.get<syntax::Assign>() ||
                               stmt.get<syntax::AugAssign>() || stmt.get<syntax::AnnAssign>() ||
                               stmt.get<syntax::Import>() || stmt.get<syntax::ImportFrom>();
        return runner.binds ? is_simple || !is_line : stmt.get<syntax::ExprStmt>() != nullptr;
    });
}

std::string_view name_of(std::string_view magic) {
    const std::size_t begin = std::min(magic.find_first_not_of('%'), magic.size());
    const std::size_t end = std::min(magic.find_first_of(" \t\r\n?", begin), magic.size());
    return magic.substr(begin, end - begin);
}

/// `%time x = f()` as `pass; x = f()`, every column in its place; `pass` for other magics.
std::string line_magic(std::string_view line) {
    const Runner* runner = find_runner(name_of(line));
    if (runner != nullptr && line[0] == '%') {
        const std::size_t begin = statement_of(line, runner->name.size() + 1, *runner);
        if (begin != npos && may_run(line.substr(begin), *runner, true)) {
            return "pass;" + std::string(begin - 5, ' ') + std::string(line.substr(begin));
        }
    }
    return "pass" + blank(line);
}

/// The lines of a cell below its cell magic, if it has one.
std::string python_lines(std::string_view cell) {
    std::string text;
    for (std::size_t at = 0; at < cell.size();) {
        const std::size_t first = std::min(cell.find_first_not_of(" \t", at), cell.size());
        const std::size_t end = next_line(cell, first);
        const std::string_view line = cell.substr(first, end - first);
        text += cell.substr(at, first - at);
        if (const std::size_t value = magic_value(line); value != npos) {
            at = magic_end(cell, first);
            text += line.substr(0, value);
            // what IPython makes of it, which nobody knows the value of
            text += "get_ipython()" + blank(cell.substr(first, at - first));
        } else if (line.starts_with('%') || line.starts_with('!') || line.starts_with('?') ||
                   asks_for_help(trim(line))) {
            at = magic_end(cell, first);
            text += line_magic(cell.substr(first, at - first));
        } else {
            at = next_statement(cell, first);
            text += cell.substr(first, at - first);
        }
    }
    return text;
}

/// The first line that is neither blank nor a comment.
std::size_t first_code(std::string_view cell) {
    for (std::size_t at = 0; at < cell.size(); at = next_line(cell, at)) {
        const std::size_t first = cell.find_first_not_of(" \t", at);
        if (first == npos || (!is_line_end(cell[first]) && cell[first] != '#')) {
            return first;
        }
    }
    return npos;
}

}  // namespace

std::string without_magics(std::string_view cell) {
    const std::size_t head = first_code(cell);
    if (head == npos || cell.substr(head, 2) != "%%") {
        return head == npos ? std::string() : python_lines(cell);
    }
    const Runner* runner = find_runner(name_of(cell.substr(head)));
    if (runner == nullptr) {
        return {};
    }
    const std::size_t body = magic_end(cell, head);
    const std::string python = python_lines(cell.substr(body));
    // what `%%timeit` runs is a function of its own
    const bool is_kept = runner->binds || may_run(python, *runner, false);
    return is_kept ? blank(cell.substr(0, body)) + python : std::string();
}

}  // namespace pycu::driver
