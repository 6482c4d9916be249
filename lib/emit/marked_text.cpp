// Reads marked text.
#include "emit/marked_text.h"

#include <algorithm>
#include <cstddef>
#include <set>

#include "layout/layout.h"
#include "types/scalar.h"

namespace pycu::emit {

namespace {

constexpr char opening = '\x01', closing = '\x02';
/// Behind an opening mark stands which scalar the expression is.
constexpr char first_scalar = 'A';

/// A marked text as a tree of expressions.
class MarkReader {
  public:
    MarkReader(std::string_view text, std::deque<Node>& nodes) : text_(text), nodes_(nodes) {}

    void read() { fill(nodes_.emplace_back()); }

  private:
    /// Reads up to the mark that closes the node, or to the end.
    void fill(Node& node) {
        while (true) {
            const std::string_view blank = skipped_blank();
            if (at_ == text_.size()) {
                return;
            }
            if (text_[at_] == closing) {
                ++at_;
                return;
            }
            if (text_[at_] == opening) {
                Node& inner = nodes_.emplace_back();
                inner.type = scalar_info(Scalar(text_[at_ + 1] - first_scalar)).cuda;
                at_ += 2;
                fill(inner);
                node.pieces.push_back({blank, {}, &inner});
            } else {
                node.pieces.push_back({blank, token(), nullptr});
            }
        }
    }

    std::string_view skipped_blank() {
        const std::size_t begin = at_;
        while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\n')) {
            ++at_;
        }
        return text_.substr(begin, at_ - begin);
    }

    std::string_view token() {
        const std::size_t begin = at_;
        if (text_.substr(at_, 2) == "//") {
            at_ = std::min(text_.find('\n', at_), text_.size());
        } else if (const std::size_t behind = layout::behind_literal(text_, at_); behind != at_) {
            at_ = behind;
        } else if (is_digit(text_[at_])) {
            at_ = layout::behind_number(text_, at_);
        } else {
            while (at_ < text_.size() && layout::is_word_character(text_[at_])) {
                ++at_;
            }
            at_ += at_ == begin ? 1 : 0;
        }
        return text_.substr(begin, at_ - begin);
    }

    std::string_view text_;
    std::size_t at_ = 0;
    std::deque<Node>& nodes_;
};

}  // namespace

MarkedText::MarkedText(std::string_view text) {
    MarkReader(text, nodes_).read();
}

bool is_type(std::string_view word) {
    static const std::set<std::string_view> types = {
#define PYCU_SCALAR(scalar, python, cuda, c, abi, code, letter, ctype, bytes) cuda,
#include "types/scalars.def"
    };
    return types.contains(word);
}

std::string marked(const std::string& text, Type type) {
    return std::string{opening, char(first_scalar + int(type.element()))} + text + closing;
}

std::string without_marks(const std::string& text) {
    std::string result;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == opening) {
            ++i;
        } else if (text[i] != closing) {
            result += text[i];
        }
    }
    return result;
}

}  // namespace pycu::emit
