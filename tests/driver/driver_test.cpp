// Tests of lib/driver that need no whole run: module names, diffs, depfiles, the folder's state.
#include "driver/driver.h"

#include <doctest/doctest.h>
#include <unistd.h>

#include <filesystem>
#include <random>
#include <set>
#include <sstream>
#include <vector>

#include "driver/inputs.h"
#include "driver/module_name.h"
#include "driver/outputs.h"
#include "driver/program.h"
#include "driver/usage.h"
#include "support/text.h"

using namespace pycu;
using namespace pycu::driver;
namespace fs = std::filesystem;

namespace {

struct Folder {
    fs::path path = fs::temp_directory_path() / ("pycu_driver_" + std::to_string(::getpid()));
    Folder() { fs::create_directories(path); }
    Folder(const Folder&) = delete;
    Folder& operator=(const Folder&) = delete;
    ~Folder() { fs::remove_all(path); }
};

/// Applies a unified diff to the text it was made from.
std::string patch(std::string_view before, std::string_view diff) {
    std::vector<std::string> lines;
    for (const std::string_view line : split(before, '\n')) {
        lines.emplace_back(line);
    }
    std::vector<std::string> result;
    std::size_t at = 0;
    bool in_hunk = false;
    for (const std::string_view line : split(diff, '\n')) {
        if (line.starts_with("@@ -")) {
            std::size_t first = std::stoul(std::string(line.substr(4)));
            const bool empty = line.substr(0, line.find('+')).find(",0 ") != std::string::npos;
            first -= empty ? 0 : 1;
            while (at < first) {
                result.push_back(lines[at++]);
            }
            in_hunk = true;
        } else if (in_hunk && line.starts_with(' ')) {
            CHECK(lines[at] == line.substr(1));
            result.push_back(lines[at++]);
        } else if (in_hunk && line.starts_with('-')) {
            CHECK(lines[at++] == line.substr(1));
        } else if (in_hunk && line.starts_with('+')) {
            result.emplace_back(line.substr(1));
        }
    }
    while (at < lines.size()) {
        result.push_back(lines[at++]);
    }
    return join(result, "\n");
}

}  // namespace

TEST_CASE("module names are C identifiers that nobody has taken") {
    CHECK(module_name("kernels.py") == "kernels");
    CHECK(module_name("a/b/my-k.py") == "my_k");
    CHECK(module_name("01_a.py") == "m01_a");
    CHECK(module_name("a.b.py") == "a_b");
    CHECK(module_name("_x.py") == "m_x");
    CHECK(module_name("a__b.py") == "a_b");
    CHECK(module_name("pkg/__init__.py") == "pkg");
    for (const char* taken : {"hypot", "time", "index", "int", "class", "linux", "y1", "errno",
                              "dim3", "min", "rsqrt", "cudaFree", "pycu", "pycu_array"}) {
        CHECK(module_name(std::string(taken) + ".py") == std::string("m_") + taken);
    }
    CHECK(module_name("cuda_kernels.py") == "cuda_kernels");
    CHECK(is_module_name(module_name("\u00e4 \u4e2d.py")));
    CHECK(is_module_name("heat"));
    CHECK_FALSE(is_module_name("time"));
    CHECK_FALSE(is_module_name("a-b"));
    CHECK_FALSE(is_module_name("1a"));
    CHECK_FALSE(is_module_name(""));
}

TEST_CASE("diffs read as those of diff -u") {
    CHECK(unified_diff("a\n", "a\n", "x", "y").empty());
    CHECK(unified_diff("", "a\nb\n", "/dev/null", "y") ==
          "--- /dev/null\n+++ y\n@@ -0,0 +1,2 @@\n+a\n+b\n");
    CHECK(unified_diff("a\n", "a", "x", "y") ==
          "--- x\n+++ y\n@@ -1 +1 @@\n-a\n+a\n\\ No newline at end of file\n");
    CHECK(unified_diff("1\n2\n3\n4\n5\n6\n7\n8\n9\n", "1\n2\n3\n4\nV\n6\n7\n8\n9\n", "x", "y") ==
          "--- x\n+++ y\n@@ -2,7 +2,7 @@\n 2\n 3\n 4\n-5\n+V\n 6\n 7\n 8\n");
}

TEST_CASE("a diff applied to the old text gives the new one") {
    std::mt19937 random(7);
    for (int round = 0; round < 300; ++round) {
        std::string before, after;
        const unsigned alphabet = 2 + random() % 5;
        for (std::string* text : {&before, &after}) {
            for (unsigned lines = random() % 40; lines > 0; --lines) {
                *text += std::string(1, static_cast<char>('a' + random() % alphabet)) + '\n';
            }
        }
        CAPTURE(before);
        CAPTURE(after);
        CHECK(patch(before, unified_diff(before, after, "x", "y")) == after);
    }
    std::string long_before, long_after;
    for (int i = 0; i < 5000; ++i) {
        long_before += "b" + std::to_string(i) + '\n';
        long_after += "a" + std::to_string(i) + '\n';
    }
    CHECK(patch(long_before, unified_diff(long_before, long_after, "x", "y")) == long_after);
}

TEST_CASE("stale and missing files are named") {
    const Folder folder;
    const FileText fresh{folder.path / "a", "1"}, stale{folder.path / "b", "2"};
    diag::Sink sink;
    CHECK(
        write_all(folder.path / "sub", {{folder.path / "a", "1"}, {folder.path / "b", "0"}}, sink));
    std::ostringstream out;
    CHECK(print_stale({fresh}, out));
    CHECK_FALSE(print_stale({fresh, stale, {folder.path / "c", ""}}, out));
    CHECK(out.str() ==
          "stale: " + stale.path.string() + "\nmissing: " + (folder.path / "c").string() + '\n');
}

TEST_CASE("a folder that cannot be made is reported") {
    diag::Sink sink;
    CHECK_FALSE(write_all("/dev/null/x", {{"/dev/null/x/a", "1"}}, sink));
    CHECK(sink.all()[0].code == diag::Code::CannotWrite);
}

TEST_CASE("inputs bring their signature file and the nearest pyproject.toml") {
    const Folder folder;
    fs::create_directories(folder.path / "a" / "b");
    const auto put = [&](const char* name, const char* text) {
        CHECK(write_if_changed(folder.path / name, text).ok());
    };
    put("a/b/k.py", "");
    put("a/b/k.sigs.toml", "[signatures]\n");
    put("a/pyproject.toml", "\n");
    put("pyproject.toml", "\n");
    Options options;
    options.sources = {(folder.path / "a/b/k.py").string()};
    Files files;
    diag::Sink sink;
    std::istringstream none;
    const Inputs inputs = read_inputs(options, none, files, sink);
    REQUIRE(inputs.sources.size() == 1);
    CHECK(inputs.sources[0].module == "k");
    CHECK(inputs.sources[0].dependencies() ==
          std::vector<std::string>{(folder.path / "a/b/k.py").string(),
                                   (folder.path / "a/b/k.sigs.toml").string(),
                                   (folder.path / "a/pyproject.toml").string()});

    options.depfile_path = "x y.d";
    options.depfile_target = "a b";
    Input input = inputs.sources[0];
    CHECK(depfile(options, {input}, {}, "t", "t.d").text.starts_with("a\\ b: \\\n  "));
    CHECK(depfile(options, {input}, {}, "t", "t.d").path == "x y.d");
}

TEST_CASE("what is no Python text is refused with its reason") {
    using diag::Code;
    const auto code_of = [](std::string text) {
        Options options;
        options.sources = {"-"};
        Files files;
        diag::Sink sink;
        std::istringstream in(std::move(text));
        read_inputs(options, in, files, sink);
        return sink.all().empty() ? Code{} : sink.all()[0].code;
    };
    CHECK(code_of("x = 1\r\n\ty = 2\r\n") == Code{});
    CHECK(code_of("\xef\xbb\xbfx = 1\n") == Code{});
    CHECK(code_of("") == Code{});
    CHECK(code_of(std::string("\x7f"
                              "ELF\0\0",
                              6)) == Code::BinaryFile);
    CHECK(code_of("x = '\xe4'\n") == Code::NotUtf8);
    CHECK(code_of(std::string(65000000, '#')) == Code::HugeFile);
}

TEST_CASE("options that contradict each other are refused") {
    const auto errors = [](Options options) {
        diag::Sink sink;
        check_usage(options, sink);
        return sink.count();
    };
    Options fine;
    fine.command = Command::Transpile;
    fine.sources = {"x.py"};
    fine.output = "out";
    CHECK(errors(fine) == 0);
    const auto with = [&](auto change) {
        Options options = fine;
        change(options);
        return errors(options);
    };
    CHECK(with([](Options& o) { o.output = ""; }) == 1);
    CHECK(with([](Options& o) { o.output = "-", o.check = true; }) == 1);
    CHECK(with([](Options& o) { o.output = "-", o.command = Command::Build; }) == 1);
    CHECK(with([](Options& o) { o.sources = {"x.py", "y.py"}, o.module = "m"; }) == 1);
    CHECK(with([](Options& o) { o.sources = {"-", "-"}; }) == 1);
    CHECK(with([](Options& o) { o.module = "time"; }) == 1);
    CHECK(with([](Options& o) { o.default_dtype = "float99"; }) == 1);
    CHECK(with([](Options& o) { o.default_dtype = "float32"; }) == 0);
    CHECK(with([](Options& o) { o.warnings.silenced = {"nonsense"}; }) == 1);
    CHECK(with([](Options& o) { o.warnings.silenced = {"no-kernels"}; }) == 0);
    CHECK(with([](Options& o) { o.architectures = {"sm_80", "sm_90a"}; }) == 0);
    CHECK(with([](Options& o) { o.architectures = {"compute_80"}; }) == 1);
    CHECK(with([](Options& o) { o.architectures = {"native", "all-major", "all"}; }) == 0);
    using build::Product;
    CHECK(with([](Options& o) { o.products = {Product::Ptx}; }) == 0);
    CHECK(with([](Options& o) { o.products = {Product::Cubin}; }) == 1);
    CHECK(with([](Options& o) { o.products = {Product::Ptx, Product::Cubin}; }) == 1);
}

TEST_CASE("the programs of a run parse each file once") {
    const Folder folder;
    const auto put = [&](const char* name, const std::string& text) {
        CHECK(write_if_changed(folder.path / name, text).ok());
    };
    const std::string head = "from numba import cuda\n";
    put("one.py", head + "import common, two\n");
    put("two.py", head + "import common\nx = lambda y: y\n");
    put("three.py", head + "import one, two\n");
    put("common.py", "import apart\nN = [3, 4]\n");
    put("apart.py", "M = 4\n");
    Options options;
    for (const char* name : {"one.py", "two.py", "three.py"}) {
        options.sources.push_back((folder.path / name).string());
    }
    std::istringstream standard_input;
    Files files;
    diag::Sink sink;
    const Inputs inputs = read_inputs(options, standard_input, files, sink);
    ReadModules read(inputs.sources);
    for (const Input& input : inputs.sources) {
        Program program(input, options, files, read);
        Files alone_files;
        const Inputs alone_inputs = read_inputs(options, standard_input, alone_files, sink);
        const auto same = std::ranges::find(alone_inputs.sources, input.module, &Input::module);
        ReadModules alone_read({*same});
        const Program alone(*same, options, alone_files, alone_read);
        CHECK(program.tree().others.size() == alone.tree().others.size());
        CHECK(program.tree().exprs.size() == alone.tree().exprs.size());
    }
    std::vector<std::string> names;
    for (const SourceFile* file : read.parsed) {
        names.push_back(file->name());
    }
    std::ranges::sort(names);
    CHECK(names ==
          std::vector<std::string>{"apart.py", "common.py", "one.py", "three.py", "two.py"});
}

TEST_CASE("the programs of a run look through each file of their project once") {
    const Folder folder;
    const auto put = [&](const std::string& name, const std::string& text) {
        CHECK(write_if_changed(folder.path / name, text).ok());
    };
    const std::string head = "from numba import cuda\n";
    const std::size_t count = 5;
    Options options;
    for (std::size_t i = 0; i < count; ++i) {
        const std::string n = std::to_string(i);
        put("k" + n + ".py",
            head + "import common\n@cuda.jit\ndef step" + n + "(a):\n    a[0] = 1\n");
        put("use" + n + ".py", "from k" + n + " import step" + n + "\nstep" + n + "[1, 32](x)\n");
        put("talk" + n + ".py", "# k" + n + "\n");
        options.sources.push_back((folder.path / ("k" + n + ".py")).string());
    }
    put("common.py", "from hub import *\n");
    put("hub.py", "from k2 import *\n");
    put("use_hub.py", "import hub\nhub.step2[1, 32](x)\n");
    std::istringstream standard_input;
    Files files;
    diag::Sink sink;
    const Inputs inputs = read_inputs(options, standard_input, files, sink);
    ReadModules read(inputs.sources);
    std::set<std::string> told, told_alone;
    std::size_t paths = 0;
    for (const Input& input : inputs.sources) {
        Program program(input, options, files, read);
        CHECK(program.add_users());
        Files alone_files;
        const Inputs alone_inputs = read_inputs(options, standard_input, alone_files, sink);
        const auto same = std::ranges::find(alone_inputs.sources, input.module, &Input::module);
        ReadModules alone_read({*same});
        Program alone(*same, options, alone_files, alone_read);
        CHECK(alone.add_users());
        CHECK(program.users() == alone.users());
        CHECK(program.users().size() == (input.module == "k2" ? 4 : 1));
        told.insert(program.read().begin(), program.read().end());
        told_alone.insert(alone.read().begin(), alone.read().end());
        paths += program.read().size();
    }
    CHECK(told == told_alone);
    CHECK(read.scanned.size() == 3 * count + 3);
    // of what each source has read, what it imports may be told twice
    CHECK(paths <= read.scanned.size() + 4 * count);
}
