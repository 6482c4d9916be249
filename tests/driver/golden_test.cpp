// Golden tests: every testdata/{errors,emit,examples,ir}/**/*.py against the files beside it.
//
// errors    pycu check          what it says           x.diag
// emit      pycu transpile      what it writes         x.cu x.h x.json
// examples  pycu transpile      what it writes         x.cu x.h x.json
// ir        pycu inspect        the IR after lowering,
//           --after all         what each pass changes x.ir
//
// Options of a case stand in its first line, `# pycu: --sig 'k=void(int32)'`; a command there
// replaces the folder's, and {out} is a fresh folder. PYCU_UPDATE=1 writes the files instead of
// comparing, and removes those without a case.
#include <doctest/doctest.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "build/process.h"
#include "driver/module_name.h"
#include "driver/outputs.h"
#include "support/files.h"
#include "support/text.h"

using namespace pycu;
namespace fs = std::filesystem;

namespace {

const fs::path testdata = fs::path(PYCU_ROOT) / "testdata";

bool updating() {
    const char* value = std::getenv("PYCU_UPDATE");
    return value != nullptr && std::string_view(value) == "1";
}

/// What the cases of a folder of testdata run and which files they have.
struct Folder {
    std::vector<std::string> command;
    std::set<std::string> extensions;
};

const std::map<std::string, Folder> folders = {
    {"emit", {{"transpile", "-o", "{out}"}, {".cu", ".h", ".json"}}},
    {"errors", {{"check"}, {".diag"}}},
    {"examples", {{"transpile", "-o", "{out}"}, {".cu", ".h", ".json"}}},
    {"ir", {{"inspect", "--after", "all"}, {".ir"}}},
};

/// How the files end that stand beside x.cu; the last two only of some sources.
constexpr const char* second_texts[] = {"_launch.cuh", "_cpu.cuh", "_reduce.cu"};

/// The words of an options line; quotes of both kinds hold words together.
std::vector<std::string> words_of(std::string_view line) {
    std::vector<std::string> words;
    char quote = '\0';
    bool in_word = false;
    for (const char c : line) {
        if (quote != '\0' ? c == quote : c == '\'' || c == '"') {
            quote = quote != '\0' ? '\0' : c;
            if (!in_word) {
                words.emplace_back();
                in_word = true;
            }
        } else if (quote == '\0' && (c == ' ' || c == '\r')) {
            in_word = false;
        } else {
            if (!in_word) {
                words.emplace_back();
                in_word = true;
            }
            words.back() += c;
        }
    }
    return words;
}

/// A fresh folder for what a case writes.
struct Out {
    fs::path path = fs::temp_directory_path() / ("pycu_golden_" + std::to_string(::getpid()));
    Out() {
        fs::remove_all(path);
        fs::create_directories(path);
    }
    Out(const Out&) = delete;
    Out& operator=(const Out&) = delete;
    ~Out() { fs::remove_all(path); }
};

/// What one run of pycu did.
struct Ran {
    int code = 0;
    std::string out;
    std::string err;
};

Ran run_pycu(const fs::path& source, const Folder& folder, const fs::path& out) {
    const std::string text = read_file(source).text;
    const std::string_view first = std::string_view(text).substr(0, text.find('\n'));
    std::vector<std::string> arguments = folder.command;
    if (first.starts_with("# pycu:")) {
        const std::vector<std::string> options = words_of(first.substr(7));
        const std::set<std::string> commands = {"transpile", "build", "check", "inspect"};
        if (!options.empty() && commands.contains(options[0])) {
            arguments.clear();
        }
        arguments.insert(arguments.end(), options.begin(), options.end());
    }
    const fs::path work = out.parent_path() / (out.filename().string() + ".log");
    fs::create_directories(work);
    std::vector<std::string> command = {
        "sh",
        "-c",
        "cd \"$1\" && shift && exec \"$@\" 2>" + (work / "err").string(),
        "sh",
        source.parent_path().string(),
        PYCU_BINARY};
    for (const std::string& argument : arguments) {
        command.push_back(replace_all(argument, "{out}", out.string()));
    }
    command.push_back(source.filename().string());
    Ran ran;
    ran.code = build::wait(build::start(command, work / "out"));
    ran.out = read_file(work / "out").text;
    ran.err = replace_all(read_file(work / "err").text, out.string(), "{out}");
    fs::remove_all(work);
    return ran;
}

/// The files that a case has produced, by extension.
std::map<std::string, std::string> produce(const fs::path& source, const std::string& topic,
                                           const Out& out) {
    const Folder& folder = folders.at(topic);
    const Ran ran = run_pycu(source, folder, out.path);
    CHECK_MESSAGE((ran.code >= 0 && ran.code < 127), "pycu crashed or could not be run");
    const std::string name = source.stem().string();
    std::map<std::string, std::string> files;
    if (topic == "errors") {
        const bool ours = name.starts_with("PYCU0701");
        CHECK_MESSAGE((ran.code != 70) != ours, "an internal error is never blessed");
        CHECK_MESSAGE(ran.err.find('[' + name.substr(0, 8) + ']') != std::string::npos,
                      "the case does not show its code");
        return {{".diag", ran.err}};
    }
    CHECK_MESSAGE(ran.code == 0, ran.err);
    if (ran.code != 0) {
        return {};  // no exception: doctest would leave out the cases behind this one
    }
    if (topic == "ir") {
        return {{".ir", ran.out}};
    }
    for (const char* extension : {".cu", ".h", ".json"}) {
        const ReadResult text = read_file(out.path / (driver::module_name(source) + extension));
        CHECK(text.ok());
        files[extension] = text.text;
    }
    for (const char* ending : second_texts) {
        const ReadResult second = read_file(out.path / (driver::module_name(source) + ending));
        if (second.ok()) {
            files[ending] = second.text;
        }
    }
    return files;
}

void compare(const fs::path& beside, const std::string& text) {
    if (updating()) {
        CHECK(write_if_changed(beside, text).ok());
        return;
    }
    const std::string name = fs::relative(beside, PYCU_ROOT).string();
    const ReadResult expected = read_file(beside);
    const std::string difference = driver::unified_diff(expected.text, text, name, name + " (now)");
    CHECK_MESSAGE(expected.ok(), name << " is missing; PYCU_UPDATE=1 writes it");
    CHECK_MESSAGE(difference.empty(), "\n" << difference);
}

std::vector<fs::path> files_below(const fs::path& folder) {
    std::vector<fs::path> paths;
    if (fs::exists(folder)) {
        for (const auto& entry : fs::recursive_directory_iterator(folder)) {
            if (entry.is_regular_file()) {
                paths.push_back(entry.path());
            }
        }
    }
    std::ranges::sort(paths);
    return paths;
}

struct Case {
    std::string topic;
    fs::path source;
    std::string name;
};

std::vector<Case> all_cases() {
    std::vector<Case> cases;
    for (const auto& [topic, folder] : folders) {
        for (const fs::path& source : files_below(testdata / topic)) {
            if (source.extension() == ".py") {
                cases.push_back({topic, source, fs::relative(source, testdata).string()});
            }
        }
    }
    return cases;
}

}  // namespace

TEST_CASE("golden") {
    static const std::vector<Case> cases = all_cases();  // once: each subcase begins here again
    for (const auto& [topic, source, name] : cases) {
        SUBCASE(name.c_str()) {
            const Out out;
            for (const auto& [extension, text] : produce(source, topic, out)) {
                compare(fs::path(source).replace_extension().concat(extension), text);
            }
        }
    }
}

TEST_CASE("every golden file has its case") {
    for (const auto& [topic, folder] : folders) {
        for (const fs::path& path : files_below(testdata / topic)) {
            const bool is_second = std::ranges::any_of(second_texts, [&](const char* ending) {
                const std::string name = path.string();
                return name.ends_with(ending) && fs::exists(replace_all(name, ending, ".py"));
            });
            const bool is_text = folder.extensions.contains(path.extension().string()) ||
                                 (folder.extensions.contains(".cu") && path.extension() == ".cuh");
            if (!is_text || is_second || fs::exists(fs::path(path).replace_extension(".py"))) {
                continue;
            }
            if (updating()) {
                fs::remove(path);
            } else {
                FAIL_CHECK(fs::relative(path, testdata).string() << " belongs to no case");
            }
        }
    }
}
