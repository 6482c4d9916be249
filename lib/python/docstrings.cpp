// Reads types in docstrings. See docstrings.h.
#include "python/docstrings.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "support/text.h"

namespace pycu::sema {

namespace {

bool is_any_word(std::string_view word, std::initializer_list<std::string_view> words) {
    return std::ranges::find(words, word) != words.end();
}

bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

bool is_word_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || is_digit(c) || c == '_' ||
           c == '.' || c == '-';
}

std::string_view last_part(std::string_view path) {
    return path.substr(path.rfind('.') + 1);
}

/// A word, a mark such as `,`, or what stands in brackets, with its opening one.
struct Token {
    char kind = 'w';  // w, a mark, or ( [
    std::string_view text;
};

/// The offset behind the bracket that closes the one at `open`; npos where none does.
std::size_t end_of_group(std::string_view text, std::size_t open) {
    int depth = 0;
    for (std::size_t i = open; i < text.size(); ++i) {
        depth += text[i] == '(' || text[i] == '[' ? 1 : 0;
        depth -= text[i] == ')' || text[i] == ']' ? 1 : 0;
        if (depth == 0) {
            return i + 1;
        }
    }
    return std::string_view::npos;
}

/// Nothing where brackets do not close.
std::optional<std::vector<Token>> tokens_of(std::string_view text) {
    std::vector<Token> made;
    for (std::size_t at = 0; at < text.size();) {
        if (text[at] == ' ' || text[at] == '`') {
            ++at;
        } else if (text[at] == '(' || text[at] == '[') {
            const std::size_t end = end_of_group(text, at);
            if (end == std::string_view::npos) {
                return std::nullopt;
            }
            made.push_back({text[at], text.substr(at + 1, end - at - 2)});
            at = end;
        } else if (is_word_letter(text[at])) {
            const std::size_t begin = at;
            while (at < text.size() && is_word_letter(text[at])) {
                ++at;
            }
            made.push_back({'w', text.substr(begin, at - begin)});
        } else {
            made.push_back({text[at], text.substr(at, 1)});
            ++at;
        }
    }
    return made;
}

bool is_array_word(std::string_view word) {
    return is_any_word(word, {"array", "array_like", "array-like", "arraylike", "arrays"}) ||
           is_any_word(last_part(word), {"ndarray", "NDArray", "DeviceNDArray"});
}

/// A dtype by a name that NumPy or Numba has for one size alone.
std::optional<Scalar> sized(std::string_view word) {
    const std::string_view name = last_part(word);
    const bool is_of_module = name.size() < word.size();
    const std::string_view module = word.substr(0, word.size() - name.size());
    if (is_of_module && !is_any_word(module, {"np.", "numpy.", "numba.", "cp.", "cupy."})) {
        return std::nullopt;
    }
    // What people call `float` and `int` in an array may be any of these.
    const bool is_loose = is_any_word(name, {"float", "int", "bool", "complex", "long"});
    return is_loose ? std::nullopt : numpy_scalar(name);
}

std::optional<Scalar> python_number(std::string_view word) {
    return word == "float"     ? std::optional(Scalar::Float64)
           : word == "int"     ? std::optional(Scalar::Int64)
           : word == "bool"    ? std::optional(Scalar::Bool)
           : word == "complex" ? std::optional(Scalar::Complex128)
                               : std::nullopt;
}

/// `2D`, `2-D`, `2-dimensional`.
std::optional<std::size_t> rank_word(std::string_view word) {
    if (word.size() < 2 || !is_digit(word[0]) || word[0] == '0') {
        return std::nullopt;
    }
    std::string_view rest = word.substr(1);
    rest = rest.starts_with('-') ? rest.substr(1) : rest;
    return is_any_word(rest, {"D", "d", "dim", "dimensional"})
               ? std::optional(std::size_t(word[0] - '0'))
               : std::nullopt;
}

class TypeReader {
  public:
    explicit TypeReader(std::vector<Token> tokens) : tokens_(std::move(tokens)) {}

    std::optional<Documented> read() {
        while (at_ < tokens_.size()) {
            if (!read_one()) {
                return std::nullopt;
            }
        }
        if (loose_ && !made_.is_array) {
            const bool is_alone = !made_.scalar && !made_.rank;
            made_.scalar = loose_;
            made_.is_python = true;
            return is_alone ? std::optional(made_) : std::nullopt;
        }
        const bool is_number = made_.scalar && !made_.rank && !made_.layout;
        return made_.is_array || is_number ? std::optional(made_) : std::nullopt;
    }

  private:
    const Token* next() { return at_ < tokens_.size() ? &tokens_[at_++] : nullptr; }
    /// A word behind `=`, `:` or nothing.
    const Token* next_behind_mark() {
        while (at_ < tokens_.size() && is_any_word(tokens_[at_].text, {"=", ":", "of"})) {
            ++at_;
        }
        return next();
    }

    bool read_one() {
        const Token& token = *next();
        if (token.kind == ',' || token.kind == '.') {
            return true;
        }
        if (token.kind == '(') {
            return token.text.starts_with("default") || token.text == "optional" ||
                   (token.text.find(',') != token.text.npos && set_shape(token.text));
        }
        return token.kind == 'w' && read_word(token.text);
    }

    bool read_word(std::string_view word) {
        if (is_any_word(word, {"of", "with", "a", "an", "and", "numpy", "NumPy", "device", "values",
                               "elements", "type", "optional", "contiguous"})) {
            return true;
        }
        if (is_any_word(word, {"default", "defaults"})) {
            while (at_ < tokens_.size() && tokens_[at_].kind != ',') {
                ++at_;
            }
            return true;
        }
        if (word == "shape") {
            const Token* shape = next_behind_mark();
            return shape != nullptr && shape->kind == '(' && set_shape(shape->text);
        }
        if (word == "dtype") {
            const Token* dtype = next_behind_mark();
            return dtype != nullptr && dtype->kind == 'w' && set_element(dtype->text);
        }
        if (word == "ndim") {
            const Token* count = next_behind_mark();
            return count != nullptr && count->text.size() == 1 && is_digit(count->text[0]) &&
                   set_rank(std::size_t(count->text[0] - '0'));
        }
        if (const auto rank = rank_word(word)) {
            return set_rank(*rank);
        }
        if (is_array_word(word)) {
            return set_array();
        }
        return set_element(word);
    }

    /// `ndarray`, `ndarray[float32]`, `ndarray[np.float32, ndim=2]`.
    bool set_array() {
        if (made_.is_array) {
            return false;
        }
        made_.is_array = true;
        if (at_ == tokens_.size() || tokens_[at_].kind != '[') {
            return true;
        }
        auto inner = tokens_of(next()->text);
        if (!inner) {
            return false;
        }
        std::swap(tokens_, *inner);
        const std::size_t outer = std::exchange(at_, 0);
        bool is_read = true;
        while (is_read && at_ < tokens_.size()) {
            is_read = read_one();
        }
        std::swap(tokens_, *inner);
        at_ = outer;
        return is_read;
    }

    /// `float32`, `floats`, `float32[:, ::1]`.
    bool set_element(std::string_view word) {
        if (made_.scalar || loose_) {
            return false;
        }
        const bool is_plural = is_any_word(word, {"floats", "ints", "bools"});
        loose_ = python_number(is_plural ? word.substr(0, word.size() - 1) : word);
        made_.scalar = loose_ ? std::nullopt : sized(word);
        if (made_.scalar && at_ < tokens_.size() && tokens_[at_].kind == '[') {
            return set_axes(next()->text);
        }
        return made_.scalar || loose_;
    }

    bool set_axes(std::string_view text) {
        const auto axes = split(text, ',');
        for (std::size_t i = 0; i < axes.size(); ++i) {
            const std::string_view axis = trim(axes[i]);
            const bool is_dense = axis == "::1";
            if (!is_dense && axis != ":") {
                return false;
            }
            if (is_dense && (made_.layout || (i != 0 && i + 1 != axes.size()))) {
                return false;
            }
            made_.layout = !is_dense              ? made_.layout
                           : i + 1 == axes.size() ? std::optional(Layout::C)
                                                  : std::optional(Layout::F);
        }
        made_.is_array = true;
        return set_rank(axes.size());
    }

    /// The dimensions of `n, m` or `n,`; one that may have more says nothing.
    bool set_shape(std::string_view text) {
        std::size_t count = 0;
        const auto parts = split(text, ',');
        for (std::size_t i = 0; i < parts.size(); ++i) {
            const std::string_view part = trim(parts[i]);
            if (part.empty() && i + 1 == parts.size()) {
                continue;
            }
            const bool is_one = !part.empty() && part.find_first_of("[(=:") == part.npos &&
                                part.find("..") == part.npos && !part.starts_with('*') &&
                                !sized(part) && !python_number(part);
            if (!is_one) {
                return false;
            }
            ++count;
        }
        return set_rank(count);
    }

    bool set_rank(std::size_t rank) {
        if (rank == 0 || (made_.rank && *made_.rank != rank)) {
            return false;
        }
        made_.rank = rank;
        return true;
    }

    std::vector<Token> tokens_;
    std::size_t at_ = 0;
    Documented made_;
    std::optional<Scalar> loose_;
};

std::size_t indentation(std::string_view line) {
    return std::min(line.find_first_not_of(' '), line.size());
}

bool is_rule(std::string_view line) {
    const std::string_view text = trim(line);
    return text.size() >= 3 && text.find_first_not_of('-') == text.npos;
}

/// The entries of `Parameters` that speak of a parameter: their lines.
std::vector<std::string_view> entries_of(std::string_view docstring, std::string_view parameter) {
    const auto lines = split(docstring, '\n');
    std::vector<std::string_view> made;
    bool is_inside = false;
    std::size_t indent = 0;
    for (std::size_t i = 0; i < lines.size(); ++i) {
        if (i + 1 < lines.size() && is_rule(lines[i + 1])) {
            is_inside = is_any_word(trim(lines[i]), {"Parameters", "Other Parameters"});
            indent = indentation(lines[i]);
            ++i;
            continue;
        }
        const std::size_t colon = lines[i].find(':');
        if (!is_inside || colon == std::string_view::npos || indentation(lines[i]) != indent) {
            continue;
        }
        for (const std::string_view name : split(lines[i].substr(0, colon), ',')) {
            if (trim(name) == parameter) {
                made.push_back(trim(lines[i]));
            }
        }
    }
    return made;
}

/// Where a line of a docstring stands first; the whole where no line is written so.
Range place_of(const syntax::Tree& tree, Range whole, std::string_view line) {
    const std::string_view written = tree.module_of(whole).file->text(whole);
    for (const std::string_view one : split(written, '\n')) {
        if (trim(one) == line) {
            const auto at = std::uint32_t(trim(one).data() - written.data());
            return {whole.begin + at, std::uint32_t(whole.begin + at + line.size()), whole.file};
        }
    }
    return whole;
}

}  // namespace

std::optional<Documented> documented_type(std::string_view text) {
    text = trim(text);
    text = text.ends_with('.') ? text.substr(0, text.size() - 1) : text;
    auto tokens = tokens_of(text);
    return tokens && !tokens->empty() ? TypeReader(*std::move(tokens)).read() : std::nullopt;
}

std::optional<Documented> documented(const syntax::Tree& tree, const syntax::FunctionDef& function,
                                     std::string_view parameter) {
    const auto* stmt = function.body.empty()
                           ? nullptr
                           : std::get_if<syntax::ExprStmt>(&tree.stmts[function.body.front()].as);
    const auto* constant =
        stmt != nullptr ? std::get_if<syntax::Constant>(&tree.exprs[stmt->value].as) : nullptr;
    const auto* text = constant != nullptr ? std::get_if<std::string>(&constant->value) : nullptr;
    if (text == nullptr) {
        return std::nullopt;
    }
    const auto entries = entries_of(*text, parameter);
    if (entries.size() != 1) {
        return std::nullopt;
    }
    const std::string_view line = entries.front();
    auto made = documented_type(line.substr(line.find(':') + 1));
    if (made) {
        made->range = place_of(tree, tree.exprs[stmt->value].range, line);
    }
    return made;
}

}  // namespace pycu::sema
