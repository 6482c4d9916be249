// nvcc for one text, in a folder that goes away.
#include "build/assembled.h"

#include <filesystem>
#include <ostream>
#include <string_view>

#include "build/command.h"
#include "build/compiler_output.h"
#include "build/process.h"
#include "build/runtime.h"
#include "build/temporary_folder.h"

namespace pycu::build {

namespace fs = std::filesystem;

namespace {

/// Runs a command that the log shows.
Ran run_logged(const Command& command, std::ostream* log) {
    if (log != nullptr) {
        *log << to_text(command) << '\n';
    }
    return run(command);
}

std::string why(const Ran& ran) {
    return ran.output.empty() ? "it ended with code " + std::to_string(ran.code) : ran.output;
}

}  // namespace

Assembled assemble(const std::string& nvcc, const std::vector<std::string>& architectures,
                   const std::vector<FileText>& files, bool links, std::ostream* log) {
    Assembled made;
    const TemporaryFolder folder;
    std::vector<FileText> all;
    std::vector<std::string_view> texts;
    for (const FileText& file : files) {
        all.push_back({folder.path() / file.path, file.text});
        texts.push_back(file.text);
    }
    for (FileText& header : runtime_headers(texts, folder.path())) {
        all.push_back(std::move(header));
    }
    if (const WriteResult written = write_if_changed(all); !written.ok()) {
        made.error = written.failed.string() + ": " + written.error;
        return made;
    }
    Toolchain toolchain;
    toolchain.target = Target::Cuda;
    toolchain.compiler = nvcc;
    toolchain.product = Product::Ptx;
    toolchain.line_directives = true;
    toolchain.architectures = {architectures.front()};
    if (links) {
        toolchain.extra.push_back(relocatable);
    }
    const fs::path ptx = folder.path() / "text.ptx";
    const Ran front =
        run_logged(compile_command(toolchain, all.front().path, ptx, folder.path()), log);
    if (front.code != 0) {
        made.error = why(front);
        return made;
    }
    made.ptx = read_file(ptx).text;
    for (const std::string& architecture : architectures) {
        Command command = {nvcc,        "-arch=" + architecture,
                           "-cubin",    "-lineinfo",
                           "-Xptxas",   "-v",
                           "-o",        (folder.path() / "text.cubin").string(),
                           ptx.string()};
        if (links) {
            command.emplace_back(relocatable);
        }
        const Ran ran = run_logged(command, log);
        if (ran.code != 0) {
            made.error = why(ran);
            return made;
        }
        for (manifest::Entry& entry : read_ptxas(ran.output)) {
            made.entries.push_back(std::move(entry));
        }
    }
    return made;
}

}  // namespace pycu::build
