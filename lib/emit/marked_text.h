// Generated text in which the printer has marked where expressions begin and end, and of which type
// they are; and its tree.
#pragma once

#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "types/type.h"

namespace pycu::emit {

/// The text of an expression of a scalar type, with marks around it.
std::string marked(const std::string& text, Type type);
/// The text as its reader has it.
std::string without_marks(const std::string& text);

struct Node;

/// A token, or an expression that is marked, with what stands in front of it.
struct Piece {
    std::string_view blank;
    std::string_view token;
    const Node* node = nullptr;
};

struct Node {
    std::vector<Piece> pieces;
    /// What C++ has as its type; empty for a whole text.
    std::string_view type;
};

/// The tree of a marked text, which holds views into it.
class MarkedText {
  public:
    explicit MarkedText(std::string_view text);

    const Node& root() const { return nodes_.front(); }

  private:
    std::deque<Node> nodes_;
};

inline bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

/// Whether the word is a scalar type; `pycu::float16` is several words.
bool is_type(std::string_view word);

}  // namespace pycu::emit
