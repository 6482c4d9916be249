// See cmake_words.h.
#include "driver/cmake_words.h"

#include <string>
#include <string_view>

#include "support/text.h"

namespace pycu::driver {

/// `--sig 'k=void(int32)'` as `SIGNATURES "k=void(int32)"`.
static std::string in_cmake(std::string text) {
    constexpr std::string_view option = "`--sig '";
    const std::size_t begin = text.find(option);
    const std::size_t end = text.find("'`", begin);
    if (begin != text.npos && end != text.npos) {
        text[end] = '"';
        text.replace(begin, option.size(), "`SIGNATURES \"");
    }
    return replace_all(text, "`--const ", "`OPTIONS --const ");
}

void say_for_cmake(std::vector<diag::Diagnostic>& messages, const Files& files) {
    for (diag::Diagnostic& one : messages) {
        for (std::string& help : one.helps) {
            help = in_cmake(std::move(help));
        }
        if (one.placed && files[one.range.file].path() == "--sig") {
            one.help("it is one of SIGNATURES in CMakeLists.txt");
        }
    }
}

}  // namespace pycu::driver
