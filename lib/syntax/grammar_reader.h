// The recogniser behind grammar.h. One function for each rule of Python's grammar.
//
// A rule returns false, or a Shape that is false, when the tokens do not fit; the first misfit of
// a statement has then been reported, unless the rule was only tried.
#pragma once

#include <string>

#include "syntax/fstring.h"
#include "syntax/grammar.h"

namespace pycu::syntax {

/// What a rule needs to know of an expression it has read: whether it could be a target.
struct Shape {
    enum Kind { Failed, Name, Attribute, Subscript, Starred, Tuple, List, Other };
    Kind kind = Failed;
    std::uint32_t begin = 0, end = 0;    // with the parentheses around it
    const char* noun = "an expression";  // for "assignment to {noun}"
    int height = 1;
    bool parenthesised = false;
    bool has_star = false;           // itself or, in a tuple or list, somewhere inside
    const char* bad_noun = nullptr;  // what keeps a tuple, list or starred from being a target
    std::uint32_t bad_begin = 0, bad_end = 0;

    explicit operator bool() const { return kind != Failed; }
    bool is_single_target() const { return kind == Name || kind == Attribute || kind == Subscript; }
};

class Reader {
  public:
    Reader(const SourceFile& file, const std::vector<Token>& tokens, diag::Sink& sink)
        : file_(file), tokens_(tokens), sink_(sink) {}

    Outline read_file();
    bool read_field(Outline& outline);

  private:
    using Code = diag::Code;
    using Offset = std::uint32_t;
    /// Counts one level of nesting while it lives.
    struct Level {
        explicit Level(Reader& reader) : reader(reader) { ++reader.depth_; }
        ~Level() { --reader.depth_; }
        Level(const Level&) = delete;
        Level& operator=(const Level&) = delete;
        Reader& reader;
    };

    // ---- tokens (grammar.cpp)
    const Token& peek(std::size_t ahead = 0) const;
    bool at(Tok kind, std::size_t ahead = 0) const { return peek(ahead).kind == kind; }
    bool at_word(std::string_view word) const;
    bool accept(Tok kind);
    bool accept_star();
    bool expect(Tok kind, const char* what = nullptr);
    bool expect_name(const char* what);
    void step() { ++index_; }
    Offset last_end() const { return tokens_[index_ - 1].end; }
    std::string_view text(const Token& token) const;
    Range range(const Token& token) const { return range(token.begin, token.end); }
    Range range(Offset begin, Offset end) const { return {begin, end, file_.file()}; }
    std::string found() const;
    bool unexpected(const std::string& expected);
    bool too_deep(Offset begin);
    template <Code code, class... Arguments>
    bool fail(Range where, const Arguments&... arguments) {
        if (trial_ == 0) sink_.report<code>(where, arguments...);
        return false;
    }
    template <Code code, class... Arguments>
    bool fail_with(const char* help, Range where, const Arguments&... arguments) {
        if (trial_ == 0) sink_.report<code>(where, arguments...).help(help);
        return false;
    }
    template <class Rule>
    bool tried(Rule rule);

    // ---- statements (grammar.cpp, grammar_simple.cpp, grammar_compound.cpp)
    void statements();
    void statement();
    bool read_statement();
    void recover(std::size_t start);
    bool is_orphan_decorator(std::size_t start) const;
    void skip_line();
    void skip_block();
    bool simple_line();
    bool simple();
    bool expression_statement();
    bool assignment(Shape left);
    bool annotation(const Shape& target);
    bool annotation_type(bool star = false);
    bool augmented(const Shape& target);
    bool right_side();
    bool del_statement();
    bool import_statement();
    bool from_statement();
    bool dotted_name();
    bool as_name();
    bool raise_statement();
    bool assert_statement();
    bool name_list();
    bool compound();
    bool block(const Token& header);
    bool decorated();
    bool function();
    bool class_statement();
    bool if_statement();
    bool while_statement();
    bool for_statement();
    bool with_statement();
    bool with_item();
    bool try_statement();
    bool handlers(bool& any);
    bool handler_types();
    bool async_statement();
    bool parameters(Tok close);
    struct ParameterState;
    bool parameter(ParameterState& state, bool annotated);
    bool star_parameter(ParameterState& state, bool annotated);
    bool parameter_annotation(bool annotated, bool star);

    // ---- match (grammar_match.cpp)
    bool at_match();
    bool match_statement();
    bool match_subject();
    bool case_block();
    bool case_patterns();
    bool as_pattern();
    bool closed_pattern();
    bool star_pattern();
    bool pattern_list(Tok close);
    bool number_pattern();
    bool mapping_pattern();
    bool class_pattern();
    bool name_pattern();
    bool capture_name();

    // ---- expressions (grammar_exprs.cpp)
    Shape star_expressions();
    Shape whole_star_expressions();
    Shape element();
    Shape named_expression();
    Shape expression();
    Shape disjunction();
    Shape conjunction();
    Shape inversion();
    Shape comparison();
    Shape bitwise(int level);
    Shape unary();
    Shape power();
    Shape yield_expression();
    Shape lambda();
    Shape targets();
    Shape starred();
    bool check_target(const Shape& shape);
    bool accept_comparison();
    Shape other(Offset begin, const char* noun, int height);
    Shape checked(Shape shape);
    void add_element(Shape& list, const Shape& element) const;
    bool no_lone_star(const Shape& shape);

    // ---- atoms (grammar_atoms.cpp)
    Shape primary();
    Shape atom();
    Shape strings();
    bool check_fstring(const StringParts& parts, diag::Sink& sink);
    bool check_pieces(const StringParts& parts, const std::vector<Piece>& pieces, diag::Sink& sink,
                      bool outermost);
    Shape number();
    Shape group();
    Shape group_contents(Offset begin, Tok close);
    Shape list_display();
    Shape brace_display();
    Shape dict_rest(Offset begin, const Shape* key);
    Shape set_rest(Offset begin, Shape first);
    bool comprehension(int& height);
    bool call_arguments(int& height, bool generator = true);
    struct ArgumentState;
    bool argument(ArgumentState& state, bool only, int& height);
    bool slices(int& height);
    bool slice(int& height);

    const SourceFile& file_;
    const std::vector<Token>& tokens_;
    diag::Sink& sink_;
    Outline outline_;
    std::size_t index_ = 0;
    int depth_ = 0;
    static constexpr Offset none = ~Offset{0};
    Offset decorators_begin_ = none;  // of the function that is about to be read
    int trial_ = 0;                   // above zero nothing is reported
};

/// Runs a rule without reports; the place stays when it fails.
template <class Rule>
bool Reader::tried(Rule rule) {
    const std::size_t start = index_;
    ++trial_;
    const bool fits = rule();
    --trial_;
    if (!fits) index_ = start;
    return fits;
}

}  // namespace pycu::syntax
