// Cuts the lines that it reads, for clang_format_test.py: each as if it stood in the block that its
// blanks say, in a text as wide as the first argument says.
#include <iostream>
#include <string>

#include "layout/layout.h"

int main(int, char** arguments) {
    const std::size_t width = std::stoul(arguments[1]);
    for (std::string line; std::getline(std::cin, line);) {
        const std::size_t depth = std::min(line.find_first_not_of(' '), line.size());
        for (const std::string& one :
             pycu::layout::break_line(std::string_view(line).substr(depth), width - depth)) {
            std::cout << line.substr(0, depth) << one << '\n';
        }
    }
}
