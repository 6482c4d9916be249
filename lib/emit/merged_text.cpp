// Several texts read side by side, token by token and expression by expression.
#include "emit/merged_text.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdlib>
#include <deque>
#include <set>
#include <string_view>
#include <utility>

#include "api/intrinsics.h"
#include "emit/cpp_types.h"
#include "emit/marked_text.h"
#include "layout/layout.h"

namespace pycu::emit {

namespace {

constexpr std::array parameter_names = {"T", "U", "V", "W"};

/// Whether it is a function that C++ has for double under this name, for float under the name with
/// an `f`, and for both under this name as well: `sqrt`.
bool is_overloaded(std::string_view name) {
    static const std::set<std::string_view> names = [] {
        std::set<std::string_view> found;
        for (const api::Intrinsic& row : api::all()) {
            const std::size_t end = row.text.find("$f(");
            if (end != std::string_view::npos && end > 0 &&
                std::ranges::all_of(row.text.substr(0, end), layout::is_word_character)) {
                found.insert(row.text.substr(0, end));
            }
        }
        return found;
    }();
    return names.contains(name);
}

/// The expression without marks around marks.
const Node& innermost(const Node& node) {
    const bool is_wrapped = node.pieces.size() == 1 && node.pieces.front().node != nullptr;
    return is_wrapped ? innermost(*node.pieces.front().node) : node;
}

/// Where several trees are read: a place in each.
struct Places {
    std::vector<const Node*> nodes;
    std::vector<std::size_t> at;

    explicit Places(std::vector<const Node*> of) : nodes(std::move(of)), at(nodes.size()) {}

    std::size_t size() const { return nodes.size(); }
    /// In how many of the texts something holds.
    std::size_t count(const auto& holds) const {
        std::size_t found = 0;
        for (std::size_t i = 0; i < size(); ++i) {
            found += holds(i) ? 1 : 0;
        }
        return found;
    }
    /// The piece `ahead` of the place in a text; null behind the last.
    const Piece* piece(std::size_t text, std::size_t ahead = 0) const {
        const std::size_t place = at[text] + ahead;
        return place < nodes[text]->pieces.size() ? &nodes[text]->pieces[place] : nullptr;
    }
    bool is_token(std::size_t text, std::size_t ahead, std::string_view token) const {
        const Piece* const one = piece(text, ahead);
        return one != nullptr && one->node == nullptr && one->token == token;
    }
    bool is_node(std::size_t text, std::size_t ahead) const {
        const Piece* const one = piece(text, ahead);
        return one != nullptr && one->node != nullptr;
    }
    /// Whether `double(x)` stands here; whether `(x)`.
    bool is_cast(std::size_t text) const {
        const Piece* const one = piece(text);
        return one != nullptr && one->node == nullptr && is_type(one->token) &&
               is_in_brackets(text, 1);
    }
    bool is_in_brackets(std::size_t text, std::size_t ahead) const {
        return is_token(text, ahead, "(") && is_node(text, ahead + 1) &&
               is_token(text, ahead + 2, ")");
    }
};

class Merger {
  public:
    explicit Merger(const std::vector<const Node*>& texts) : texts_(texts) {
        for (const Node* text : texts) {
            find_words(*text);
        }
    }

    std::optional<MergedText> run() {
        if (!pieces(Places(texts_))) {
            return std::nullopt;
        }
        for (const MergedText::Parameter& one : result_.parameters) {
            simplify_initialisers(one.name);
        }
        result_.text += '\n';
        return std::move(result_);
    }

  private:
    void find_words(const Node& node) {
        for (const Piece& piece : node.pieces) {
            if (piece.node != nullptr) {
                find_words(*piece.node);
            } else {
                words_.insert(piece.token);
            }
        }
    }

    bool pieces(Places places) {
        while (true) {
            const std::size_t left =
                places.count([&](std::size_t i) { return places.piece(i) != nullptr; });
            if (left == 0) {
                return true;
            }
            if (left < places.size() || !next(places)) {
                return false;
            }
        }
    }

    /// Merges what stands at the places, and goes behind it.
    bool next(Places& places) {
        result_.text += places.piece(0)->blank;
        const std::size_t nodes = places.count([&](std::size_t i) { return places.is_node(i, 0); });
        if (nodes == places.size()) {
            return expressions(places);
        }
        if (places.count([&](std::size_t i) { return places.is_cast(i); }) > 0) {
            return casts(places);
        }
        return nodes == 0 && token(places);
    }

    bool expressions(Places& places) {
        std::vector<const Node*> inner;
        for (std::size_t i = 0; i < places.size(); ++i) {
            inner.push_back(&innermost(*places.piece(i)->node));
            ++places.at[i];
        }
        const Places within(inner);
        const auto is_cast = [&](std::size_t i) {
            return within.is_cast(i) && within.nodes[i]->pieces.size() == 4;
        };
        const std::size_t count = within.count(is_cast);
        if (count == 0 || count == within.size()) {
            return pieces(within);
        }
        // `double(x)` in some of them, and in the others an x that is double
        std::vector<std::string> types;
        for (std::size_t i = 0; i < within.size(); ++i) {
            types.emplace_back(is_cast(i) ? within.nodes[i]->pieces[0].token
                                          : within.nodes[i]->type);
            inner[i] = is_cast(i) ? within.nodes[i]->pieces[2].node : within.nodes[i];
        }
        return converted(types, inner);
    }

    /// Conversions in some of the texts at least, brackets or nothing where there is none.
    bool casts(Places& places) {
        std::vector<std::string> types;
        std::vector<const Node*> inner;
        for (std::size_t i = 0; i < places.size(); ++i) {
            const std::size_t ahead = places.is_cast(i) ? 2 : places.is_in_brackets(i, 0) ? 1 : 0;
            if (!places.is_node(i, ahead)) {
                return false;
            }
            const Node& node = *places.piece(i, ahead)->node;
            types.emplace_back(ahead == 2 ? places.piece(i)->token : node.type);
            inner.push_back(&node);
            places.at[i] += ahead == 0 ? 1 : ahead + 2;
        }
        return converted(types, inner);
    }

    bool converted(const std::vector<std::string>& types, std::vector<const Node*> inner) {
        if (!type(types)) {
            return false;
        }
        std::ranges::transform(inner, inner.begin(),
                               [](const Node* node) { return &innermost(*node); });
        result_.text += "(";
        const bool is_merged = pieces(Places(inner));
        result_.text += ")";
        return is_merged;
    }

    bool token(Places& places) {
        // of an object of a type that hangs on T, C++ wants `.template get<0>()`
        if (places.is_token(0, 0, ".") && places.is_token(0, 2, "<") &&
            places.piece(0, 2)->blank.empty()) {
            return false;
        }
        std::vector<std::string> tokens;
        for (std::size_t i = 0; i < places.size(); ++i) {
            tokens.emplace_back(places.piece(i)->token);
            ++places.at[i];
        }
        const auto is_first = [&](const std::string& one) { return one == tokens.front(); };
        if (std::ranges::all_of(tokens, is_first)) {
            result_.text += tokens.front();
            return true;
        }
        return std::ranges::all_of(tokens, is_type) ? type(tokens)
                                                    : function(tokens, places) || number(tokens);
    }

    /// `sqrtf` of floats in some of the texts, `sqrt` of doubles in others; the places are behind
    /// it.
    bool function(const std::vector<std::string>& tokens, const Places& places) {
        const std::string& name = *std::ranges::min_element(tokens, {}, &std::string::size);
        if (!is_overloaded(name)) {
            return false;
        }
        std::vector<std::vector<std::string>> arguments;
        for (std::size_t i = 0; i < tokens.size(); ++i) {
            const bool is_float = tokens[i] == name + "f";
            arguments.push_back(argument_types(places, i));
            if ((!is_float && tokens[i] != name) || arguments.back().empty() ||
                arguments.back().front() != (is_float ? "float" : "double")) {
                return false;
            }
            std::ranges::replace(arguments.back(), is_float ? "float" : "double", "T");
        }
        const auto is_first = [&](const auto& one) { return one == arguments.front(); };
        if (!std::ranges::all_of(arguments, is_first)) {
            return false;
        }
        result_.text += name;
        result_.has_overloads = true;
        return true;
    }

    /// The types of the arguments in brackets that stand at the place; none where one is not known.
    static std::vector<std::string> argument_types(const Places& places, std::size_t text) {
        std::vector<std::string> types;
        Places at = places;
        if (!at.is_token(text, 0, "(")) {
            return {};
        }
        do {
            ++at.at[text];
            at.at[text] += at.is_token(text, 0, "-") ? 1 : 0;
            const Piece* const first = at.piece(text);
            if (first == nullptr) {
                return {};
            }
            if (at.is_cast(text)) {
                types.emplace_back(first->token);
                at.at[text] += 4;
                continue;
            }
            types.push_back(first->node != nullptr ? std::string(first->node->type)
                                                   : type_of_number(first->token));
            ++at.at[text];
        } while (at.is_token(text, 0, ","));
        const bool is_known = std::ranges::count(types, "") == 0;
        return is_known && at.is_token(text, 0, ")") ? types : std::vector<std::string>();
    }

    /// Of a number with a decimal point or an exponent; empty for any other.
    static std::string type_of_number(std::string_view token) {
        const bool is_decimal = is_digit(token.front()) && !token.starts_with("0x") &&
                                token.find_first_of(".e") != std::string_view::npos;
        return !is_decimal ? "" : token.ends_with('f') ? "float" : "double";
    }

    /// `0.5f` in some of the texts, `0.5` in others.
    bool number(const std::vector<std::string>& tokens) {
        std::vector<std::string> types;
        const auto digits = [](const std::string& token) {
            return token.substr(0, token.size() - (token.ends_with('f') ? 1 : 0));
        };
        for (const std::string& token : tokens) {
            types.push_back(type_of_number(token));
            if (types.back().empty() || digits(token) != digits(tokens.front())) {
                return false;
            }
        }
        if (!type(types)) {
            return false;
        }
        result_.text += "(" + digits(tokens.front()) + ")";
        return true;
    }

    /// The one type, or the parameter that stands for these.
    bool type(const std::vector<std::string>& types) {
        const auto is_first = [&](const std::string& one) { return one == types.front(); };
        if (std::ranges::all_of(types, is_first)) {
            result_.text += types.front();
            return true;
        }
        const auto known =
            std::ranges::find(result_.parameters, types, &MergedText::Parameter::types);
        if (known != result_.parameters.end()) {
            result_.text += known->name;
            return true;
        }
        const auto is_free = [&](const char* name) {
            return !words_.contains(name) &&
                   std::ranges::find(result_.parameters, name, &MergedText::Parameter::name) ==
                       result_.parameters.end();
        };
        const auto name = std::ranges::find_if(parameter_names, is_free);
        if (name == parameter_names.end()) {
            return false;
        }
        result_.parameters.push_back({*name, types});
        result_.text += *name;
        return true;
    }

    /// `T total = T(0.0);` is `T total = 0.0;` where a float holds the number.
    void simplify_initialisers(const std::string& type) {
        std::string& text = result_.text;
        const std::string conversion = " = " + type + "(";
        for (std::size_t at = text.find(conversion); at != std::string::npos;
             at = text.find(conversion, at + 1)) {
            const std::size_t line = text.rfind('\n', at) + 1;
            const std::size_t declared = text.find_first_not_of(' ', line);
            const std::size_t number = at + conversion.size();
            const std::size_t end = text.find(')', number);
            const bool is_declaration =
                text.compare(declared, type.size() + 1, type + " ") == 0 &&
                std::all_of(text.begin() + std::ptrdiff_t(declared + type.size() + 1),
                            text.begin() + std::ptrdiff_t(at), layout::is_word_character);
            const std::string digits = text.substr(number, end - number);
            if (is_declaration && text.compare(end, 2, ");") == 0 &&
                type_of_number(digits) == "double" &&
                is_float32_value(std::strtod(digits.c_str(), nullptr))) {
                text.replace(at + 3, end + 1 - (at + 3), digits);
            }
        }
    }

    std::vector<const Node*> texts_;
    std::set<std::string_view> words_;
    MergedText result_;
};

}  // namespace

std::optional<MergedText> merged(const std::vector<std::string>& texts) {
    std::deque<MarkedText> read;
    std::vector<const Node*> trees;
    for (const std::string& text : texts) {
        trees.push_back(&read.emplace_back(text).root());
    }
    return Merger(trees).run();
}

}  // namespace pycu::emit
