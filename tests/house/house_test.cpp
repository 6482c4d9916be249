// The rules of the house: layers, diagnostics with their cases, sizes, formatting, embedded files.
#include <doctest/doctest.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <regex>
#include <set>
#include <string>
#include <vector>

#include "build/process.h"
#include "diag/diagnostics.h"
#include "layout/layout.h"
#include "support/files.h"
#include "support/reserved_words.h"
#include "support/text.h"
#include "templates/embedded.h"

using namespace pycu;
namespace fs = std::filesystem;

namespace {

const fs::path root = PYCU_ROOT;

/// One file of the repository.
struct File {
    std::string name;  // from the root
    std::string text;
};

/// The files below some folders with one of the extensions.
std::vector<File> files(const std::vector<std::string>& folders,
                        const std::set<std::string>& extensions) {
    std::vector<File> found;
    for (const std::string& folder : folders) {
        if (!fs::exists(root / folder)) {
            continue;
        }
        for (const auto& entry : fs::recursive_directory_iterator(root / folder)) {
            if (entry.is_regular_file() && extensions.contains(entry.path().extension().string())) {
                found.push_back(
                    {fs::relative(entry.path(), root).string(), read_file(entry.path()).text});
            }
        }
    }
    std::ranges::sort(found, {}, &File::name);
    return found;
}

std::vector<File> sources() {
    std::vector<File> found = files({"lib", "cmd", "templates", "tests"}, {".h", ".cpp"});
    for (File& file : files({"python/native"}, {".h", ".c"})) {
        found.push_back(std::move(file));
    }
    return found;
}

/// Stage -> the stages it may include, from lib/layers.txt.
std::map<std::string, std::set<std::string>> read_layers() {
    std::map<std::string, std::set<std::string>> layers;
    const std::string text = read_file(root / "lib/layers.txt").text;
    for (const std::string_view line : split(text, '\n')) {
        const std::size_t colon = line.find(':');
        if (line.starts_with('#') || colon == std::string_view::npos) {
            continue;
        }
        const std::string stage(line.substr(0, colon));
        std::set<std::string>& below = layers[stage];
        for (const std::string_view word : split(line.substr(colon + 1), ' ')) {
            if (!word.empty()) {
                CHECK_MESSAGE((layers.contains(std::string(word)) && word != stage),
                              std::string("`") << stage << "` names `" << std::string(word)
                                               << "`, which is not above it");
                below.insert(std::string(word));
            }
        }
    }
    return layers;
}

/// What a file includes: `"stage/x.h"` gives `stage/x.h`, `<api.h>` gives `<api.h>`.
std::vector<std::string> includes_of(const std::string& text) {
    static const std::regex pattern(R"(^\s*#\s*include\s+(?:"([^"]+)\"|(<[^>]+>)))");
    std::vector<std::string> names;
    for (const std::string_view line : split(text, '\n')) {
        std::cmatch match;
        if (line.find("include") != std::string_view::npos &&
            std::regex_search(line.data(), line.data() + line.size(), match, pattern)) {
            names.push_back(match[1].matched ? match[1].str() : match[2].str());
        }
    }
    return names;
}

int run(const std::vector<std::string>& command, std::string& output) {
    const fs::path log = fs::temp_directory_path() / ("pycu_house_" + std::to_string(::getpid()));
    const int code = build::wait(build::start(command, log));
    output = read_file(log).text;
    fs::remove(log);
    return code;
}

}  // namespace

TEST_CASE("stages include only what lib/layers.txt lets them") {
    const auto layers = read_layers();
    REQUIRE(layers.size() > 10);
    for (const File& file : files({"lib"}, {".h", ".cpp"})) {
        const std::string stage = file.name.substr(4, file.name.find('/', 4) - 4);
        REQUIRE_MESSAGE(layers.contains(stage), std::string("`")
                                                    << stage << "` is not in lib/layers.txt");
        for (const std::string& name : includes_of(file.text)) {
            const std::string other = name.substr(0, name.find('/'));
            if (layers.contains(other) && other != stage) {
                CHECK_MESSAGE(layers.at(stage).contains(other),
                              file.name << ": `" << stage << "` may not include `" << other << "`");
            }
        }
    }
}

TEST_CASE("third-party headers have one home each") {
    const std::map<std::string, std::vector<std::string>> homes = {
        {"<tree_sitter/", {"lib/syntax/"}},
        {"<CLI/", {"cmd/"}},
        {"<utf8proc.h>", {"lib/support/", "lib/syntax/"}},
        {"<toml++/", {"lib/declare/"}},
        {"<nlohmann/",
         {"lib/annotate/", "lib/manifest/", "lib/diag/", "lib/driver/bindings.cpp",
          "lib/driver/inspect.cpp", "lib/driver/notebook.cpp", "tests/"}},
        {"<doctest/", {"tests/"}},
        {"<fmt/",
         {"lib/declare/", "lib/emit/", "lib/lower/", "lib/manifest/", "lib/passes/", "lib/python/",
          "lib/sema/", "lib/support/fmt.cpp", "lib/syntax/", "tests/common/"}},
        {"<cuda", {"templates/runtime/"}},
    };
    for (const File& file : sources()) {
        for (const std::string& name : includes_of(file.text)) {
            for (const auto& [header, folders] : homes) {
                const auto is_home = [&](const std::string& folder) {
                    return file.name.starts_with(folder);
                };
                CHECK_MESSAGE((!name.starts_with(header) || std::ranges::any_of(folders, is_home)),
                              file.name << " includes " << name);
            }
        }
    }
}

TEST_CASE("every diagnostic has a case that shows it") {
    // Codes that no input file can show; the tests that do.
    const std::map<std::string, std::string> elsewhere = {
        {"PYCU0008", "driver_test: needs 64 MB"},
    };
    std::set<std::string> shown;
    for (const File& file : files({"testdata/errors"}, {".diag"})) {
        const std::string code = fs::path(file.name).filename().string().substr(0, 8);
        if (file.text.find('[' + code + ']') != std::string::npos) {
            shown.insert(code);
        }
    }
    for (const diag::Kind& kind : diag::all_kinds()) {
        const std::string code = diag::code_name(kind.code);
        CHECK_MESSAGE(shown.contains(code) != elsewhere.contains(code),
                      code << " " << std::string(kind.name)
                           << ": testdata/errors has no case, or one too many");
    }
}

TEST_CASE("each line of the runtime is embedded once") {
    // what the files are put together with: templates/amalgamate.cmake
    static const std::regex seam(
        R"re(\s*#include .*|#pragma once|#(ifndef|define) \w+_INCLUDED|#endif .*_INCLUDED.*|// ======== .*|)re");
    std::multiset<std::string> written;
    std::multiset<std::string> embedded;
    const auto add_lines = [](std::string_view text, std::multiset<std::string>& lines) {
        for (const std::string_view line : split(text, '\n')) {
            if (!std::regex_match(line.begin(), line.end(), seam)) {
                lines.insert(std::string(line));
            }
        }
    };
    for (const File& file : files({"templates/runtime", "templates/host"}, {".h", ".cpp"})) {
        add_lines(file.text, written);
    }
    for (const embedded::File& file : embedded::all()) {
        if (file.name.starts_with("runtime/")) {
            // what pycu_host.cpp begins with is no part's
            const bool is_host = file.name == "runtime/pycu_host.cpp";
            add_lines(file.text.substr(is_host ? file.text.find('\n') + 1 : 0), embedded);
        }
    }
    REQUIRE(written.size() > 5000);
    for (const std::string& line : std::set<std::string>(written.begin(), written.end())) {
        CHECK_MESSAGE(embedded.count(line) == written.count(line), line);
    }
    CHECK(embedded.size() == written.size());
}

TEST_CASE("files are short and open with what they are") {
    for (const File& file : sources()) {
        const auto lines = std::ranges::count(file.text, '\n');
        const bool is_compiler = file.name.starts_with("lib/") || file.name.starts_with("cmd/");
        CHECK_MESSAGE(lines <= (is_compiler || file.name.ends_with(".h") ? 400 : 500),
                      file.name << " has " << lines << " lines");
        CHECK_MESSAGE((file.text.starts_with("// ") || file.text.starts_with("/*")),
                      file.name << " does not say what it is");
    }
}

TEST_CASE("functions are short") {
    // Visitors with a lambda for each kind of node, which read worse in pieces; the list may
    // shrink.
    const std::set<std::string> visitors = {"lib/lower/calls.cpp"};
    // In formatted text a function ends at the brace that stands under its first character.
    static const std::regex head(
        R"(^((?:    )?)(?!if|for|while|switch|else|do|namespace|struct|class|enum|union|TEST_CASE|extern|return|\}|#|//)\S.*\{$)");
    for (const File& file : files({"lib", "cmd"}, {".h", ".cpp"})) {
        std::vector<std::string_view> lines;
        for (const std::string_view line : split(file.text, '\n')) {
            lines.push_back(line);
        }
        for (std::size_t i = 0; i < lines.size(); ++i) {
            std::cmatch match;
            if (lines[i].find('(') == std::string_view::npos || !lines[i].ends_with('{') ||
                lines[i].find("](") != std::string_view::npos || lines[i].ends_with("[&] {") ||
                lines[i].ends_with("match{") ||
                !std::regex_match(lines[i].data(), lines[i].data() + lines[i].size(), match,
                                  head)) {
                continue;
            }
            const std::string end = match[1].str() + '}';
            std::size_t last = i + 1;
            while (last < lines.size() && lines[last] != end) {
                ++last;
            }
            CHECK_MESSAGE(
                (last == lines.size() || last - i <= (visitors.contains(file.name) ? 75 : 60)),
                file.name << ":" << i + 1 << " has " << last - i << " lines");
        }
    }
}

/// The names that a line of code knows: texts that are a name, and identifiers that only a kernel
/// could have given, of two words or more.
std::vector<std::string> names_known(std::string_view code) {
    std::vector<std::string> known;
    for (std::size_t i = 0, end = 0; i < code.size(); i = end + 1) {
        end = i;
        while (end < code.size() && layout::is_word_character(code[end])) {
            ++end;
        }
        const std::string_view name = code.substr(i, end - i);
        const bool is_text = i > 0 && code[i - 1] == '"' && code.substr(end).starts_with('"');
        if (is_text || name.find('_') != std::string_view::npos) {
            known.emplace_back(name);
        }
    }
    return known;
}

TEST_CASE("no kernel of the test data is known by name") {
    static const std::regex kernel(R"(@[\w.]*jit[^\n]*\n(?:@[^\n]*\n)*\s*def (\w+))");
    std::set<std::string> names;
    for (const File& file : files({"testdata/examples", "testdata/run"}, {".py"})) {
        for (std::sregex_iterator it(file.text.begin(), file.text.end(), kernel), end; it != end;
             ++it) {
            names.insert((*it)[1].str());
        }
    }
    REQUIRE(names.size() > 20);
    // Intrinsics, and names that C++ or its library has taken, stand in our tables.
    static const std::regex dotted(R"re("[\w.]*\.(\w+)")re");
    std::set<std::string> common = {
        "add",  "store",     "annotated", "arrays", "binary",    "bisect",   "dot",
        "f",    "factorial", "fill",      "flags",  "functions", "g",        "k",
        "join", "matmul",    "names",     "normal", "numbers",   "one_line", "order",
        "pycu", "readonly",  "single",    "step",   "transpose", "typed",    "unit"};
    for (const File& file : files({"lib/api", "lib/python", "lib/declare", "lib/lower", "lib/sema"},
                                  {".def", ".cpp"})) {
        for (std::sregex_iterator it(file.text.begin(), file.text.end(), dotted), end; it != end;
             ++it) {
            common.insert((*it)[1].str());
        }
    }
    for (const File& file : files({"lib", "cmd", "templates"}, {".h", ".cpp", ".def", ".in"})) {
        for (const std::string_view line : split(file.text, '\n')) {
            for (const std::string& name : names_known(line.substr(0, line.find("//")))) {
                CHECK_MESSAGE(
                    (!names.contains(name) || common.contains(name) || reserved_word(name)),
                    file.name << " knows the kernel `" << name << "`");
            }
        }
    }
}

TEST_CASE("the layout is clang-format's") {
    if (!build::find_program("clang-format")) {
        MESSAGE("clang-format was not found");
        return;
    }
    std::vector<std::string> command = {"clang-format", "--dry-run", "--Werror"};
    for (const File& file : sources()) {
        command.push_back((root / file.name).string());
    }
    std::string output;
    CHECK_MESSAGE(run(command, output) == 0, output.substr(0, 2000));
}

TEST_CASE("the README names the two commands of a newcomer") {
    const std::string readme = read_file(root / "README.md").text;
    CHECK(readme.find("make demo") != std::string::npos);
    CHECK(readme.find("make test") != std::string::npos);
}
