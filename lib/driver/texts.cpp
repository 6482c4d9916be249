// Passes, printing, and the names of files. See texts.h.
#include "driver/texts.h"

#include "manifest/manifest.h"
#include "passes/passes.h"

namespace pycu::driver {

std::optional<ir::Module> with_passes(ir::Module& module, const Options& options) {
    passes::run(module, {.keeps_dead = options.debug || options.host});
    // a text with checks, and one of functions of the host, keep Python's own integers
    if (options.debug || options.host) {
        return std::nullopt;
    }
    ir::Module with_int = passes::with_int_indices(module);
    // nor are its threads run in another order than a debugger shows
    passes::form_regions(module, with_int);
    passes::form_rows(with_int);
    return with_int;
}

emit::Unit text_of(const ir::Module& module, const std::optional<ir::Module>& with_int,
                   const emit::Options& options) {
    return emit::emit(module, with_int ? *with_int : module, options);
}

std::vector<FileText> files_of(const emit::Unit& unit, const std::string& module,
                               const std::filesystem::path& folder) {
    std::vector<FileText> files = {{folder / (module + ".cu"), unit.cuda}};
    if (!unit.reductions.empty()) {
        files.push_back({folder / (module + "_reduce.cu"), unit.reductions});
    }
    files.push_back({folder / (module + "_launch.cuh"), unit.launch});
    if (!unit.cpu.empty()) {
        files.push_back({folder / (module + "_cpu.cuh"), unit.cpu});
    }
    files.push_back({folder / (module + ".h"), unit.header});
    files.push_back({folder / (module + ".json"), manifest::to_json(unit.manifest)});
    return files;
}

}  // namespace pycu::driver
