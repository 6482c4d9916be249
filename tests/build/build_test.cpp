// Tests of lib/build: command lines as text, compilers' messages, running programs, whole builds.
#include "build/build.h"

#include <doctest/doctest.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>

#include "build/command.h"
#include "build/compiler_output.h"
#include "build/process.h"
#include "support/files.h"
#include "templates/embedded.h"

using namespace pycu;
using namespace pycu::build;
namespace fs = std::filesystem;

namespace {

/// A folder for one test, removed at its end.
struct Folder {
    fs::path path = fs::temp_directory_path() / ("pycu_build_" + std::to_string(::getpid()));
    Folder() { fs::create_directories(path); }
    Folder(const Folder&) = delete;
    Folder& operator=(const Folder&) = delete;
    ~Folder() { fs::remove_all(path); }
};

Request cpu_request(const Folder& folder, std::string_view text) {
    CHECK(write_if_changed(folder.path / "k.cu", text).ok());
    const std::string_view runtime = "runtime/";
    for (const embedded::File& file : embedded::all()) {
        if (file.name.starts_with(runtime)) {
            const std::string_view name = file.name.substr(runtime.size());
            CHECK(write_if_changed(folder.path / name, file.text).ok());
        }
    }
    Request request;
    request.toolchain.compiler = *find_host_compiler({});
    request.libraries = {
        {folder.path / "libk.so", {{folder.path / "k.cu", {Range{}, Range{0, 3, 0}}}}}};
    return request;
}

}  // namespace

TEST_CASE("host compilers are told to compute as Numba does") {
    Toolchain toolchain{Target::Cpu, "g++", {}, {}, {"-g"}};
    CHECK(to_text(compile_command(toolchain, "out/k.cu", "/tmp/0.o", "out")) ==
          "g++ -std=c++17 -O3 -fwrapv -ffp-contract=off -fPIC -fvisibility=hidden -pthread -x c++ "
          "-c -o /tmp/0.o -I out -g out/k.cu");
    CHECK(to_text(link_command(toolchain, {"/tmp/0.o", "/tmp/1.o"}, "libk.so")) ==
          "g++ -shared -pthread -o libk.so /tmp/0.o /tmp/1.o -g");
    toolchain.march = "native";
    CHECK(to_text(compile_command(toolchain, "k.cu", "k.o", ".")).find(" -march=native ") !=
          std::string::npos);
    toolchain.is_static = true;
    toolchain.archiver = "ar";
    CHECK(to_text(link_command(toolchain, {"0.o", "1.o"}, "libk.a")) == "ar crsD libk.a 0.o 1.o");
}

TEST_CASE("nvcc gets SASS for each architecture and PTX of the highest") {
    const Toolchain toolchain{Target::Cuda, "nvcc", "g++-12", {"sm_90", "sm_80", "sm_90"},
                              {},           true};
    const std::string text = to_text(compile_command(toolchain, "k.cu", "0.o", "."));
    CHECK(text.find("nvcc -ccbin g++-12 -gencode 'arch") == std::string::npos);
    CHECK(text.find("-gencode arch=compute_90,code=sm_90 -gencode arch=compute_80,code=sm_80 "
                    "-gencode arch=compute_90,code=compute_90") != std::string::npos);
    CHECK(text.find("native") == std::string::npos);
    CHECK(to_text(link_command(toolchain, {"0.o"}, "libk.so")).find("-cudart static") !=
          std::string::npos);
    CHECK(text.find(" -Xptxas -v ") != std::string::npos);
    Toolchain plain{Target::Cuda, "nvcc", {}, {}, {}, true};
    CHECK(to_text(compile_command(plain, "k.cu", "0.o", ".")).find("-arch=native") !=
          std::string::npos);
    Toolchain cubin{Target::Cuda, "nvcc", {}, {"sm_90a"}, {}};
    cubin.product = Product::Cubin;
    CHECK(to_text(compile_command(cubin, "k.cu", "k.cubin", ".")) ==
          "nvcc -arch=sm_90a -std=c++17 -O3 -Xptxas -v -Xcompiler -fPIC,-fvisibility=hidden -x cu "
          "-cubin -o k.cubin -I . k.cu");
    plain.is_static = true;
    CHECK(to_text(link_command(plain, {"0.o"}, "libk.a")) ==
          "nvcc -arch=native -lib -cudart static -o libk.a 0.o");
}

TEST_CASE("what ptxas prints is read by entry and architecture") {
    const auto reports = read_ptxas(
        "ptxas info    : 16 bytes gmem, 8 bytes cmem[3]\n"
        "ptxas info    : Compiling entry function '_ZN4heat4stepEPf' for 'sm_90'\n"
        "ptxas info    : Function properties for _ZN4heat6helperEf\n"
        "    64 bytes stack frame, 4 bytes spill stores, 4 bytes spill loads\n"
        "ptxas info    : Function properties for _ZN4heat4stepEPf\n"
        "    40 bytes stack frame, 36 bytes spill stores, 28 bytes spill loads\n"
        "ptxas info    : Used 24 registers, used 1 barriers, 1024 bytes smem, 400 bytes cmem[0], "
        "8 bytes cmem[2]\n"
        "ptxas info    : Compiling entry function 'plain' for 'sm_80'\n"
        "ptxas info    : Function properties for plain\n"
        "    0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads\n"
        "ptxas info    : Used 8 registers, 376 bytes cmem[0]\n");
    REQUIRE(reports.size() == 2);
    CHECK(reports[0].entry == "heat::step");
    CHECK(reports[0].symbol == "_ZN4heat4stepEPf");
    CHECK(reports[0].architecture == "sm_90");
    CHECK(reports[0].registers == 24);
    CHECK(reports[0].stack_bytes == 40);
    CHECK(reports[0].spill_store_bytes == 36);
    CHECK(reports[0].spill_load_bytes == 28);
    CHECK(reports[0].shared_bytes == 1024);
    CHECK(reports[0].constant_bytes == 408);
    CHECK(reports[1].entry == "plain");
    CHECK(reports[1].registers == 8);
    CHECK(reports[1].shared_bytes == 0);
    CHECK(read_ptxas("nothing of interest\n").empty());
}

TEST_CASE("the entry of a kernel that is a template says the kernel's types") {
    const std::string symbol =
        "_ZN2tr17saxpy__contiguousIN4pycu7EntryOfINS_10pycu_texts10sa"
        "xpy_textIJdEEELb0EJdNS1_11known_arrayI17pycu_array_f64_1dLNS"
        "1_6LayoutE1ELb0EEES9_EEEJdrPKdirPdiEEEvDpT0_";
    const auto reports =
        read_ptxas("ptxas info    : Compiling entry function '" + symbol + "' for 'sm_90'\n");
    REQUIRE(reports.size() == 1);
    CHECK(reports[0].entry == "tr::saxpy<double>__contiguous");
    CHECK(reports[0].symbol == symbol);
}

TEST_CASE("a fingerprint changes with each thing a library depends on") {
    const Folder folder;
    const fs::path compiler = folder.path / "cc";
    CHECK(write_if_changed(compiler, "#!/bin/sh\n").ok());
    fs::permissions(compiler, fs::perms::owner_all);
    const Toolchain plain{Target::Cpu, compiler.string(), {}, {}, {}};
    const std::string before = fingerprint(plain, {"ab", "c"});
    CHECK(before == fingerprint(plain, {"ab", "c"}));
    CHECK(before != fingerprint(plain, {"a", "bc"}));
    Toolchain other = plain;
    other.extra = {"-g"};
    CHECK(before != fingerprint(other, {"ab", "c"}));
    other = plain;
    other.is_static = true;
    CHECK(before != fingerprint(other, {"ab", "c"}));
    ::setenv("CPATH", "/nowhere", 1);
    CHECK(before != fingerprint(plain, {"ab", "c"}));
    ::unsetenv("CPATH");
    CHECK(before == fingerprint(plain, {"ab", "c"}));
    CHECK(write_if_changed(compiler, "#!/bin/sh\nexit\n").ok());
    CHECK(before != fingerprint(plain, {"ab", "c"}));
}

TEST_CASE("commands are quoted so that a shell reads them back") {
    CHECK(to_text({"a", "b c", "it's", ""}) == "a 'b c' 'it'\\''s' ''");
}

TEST_CASE("errors of all compilers are read") {
    const auto errors = read_errors(
        "In file included from out/k.cu:1:\n"
        "out/k.cu:12:5: error: 'x' was not declared in this scope\n"
        "out/k.cu:13:5: warning: unused\n"
        "out/k.cu:14:9: fatal error: too many errors emitted\n"
        "out/k.cu(20): error: identifier \"y\" is undefined\n"
        "out/k.cu(21): error #20: identifier \"z\" is undefined\n"
        "1 error detected in the compilation of \"out/k.cu\".\n");
    REQUIRE(errors.size() == 4);
    CHECK(errors[0].file == "out/k.cu");
    CHECK(errors[0].line == 12);
    CHECK(errors[0].message == "error: 'x' was not declared in this scope");
    CHECK(errors[1].line == 14);
    CHECK(errors[2].line == 20);
    CHECK(errors[3].line == 21);
}

TEST_CASE("programs are found in PATH and by their paths") {
    CHECK(find_program("sh").has_value());
    CHECK(find_program("/bin/sh").has_value());
    CHECK_FALSE(find_program("no-such-program").has_value());
    CHECK_FALSE(find_program("/bin").has_value());
    CHECK_FALSE(find_host_compiler("no-such-program").has_value());
}

TEST_CASE("programs give their exit code and their output") {
    const Folder folder;
    const Process process =
        start({"sh", "-c", "echo out; echo err >&2; exit 3"}, folder.path / "log");
    REQUIRE(process.id > 0);
    CHECK(wait(process) == 3);
    CHECK(read_file(folder.path / "log").text == "out\nerr\n");
    CHECK_FALSE(start({"no-such-program"}, folder.path / "log").error.empty());
    CHECK(wait(start({"sh", "-c", "kill -9 $$"}, folder.path / "log")) == 128 + 9);
}

TEST_CASE("an error in a generated text is ours and stands at the Python line") {
    const Folder folder;
    diag::Sink sink;
    CHECK(build::build(cpu_request(folder, "int one;\nint two = ;\n"), sink).outcome ==
          Outcome::TextRefused);
    const auto shown = sink.sorted();
    REQUIRE(shown.size() == 1);
    CHECK(shown[0].code == diag::Code::GeneratedText);
    CHECK(shown[0].placed);
    CHECK(shown[0].range == Range{0, 3, 0});
    CHECK_FALSE(fs::exists(folder.path / "libk.so"));
}

TEST_CASE("a sound text becomes a library") {
    const Folder folder;
    diag::Sink sink;
    CHECK(
        build::build(cpu_request(folder, "extern \"C\" int one() { return 1; }\n"), sink).outcome ==
        Outcome::Built);
    CHECK_FALSE(sink.has_errors());
    CHECK(fs::file_size(folder.path / "libk.so") > 0);
}

TEST_CASE("a compiler that fails by itself is named with what it said") {
    const Folder folder;
    diag::Sink sink;
    Request request = cpu_request(folder, "int one;\n");
    request.toolchain.extra = {"-no-such-option"};
    CHECK(build::build(request, sink).outcome == Outcome::CompilerFailed);
    REQUIRE(sink.count() == 1);
    CHECK(sink.all()[0].code == diag::Code::CompilerFailed);
    CHECK(sink.all()[0].notes[0].find("no-such-option") != std::string::npos);
}
