// Command lines. Nothing runs here.
#include "build/command.h"

#include <algorithm>
#include <cctype>

#include "support/text.h"

namespace pycu::build {

namespace {

void append(Command& command, const Command& more) {
    command.insert(command.end(), more.begin(), more.end());
}

/// `sm_90a` -> 90; what is no such name counts as 0.
int architecture_number(const std::string& name) {
    const std::size_t at = name.find('_');
    const auto is_digit = [](unsigned char c) { return std::isdigit(c) != 0; };
    if (at == std::string::npos || at + 1 >= name.size() || !is_digit(name[at + 1])) {
        return 0;
    }
    return std::stoi(name.substr(at + 1));
}

/// SASS for each architecture: nvcc links no PTX.
Command machine_code_options(const std::vector<std::string>& architectures) {
    Command options = architecture_options(architectures);
    options.resize(options.size() - 2);
    return options;
}

/// The option of nvcc that asks for no more than this.
Command product_option(Product product) {
    const std::string name(ending(product));
    return {name.empty() ? "-c" : "-" + name};
}

/// nvcc with its host compiler: what it hands a text of C++ to, with CUDA's folders.
Command host_of_nvcc(const Toolchain& toolchain) {
    Command command = {toolchain.compiler};
    if (!toolchain.host_compiler.empty()) {
        append(command, {"-ccbin", toolchain.host_compiler});
    }
    return command;
}

/// What all steps of nvcc say; those that link device code do it for SASS alone.
Command nvcc(const Toolchain& toolchain, bool links_devices = false) {
    Command command = host_of_nvcc(toolchain);
    if (toolchain.product == Product::Ptx || toolchain.product == Product::Cubin) {
        for (const std::string& name : toolchain.architectures) {
            command.push_back("-arch=" + name);
        }
    } else if (!toolchain.architectures.empty() && links_devices) {
        append(command, machine_code_options(toolchain.architectures));
    } else if (!toolchain.architectures.empty()) {
        append(command, architecture_options(toolchain.architectures));
    }
    if (toolchain.architectures.empty() && toolchain.native) {
        append(command, {"-arch=native"});
    }
    return command;
}

}  // namespace

std::string_view target_name(Target target) {
    return target == Target::Cuda ? "cuda" : "cpu";
}

std::string_view ending(Product product) {
    constexpr std::string_view endings[] = {"", "ptx", "cubin", "fatbin"};
    return endings[std::size_t(product)];
}

Command architecture_options(const std::vector<std::string>& architectures) {
    Command options;
    for (auto name = architectures.begin(); name != architectures.end(); ++name) {
        const std::string number = name->substr(name->find('_') + 1);
        if (std::find(architectures.begin(), name, *name) == name) {
            append(options, {"-gencode", "arch=compute_" + number + ",code=sm_" + number});
        }
    }
    if (!architectures.empty()) {
        const auto highest = std::ranges::max_element(architectures, {}, architecture_number);
        const std::string number = highest->substr(highest->find('_') + 1);
        append(options, {"-gencode", "arch=compute_" + number + ",code=compute_" + number});
    }
    return options;
}

Command debug_options(const Toolchain& toolchain) {
    const bool is_cuda = toolchain.target == Target::Cuda;
    if (toolchain.debug) {
        return is_cuda ? Command{"-g", "-G"} : Command{"-Og", "-g"};
    }
    if (!toolchain.line_directives) {
        return {"-O3"};
    }
    return {"-O3", is_cuda ? "-lineinfo" : "-g"};
}

Command compile_command(const Toolchain& toolchain, const std::filesystem::path& source,
                        const std::filesystem::path& object, const std::filesystem::path& include) {
    Command command;
    if (toolchain.target == Target::Cuda) {
        command = nvcc(toolchain);
        append(command, {"-std=c++17"});
        append(command, debug_options(toolchain));
        append(command, {"-Xptxas", "-v", "-Xcompiler", "-fPIC,-fvisibility=hidden", "-x", "cu"});
        append(command, product_option(toolchain.product));
        append(command, {"-o", object.string(), "-I", include.string()});
    } else {
        command = {toolchain.compiler, "-std=c++17"};
        append(command, debug_options(toolchain));
        append(command, exact_arithmetic);
        append(command, {"-fPIC", "-fvisibility=hidden", "-pthread", "-x", "c++", "-c", "-o",
                         object.string(), "-I", include.string()});
        if (!toolchain.march.empty()) {
            command.push_back("-march=" + toolchain.march);
        }
    }
    append(command, toolchain.extra);
    command.push_back(source.string());
    return command;
}

Command precompile_command(const Toolchain& toolchain, const std::filesystem::path& header,
                           const std::filesystem::path& compiled) {
    Command command = compile_command(toolchain, header, compiled, header.parent_path());
    std::ranges::replace(command, "c++", "c++-header");
    return command;
}

Command with_first(const Toolchain& toolchain, const Command& compile,
                   const std::filesystem::path& header) {
    Command command = compile;
    const std::string name = header.string();
    if (toolchain.target == Target::Cuda) {
        // its own -include comes behind cuda_runtime.h
        command.insert(command.begin() + 1,
                       {"-Xcompiler", "-include," + replace_all(name, ",", "\\,")});
    } else {
        command.insert(command.begin() + 1, {"-include", name});
    }
    return command;
}

Command host_command(const Toolchain& toolchain, const std::filesystem::path& source,
                     const std::filesystem::path& object, const Command& options) {
    Command command = host_of_nvcc(toolchain);
    append(command, {"-std=c++17", "-O2", "-Xcompiler", "-fPIC,-fvisibility=hidden", "-x", "c++",
                     "-c", "-o", object.string()});
    append(command, options);
    command.push_back(source.string());
    return command;
}

Command launcher_command(const Toolchain& toolchain, const std::filesystem::path& source,
                         const std::filesystem::path& object,
                         const std::filesystem::path& include) {
    Command options = {"-DPYCU_LAUNCHER", "-I", include.string()};
    append(options, toolchain.extra);
    return host_command(toolchain, source, object, options);
}

Command compile_linked_command(const Toolchain& toolchain, const std::filesystem::path& source,
                               const std::filesystem::path& object,
                               const std::filesystem::path& include,
                               const std::filesystem::path& folder) {
    Command command = compile_command(toolchain, source, object, include);
    if (!folder.empty()) {
        command.insert(command.end() - 1, {"-I", folder.string()});
    }
    if (toolchain.target == Target::Cuda) {
        command.insert(command.end() - 1, relocatable);
    }
    return command;
}

Command wrap_command(const Toolchain& toolchain, const std::filesystem::path& code,
                     const std::filesystem::path& object, bool is_ptx) {
    Command command = nvcc(toolchain, !is_ptx);
    append(command, {"-Xcompiler", "-fPIC", "-dc", "-o", object.string()});
    append(command, toolchain.extra);
    command.push_back(code.string());
    return command;
}

Command extract_command(const Toolchain& toolchain, const std::filesystem::path& code,
                        const std::filesystem::path& cubin) {
    Command command = nvcc(toolchain, true);
    append(command, {"-dlink", "-cubin", "-r", "-o", cubin.string(), code.string()});
    return command;
}

Command device_link_command(const Toolchain& toolchain,
                            const std::vector<std::filesystem::path>& objects,
                            const std::filesystem::path& object) {
    Command command = nvcc(toolchain, true);
    append(command, {"-Xcompiler", "-fPIC", "-dlink", "-o", object.string()});
    for (const std::filesystem::path& one : objects) {
        command.push_back(one.string());
    }
    return command;
}

Command link_command(const Toolchain& toolchain, const std::vector<std::filesystem::path>& objects,
                     const std::filesystem::path& library, bool links_devices) {
    Command command;
    if (toolchain.target == Target::Cuda) {
        command = nvcc(toolchain, links_devices);
        append(command, toolchain.is_static ? Command{"-lib"} : Command{"-shared"});
        append(command, {"-cudart", "static", "-o", library.string()});
    } else if (toolchain.is_static) {
        command = {toolchain.archiver, "crsD", library.string()};
    } else {
        command = {toolchain.compiler, "-shared", "-pthread", "-o", library.string()};
    }
    for (const std::filesystem::path& object : objects) {
        command.push_back(object.string());
    }
    if (toolchain.archiver.empty()) {
        append(command, toolchain.extra);  // behind the objects, whose names -lx may resolve
    }
    return command;
}

std::string to_text(const Command& command) {
    std::string text;
    for (const std::string& argument : command) {
        const bool plain = !argument.empty() &&
                           argument.find_first_of(" '\"\\$&;<>|*?()#`~!") == std::string::npos;
        text += text.empty() ? "" : " ";
        if (plain) {
            text += argument;
            continue;
        }
        text += '\'';
        for (const char c : argument) {
            text += c == '\'' ? std::string("'\\''") : std::string(1, c);
        }
        text += '\'';
    }
    return text;
}

}  // namespace pycu::build
