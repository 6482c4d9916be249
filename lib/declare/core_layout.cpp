// Reads layouts. See jit_options.h.
#include <algorithm>
#include <charconv>

#include "declare/jit_options.h"

namespace pycu::sema {

namespace {

/// What a call takes of one array: pycu_operands.h has room for so many.
constexpr std::size_t max_dimensions = 8;

/// NumPy names a dimension like a Python variable, in ASCII.
bool is_name_start(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

class LayoutReader {
  public:
    explicit LayoutReader(std::string_view text) : text_(text) { layout_.text = text; }

    std::variant<ir::CoreLayout, TypeProblem> read() {
        operands(layout_.inputs);
        if (!problem_ && !(take('-') && take('>'))) {
            fail("`->` stands between the inputs and the outputs");
        }
        if (!problem_) {
            operands(layout_.outputs);
        }
        skip();
        if (!problem_ && at_ < text_.size()) {
            fail("this stands behind its end");
        }
        if (!problem_ && layout_.outputs.empty()) {
            fail("it has no outputs");
        }
        if (!problem_) {
            check_outputs();
        }
        if (problem_) {
            return *problem_;
        }
        return std::move(layout_);
    }

  private:
    /// `(m,n),(),(3)`
    void operands(std::vector<ir::CoreLayout::Operand>& list) {
        skip();
        while (!problem_ && at_ < text_.size() && text_[at_] == '(') {
            ++at_;
            list.push_back(dimensions());
            if (problem_ || !take(',')) {
                return;
            }
            skip();
            if (at_ >= text_.size() || text_[at_] != '(') {
                fail("an operand stands behind `,`");
            }
        }
        if (!problem_ && at_ < text_.size() && text_[at_] != '-') {
            fail("each operand is in parentheses: `(n)`, `()`");
        }
    }

    ir::CoreLayout::Operand dimensions() {
        ir::CoreLayout::Operand operand;
        if (take(')')) {
            return operand;
        }
        do {
            skip();
            operand.push_back(dimension());
            if (!problem_ && operand.size() > max_dimensions) {
                fail("an operand has up to 8 dimensions");
            }
        } while (!problem_ && take(','));
        if (!problem_ && !take(')')) {
            fail("`,` or `)` stands behind a dimension");
        }
        return operand;
    }

    ir::CoreLayout::Dimension dimension() {
        const std::size_t begin = at_;
        ir::CoreLayout::Dimension made;
        if (at_ < text_.size() && is_name_start(text_[at_])) {
            while (at_ < text_.size() && (is_name_start(text_[at_]) || is_digit(text_[at_]))) {
                ++at_;
            }
            made.name = text_.substr(begin, at_ - begin);
            return made;
        }
        while (at_ < text_.size() && is_digit(text_[at_])) {
            ++at_;
        }
        made.name = text_.substr(begin, at_ - begin);
        const char* const end = text_.data() + at_;
        const auto read = std::from_chars(text_.data() + begin, end, made.size);
        if (begin == at_) {
            fail("a dimension is a name or a number");
        } else if (read.ec != std::errc{} || made.size <= 0) {
            fail("no array has an axis of this size", begin);
        }
        return made;
    }

    /// An output's dimension has its size from an input.
    void check_outputs() {
        for (const ir::CoreLayout::Operand& output : layout_.outputs) {
            for (const ir::CoreLayout::Dimension& one : output) {
                const auto has = [&](const ir::CoreLayout::Operand& input) {
                    return std::ranges::any_of(
                        input, [&](const auto& other) { return other.name == one.name; });
                };
                if (one.size == 0 && std::ranges::none_of(layout_.inputs, has)) {
                    const std::size_t arrow = text_.find("->");
                    const std::size_t place = text_.find(one.name, arrow);
                    problem_ =
                        TypeProblem{place, one.name.size(),
                                    "`" + one.name + "` is in no input, so nothing says its size"};
                    return;
                }
            }
        }
    }

    void skip() {
        while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\t')) {
            ++at_;
        }
    }

    bool take(char c) {
        skip();
        const bool found = at_ < text_.size() && text_[at_] == c;
        at_ += found ? 1 : 0;
        return found;
    }

    void fail(std::string why) { fail(std::move(why), at_); }
    void fail(std::string why, std::size_t at) {
        problem_ = TypeProblem{at, at < text_.size() ? std::size_t(1) : 0, std::move(why)};
    }

    std::string_view text_;
    std::size_t at_ = 0;
    ir::CoreLayout layout_;
    std::optional<TypeProblem> problem_;
};

}  // namespace

std::variant<ir::CoreLayout, TypeProblem> parse_layout(std::string_view text) {
    return LayoutReader(text).read();
}

}  // namespace pycu::sema
