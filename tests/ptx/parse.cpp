// Reads the functions, variables and statements of a PTX text.
#include <algorithm>

#include "syntax.h"
#include "tokens.h"

namespace ptx {

bool parse_type(const std::string& name, Type& type) {
    static const std::map<std::string, Type> types = {
        {"b8", {Kind::Unsigned, 1}},   {"u8", {Kind::Unsigned, 1}},  {"s8", {Kind::Signed, 1}},
        {"b16", {Kind::Unsigned, 2}},  {"u16", {Kind::Unsigned, 2}}, {"s16", {Kind::Signed, 2}},
        {"b32", {Kind::Unsigned, 4}},  {"u32", {Kind::Unsigned, 4}}, {"s32", {Kind::Signed, 4}},
        {"b64", {Kind::Unsigned, 8}},  {"u64", {Kind::Unsigned, 8}}, {"s64", {Kind::Signed, 8}},
        {"f16", {Kind::Float, 2}},     {"f32", {Kind::Float, 4}},    {"f64", {Kind::Float, 8}},
        {"pred", {Kind::Predicate, 1}}};
    const auto found = types.find(name);
    if (found == types.end()) {
        return false;
    }
    type = found->second;
    return true;
}

bool Statement::has(const std::string& modifier) const {
    return std::find(op.begin() + 1, op.end(), modifier) != op.end();
}

std::string Statement::text() const {
    std::string joined;
    for (const std::string& part : op) {
        joined += (joined.empty() ? "" : ".") + part;
    }
    return joined;
}

namespace {

std::vector<std::string> split_dots(const std::string& word) {
    std::vector<std::string> parts;
    std::size_t begin = 0;
    while (begin <= word.size()) {
        const std::size_t end = std::min(word.find('.', begin), word.size());
        parts.push_back(word.substr(begin, end - begin));
        begin = end + 1;
    }
    return parts;
}

class Parser {
  public:
    explicit Parser(const std::string& text) : tokens_(tokenize(text)) {}

    Text run() {
        while (at_ < tokens_.size()) {
            top_level();
        }
        return std::move(text_);
    }

  private:
    const std::string& peek(std::size_t ahead = 0) const {
        static const std::string none;
        return at_ + ahead < tokens_.size() ? tokens_[at_ + ahead].text : none;
    }
    bool accept(const std::string& word) {
        if (peek() != word) {
            return false;
        }
        ++at_;
        return true;
    }
    std::string next() {
        if (at_ >= tokens_.size()) {
            throw Error("PTX ends too early");
        }
        return tokens_[at_++].text;
    }
    void expect(const std::string& word) {
        if (!accept(word)) {
            fail("`" + word + "` expected, found `" + peek() + "`");
        }
    }
    [[noreturn]] void fail(const std::string& what) const {
        const int line = at_ < tokens_.size() ? tokens_[at_].line : 0;
        throw Error("PTX line " + std::to_string(line) + ": " + what);
    }
    void skip_past(const std::string& word) {
        while (next() != word) {
        }
    }
    void skip_braces() {
        int depth = 0;
        do {
            const std::string word = next();
            depth += word == "{" ? 1 : word == "}" ? -1 : 0;
        } while (depth > 0);
    }

    void top_level() {
        const std::string& word = peek();
        if (word == ".version" || word == ".address_size") {
            at_ += 2;
        } else if (word == ".target") {
            at_ += 2;
            while (accept(",")) {
                ++at_;
            }
        } else if (word == ".section") {
            while (peek() != "{") {
                next();
            }
            skip_braces();
        } else if (word == ".visible" || word == ".weak" || word == ".extern" ||
                   word == ".common") {
            ++at_;
        } else if (word == ".entry" || word == ".func") {
            function();
        } else if (word == ".global" || word == ".const" || word == ".shared") {
            text_.variables.push_back(variable());
            expect(";");
        } else if (word == ".pragma" || word == ".alias") {
            skip_past(";");
        } else {
            fail("`" + word + "` is not known here");
        }
    }

    Variable variable() {
        Variable one;
        one.space = next().substr(1);
        while (true) {
            const std::string word = next();
            if (word == ".align") {
                one.align = uint32_t(integer());
            } else if (word == ".attribute") {
                skip_past(")");
            } else if (word == ".ptr") {
                continue;
            } else if (word[0] != '.') {
                one.name = word;
                break;
            } else if (parse_type(word.substr(1), one.type)) {
                one.align = std::max<uint32_t>(one.align, one.type.bytes);
            }
        }
        one.bytes = one.type.bytes;
        while (accept("[")) {
            if (accept("]")) {
                one.is_open = true;
                one.bytes = 0;
            } else {
                one.bytes *= integer();
                expect("]");
            }
        }
        if (accept("=")) {
            initializer(one.init);
        }
        return one;
    }

    void initializer(std::vector<Operand>& values) {
        if (accept("{")) {
            while (!accept("}")) {
                initializer(values);
                accept(",");
            }
        } else {
            values.push_back(operand());
        }
    }

    uint64_t integer() {
        unsigned long bits = 0;
        bool is_float = false;
        const std::string word = next();
        if (!parse_number(word, bits, is_float)) {
            fail("`" + word + "` is no number");
        }
        return bits;
    }

    std::vector<Variable> parameters() {
        std::vector<Variable> list;
        expect("(");
        while (!accept(")")) {
            list.push_back(variable());
            accept(",");
        }
        return list;
    }

    void function() {
        Function one;
        one.is_entry = next() == ".entry";
        if (peek() == "(") {
            one.results = parameters();
        }
        one.name = next();
        if (peek() == "(") {
            one.params = parameters();
        }
        while (peek() != "{" && peek() != ";") {
            next();  // .noreturn, .maxntid 256, 1, 1 and their like
        }
        if (!accept(";")) {
            one.has_body = true;
            body(one);
        }
        if (one.has_body || !text_.functions.contains(one.name)) {
            text_.functions[one.name] = std::move(one);
        }
    }

    void body(Function& into) {
        int depth = 0;
        do {
            if (accept("{")) {
                ++depth;
                scopes_.emplace_back();
            } else if (accept("}")) {
                --depth;
                scopes_.pop_back();
            } else if (peek(1) == ":") {
                label(into);
            } else {
                statement(into);
            }
        } while (depth > 0);
    }

    void label(Function& into) {
        const std::string name = next();
        expect(":");
        if (accept(".branchtargets")) {
            do {
                into.tables[name].push_back(next());
            } while (accept(","));
            expect(";");
        } else if (peek() == ".callprototype" || peek() == ".calltargets") {
            skip_past(";");
        } else {
            into.labels[name] = into.body.size();
        }
    }

    /// A name of an inner scope may be that of an outer one, and gets one of its own.
    std::string declared(const std::string& name) {
        if (scopes_.size() < 2) {
            return name;
        }
        return scopes_.back()[name] = name + "@" + std::to_string(++shadowing_);
    }

    std::string meant(const std::string& name) const {
        for (auto scope = scopes_.rbegin(); scope != scopes_.rend(); ++scope) {
            if (const auto found = scope->find(name); found != scope->end()) {
                return found->second;
            }
        }
        return name;
    }

    void statement(Function& into) {
        const std::string& word = peek();
        if (word == ".reg") {
            registers(into);
        } else if (word == ".local" || word == ".shared" || word == ".param") {
            into.variables.push_back(variable());
            into.variables.back().name = declared(into.variables.back().name);
        } else if (word == ".pragma") {
            at_ += 2;
        } else if (word != ";") {
            into.body.push_back(instruction());
        }
        expect(";");
    }

    void registers(Function& into) {
        ++at_;
        Type type;
        if (const std::string word = next(); !parse_type(word.substr(1), type)) {
            fail("registers of type `" + word + "`");
        }
        do {
            const std::string name = next();
            if (accept("<")) {
                const uint64_t count = integer();
                for (uint64_t i = 0; i < count; ++i) {
                    into.registers[declared(name + std::to_string(i))] = type;
                }
                expect(">");
            } else {
                into.registers[declared(name)] = type;
            }
        } while (accept(","));
    }

    Statement instruction() {
        Statement one;
        one.line = tokens_[at_].line;
        if (accept("@")) {
            one.is_guard_negated = accept("!");
            one.guard = meant(next());
        }
        one.op = split_dots(next());
        while (peek() != ";") {
            one.operands.push_back(operand());
            accept(",");
        }
        return one;
    }

    Operand operand() {
        Operand one;
        if (accept("[")) {
            one = operand();
            one.form = Form::Address;
            expect("]");
            return one;
        }
        if (peek() == "{" || peek() == "(") {
            const std::string end = next() == "{" ? "}" : ")";
            one.form = end == "}" ? Form::Vector : Form::List;
            while (!accept(end)) {
                one.items.push_back(operand());
                accept(",");
            }
            return one;
        }
        one.is_negated = accept("!");
        const bool is_minus = accept("-");
        const std::string word = next();
        unsigned long bits = 0;
        if (parse_number(word, bits, one.is_float)) {
            one.form = Form::Number;
            one.number = is_minus ? -bits : bits;
            return one;
        }
        one.name = meant(word);
        if (word == "generic" && accept("(")) {
            one.name = next();
            expect(")");
        }
        if (accept("|")) {
            one.second = meant(next());
        }
        if (accept("+")) {
            const bool is_negative = accept("-");
            one.offset = int64_t(integer()) * (is_negative ? -1 : 1);
        }
        return one;
    }

    std::vector<Token> tokens_;
    std::size_t at_ = 0;
    std::vector<std::map<std::string, std::string>> scopes_;
    int shadowing_ = 0;
    Text text_;
};

}  // namespace

Text parse(const std::string& text) {
    return Parser(text).run();
}

}  // namespace ptx
