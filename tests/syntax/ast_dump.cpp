// For ast_compare_test.py and python_rules_test.py: what the parser makes of texts.
//
// Reads requests from stdin, `NAME LENGTH\n` and LENGTH bytes of Python each. With --problems it
// answers each with one line `NAME COUNT`, then COUNT lines `CODE BEGIN-END MESSAGE`; otherwise
// with the same and `LENGTH\n` and the printed tree.
#include <cstring>
#include <iostream>
#include <string>

#include "diag/diagnostics.h"
#include "syntax/parse.h"
#include "syntax_text.h"

int main(int argc, char** argv) {
    const bool only_problems = argc > 1 && std::strcmp(argv[1], "--problems") == 0;
    std::ios::sync_with_stdio(false);
    std::string name;
    std::size_t length = 0;
    while (std::cin >> name >> length) {
        std::cin.get();
        std::string text(length, '\0');
        std::cin.read(text.data(), static_cast<std::streamsize>(length));
        pycu::Files files;
        const pycu::SourceFile& file = files.add(name, text);
        const pycu::syntax::Tree tree = pycu::syntax::parse(file);
        std::cout << name << ' ' << tree.main.problems.size() << '\n';
        for (const pycu::syntax::Problem& problem : tree.main.problems) {
            const pycu::diag::Diagnostic& what = problem.what;
            std::cout << pycu::diag::code_name(what.code) << ' ' << what.range.begin << '-'
                      << what.range.end << ' ' << what.message << '\n';
        }
        if (!only_problems) {
            const std::string printed = pycu::syntax::print(tree);
            std::cout << printed.size() << '\n' << printed;
        }
        std::cout.flush();
    }
}
