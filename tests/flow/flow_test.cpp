// The flow of small functions: flow_cases.txt has each of them, and below it the same text with the
// versions of its variables and the phis. PYCU_UPDATE=1 writes what the file should say.
#include "flow/flow.h"

#include <doctest/doctest.h>

#include <cstdlib>
#include <string>

#include "driver/outputs.h"
#include "flow_text.h"
#include "support/files.h"
#include "symbols/bindings.h"
#include "syntax/parse.h"

namespace pycu {
namespace {

const std::string path = PYCU_ROOT "/tests/flow/flow_cases.txt";

/// `TRUE` and `FALSE` are constants of the module, and `not` them.
std::optional<bool> known_truth(const syntax::Tree& tree, syntax::ExprId test) {
    if (const auto* op = std::get_if<syntax::UnaryOp>(&tree.exprs[test].as)) {
        const std::optional<bool> known = known_truth(tree, op->operand);
        return known ? std::optional(!*known) : std::nullopt;
    }
    const auto* name = std::get_if<syntax::Name>(&tree.exprs[test].as);
    if (name == nullptr || (name->id != "TRUE" && name->id != "FALSE")) {
        return std::nullopt;
    }
    return name->id == "TRUE";
}

/// What a case says of functions around it and inside it, in comments above: `# captures n`,
/// `# returns n` (and captures it), `# lends n`, `# g sets n`.
struct Around {
    flow::Sharing sharing;
    std::map<std::string, std::vector<std::string>> set_by;

    Around(const syntax::Tree& tree, std::string_view text) {
        for (const std::string_view line : split(text, '\n')) {
            const std::vector<std::string_view> words = split(line, ' ');
            if (words.size() < 3 || words[0] != "#") {
                continue;
            }
            const std::string name(words.back());
            if (words[1] == "captures" || words[1] == "returns") {
                sharing.captures.push_back(name);
            }
            if (words[1] == "returns") {
                sharing.returned.push_back(name);
            } else if (words[1] == "lends") {
                sharing.lent.push_back(name);
            } else if (words[2] == "sets") {
                sharing.set_by_calls.push_back(name);
                set_by[std::string(words[1])].push_back(name);
            }
        }
        sharing.set_by = [this, &tree](const syntax::Call& call) {
            std::vector<flow::Sharing::Set> sets;
            const auto* callee = std::get_if<syntax::Name>(&tree.exprs[call.func].as);
            if (callee != nullptr && set_by.contains(callee->id)) {
                for (const std::string& name : set_by.at(callee->id)) {
                    sets.emplace_back(name, tree.exprs[call.func].range);
                }
            }
            return sets;
        };
    }
};

std::string flow_text(const std::string& text) {
    const SourceFile file("case.py", text);
    const syntax::Tree tree = syntax::parse(file);
    REQUIRE(tree.main.problems.empty());
    const auto& function = std::get<syntax::FunctionDef>(tree.stmts[tree.main.body.at(0)].as);
    const Around around(tree, text);
    std::vector<std::string> locals = symbols::local_names(tree, function);
    for (const std::string& name : around.sharing.captures) {
        if (std::ranges::count(locals, name) == 0) {
            locals.push_back(name);
        }
    }
    const flow::Flow flow = flow::build_flow(
        tree, function, locals,
        [&](syntax::ExprId test, const flow::Flow&) { return known_truth(tree, test); },
        [&](syntax::ExprId iterable) {
            const auto* items = syntax::elements(tree.exprs[iterable]);
            return items != nullptr && !items->empty();
        },
        around.sharing);
    return test::FlowText(tree, function, flow).text();
}

TEST_CASE("flow") {
    const ReadResult read = read_file(path);
    REQUIRE(read.ok());
    std::string now;
    const std::string_view all = read.text;
    std::size_t begin = all.find("\n== ") + 1;
    now = all.substr(0, begin);
    int cases = 0;
    while (begin < all.size()) {
        const std::size_t next = all.find("\n== ", begin);
        const std::string_view one =
            all.substr(begin, next == std::string_view::npos ? next : next + 1 - begin);
        const std::size_t source = one.find('\n') + 1;
        const std::string text(one.substr(source, one.find("--\n") - source));
        CAPTURE(one.substr(0, source));
        now += std::string(one.substr(0, source)) + text + "--\n" + flow_text(text);
        begin += one.size();
        now += begin < all.size() ? "\n" : "";
        ++cases;
    }
    CHECK(cases > 40);
    const char* update = std::getenv("PYCU_UPDATE");
    if (update != nullptr && std::string_view(update) == "1") {
        CHECK(write_if_changed(path, now).ok());
        return;
    }
    const std::string difference = driver::unified_diff(all, now, "flow_cases.txt", "now");
    CHECK_MESSAGE(difference.empty(), "\n" << difference);
}

}  // namespace
}  // namespace pycu
