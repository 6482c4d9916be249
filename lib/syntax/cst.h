// tree-sitter's concrete syntax tree as a flat array; cst.cpp is the one user of tree-sitter.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

namespace pycu::syntax {

/// How deep expressions and statements may nest, so that every later stage can use recursion.
constexpr int max_height = 1000;

enum class CstKind : std::uint8_t {
    Token,  // a keyword or operator; its name is its spelling
    Other,  // a node that cst.def does not list
#define PYCU_CST(name) name,
#include "syntax/cst.def"
};

/// A node; nodes stand in source order, each before its children.
struct CstNode {
    CstKind kind = CstKind::Other;
    std::uint32_t begin = 0, end = 0;
    std::uint32_t next = 0;  // the first node behind its children
    std::string_view name;   // tree-sitter's name of the kind
    std::string_view field;  // its role in its parent
};

using Cst = std::vector<CstNode>;

/// A tree-sitter parser, to be used again and again.
class CstParser {
  public:
    CstParser();
    ~CstParser();
    CstParser(const CstParser&) = delete;
    CstParser& operator=(const CstParser&) = delete;

    /// The tree of a text, without comments; positions are moved by an offset. Nothing when
    /// tree-sitter finds an error.
    std::optional<Cst> parse(std::string_view text, std::uint32_t offset);

    /// Where tree-sitter found the last error.
    std::uint32_t error() const { return error_; }

    /// The first place of the last tree that nests more than max_height expressions, or nothing.
    std::optional<std::uint32_t> too_deep() const { return too_deep_; }

  private:
    struct State;
    std::unique_ptr<State> state_;
    std::uint32_t error_ = 0;
    std::optional<std::uint32_t> too_deep_;
};

}  // namespace pycu::syntax
