// Which step each kind of code needs. What is made of it has a name with a dash, which no module's
// object has.
#include "build/linked.h"

#include <utility>

#include "support/files.h"
#include "templates/embedded.h"

namespace pycu::build {

namespace fs = std::filesystem;

namespace {

fs::path made_of(const Library& library, const Linked& one, const fs::path& folder,
                 const char* extension) {
    const auto number = std::to_string(&one - library.linked.data());
    return folder / (library.path.stem().string() + "-" + number + extension);
}

/// The file that a compiler gets: of a text one that is written here.
fs::path source_of(const Library& library, const Linked& one, const fs::path& folder) {
    if (!one.path.empty()) {
        return one.path;
    }
    const fs::path file = made_of(library, one, folder, one.kind == "cu" ? ".cu" : ".ptx");
    write_if_changed(file, one.text);
    return file;
}

}  // namespace

fs::path linked_object(const Library& library, const Linked& one, const fs::path& folder) {
    const bool is_object = one.kind == "o" || one.kind == "a";
    return is_object ? one.path : made_of(library, one, folder, ".o");
}

std::vector<LinkedStep> extract_linked(const Toolchain& toolchain, const Library& library,
                                       const fs::path& folder) {
    std::vector<LinkedStep> steps;
    for (const Linked& one : library.linked) {
        if (one.kind == "fatbin") {
            const fs::path cubin = made_of(library, one, folder, ".cubin");
            steps.push_back({extract_command(toolchain, one.path, cubin), &one});
        }
    }
    return steps;
}

std::vector<LinkedStep> compile_linked(const Toolchain& toolchain, const Library& library,
                                       const fs::path& folder, const fs::path& include) {
    std::vector<LinkedStep> steps;
    for (const Linked& one : library.linked) {
        const fs::path object = linked_object(library, one, folder);
        if (one.kind == "cu") {
            const fs::path source = source_of(library, one, folder);
            const fs::path headers = one.path.empty() ? one.folder : fs::path();
            Command command = compile_linked_command(toolchain, source, object, include, headers);
            if (toolchain.target == Target::Cpu) {
                const fs::path words = folder / "pycu_linked.h";
                write_if_changed(words, embedded::text("runtime/pycu_linked.h"));
                command = with_first(toolchain, command, words);
            }
            steps.push_back({std::move(command), &one});
        } else if (one.kind == "ptx") {
            const fs::path source = source_of(library, one, folder);
            steps.push_back({wrap_command(toolchain, source, object, true), &one});
        } else if (one.kind == "cubin") {
            steps.push_back({wrap_command(toolchain, one.path, object, false), &one});
        } else if (one.kind == "fatbin") {
            const fs::path cubin = made_of(library, one, folder, ".cubin");
            steps.push_back({wrap_command(toolchain, cubin, object, false), &one});
        }
    }
    return steps;
}

}  // namespace pycu::build
