// Reads imports out of lines. See import_scan.h.
#include "driver/import_scan.h"

#include <string>
#include <utility>

#include "syntax/scan.h"

namespace pycu::driver {

namespace {

class ImportScanner {
  public:
    explicit ImportScanner(std::string_view text) : text_(text) {}

    std::vector<syntax::Stmt> scan() {
        while (at_ < text_.size()) {
            skip_blanks();
            if (takes("import")) {
                add(syntax::Import{.names = names()});
            } else if (takes("from")) {
                add_from();
            }
            skip_to_statement();
        }
        return std::move(found_);
    }

  private:
    void add_from() {
        syntax::ImportFrom from;
        skip_blanks();
        for (; at_ < text_.size() && text_[at_] == '.'; ++at_) {
            ++from.level;
            skip_blanks();
        }
        if (!text_.substr(at_).starts_with("import") || from.level == 0) {
            from.module = dotted_name();
        }
        skip_blanks();
        if (takes("import")) {
            from.names = names();
            add(std::move(from));
        }
    }

    template <class Node>
    void add(Node node) {
        found_.emplace_back().as = std::move(node);
    }

    std::vector<syntax::Alias> names() {
        std::vector<syntax::Alias> names;
        skip_blanks();
        if (at_ < text_.size() && text_[at_] == '(') {
            ++at_;
            is_in_parentheses_ = true;
        }
        for (;;) {
            skip_blanks();
            const std::string name = dotted_name();
            if (name.empty()) {
                break;
            }
            syntax::Alias& alias = names.emplace_back();
            alias.name = name;
            skip_blanks();
            if (takes("as")) {
                skip_blanks();
                alias.asname = dotted_name();
                skip_blanks();
            }
            if (at_ >= text_.size() || text_[at_] != ',') {
                break;
            }
            ++at_;
        }
        is_in_parentheses_ = false;
        return names;
    }

    /// Also `*`.
    std::string dotted_name() {
        const std::size_t begin = at_;
        if (at_ < text_.size() && text_[at_] == '*') {
            ++at_;
        }
        while (at_ < text_.size() && (syntax::may_continue_name(text_[at_]) || text_[at_] == '.')) {
            ++at_;
        }
        return std::string(text_.substr(begin, at_ - begin));
    }

    bool takes(std::string_view word) {
        if (!text_.substr(at_).starts_with(word) ||
            (at_ + word.size() < text_.size() &&
             syntax::may_continue_name(text_[at_ + word.size()]))) {
            return false;
        }
        at_ += word.size();
        return true;
    }

    /// Over what may stand between the words of a statement; over ends of lines and comments
    /// between parentheses.
    void skip_blanks() {
        while (at_ < text_.size()) {
            const char c = text_[at_];
            if (c == '\\' || (is_in_parentheses_ && c == '#')) {
                skip_line();
            } else if (c == ' ' || c == '\t' || c == '\r' || c == '\f' ||
                       (is_in_parentheses_ && c == '\n')) {
                ++at_;
            } else {
                return;
            }
        }
    }

    /// To what stands behind the next end of a line, `;` or `:`.
    void skip_to_statement() { skip_behind("\n;:"); }

    void skip_line() { skip_behind("\n"); }

    void skip_behind(const char* ends) {
        const std::size_t end = text_.find_first_of(ends, at_);
        at_ = end == text_.npos ? text_.size() : end + 1;
    }

    std::string_view text_;
    std::size_t at_ = 0;
    bool is_in_parentheses_ = false;
    std::vector<syntax::Stmt> found_;
};

}  // namespace

std::vector<syntax::Stmt> scan_imports(std::string_view text) {
    return ImportScanner(text).scan();
}

}  // namespace pycu::driver
