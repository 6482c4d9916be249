// What the texts of a module are made of, in their order: each part adds its lines.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "emit/c_functions.h"
#include "emit/exprs.h"
#include "emit/merged_text.h"
#include "emit/options.h"
#include "emit/sharing.h"
#include "emit/text_writer.h"
#include "ir/module.h"
#include "manifest/manifest.h"

namespace pycu::emit {

// ---- which functions and constants stand in which file: x.cu has all but what only reductions
// need, x_reduce.cu has what they need (parts.cpp)

/// For each function and each constant of a module, whether a file has it.
struct Part {
    std::vector<bool> functions;
    std::vector<bool> constants;
};

Part main_part(const ir::Module& module);
Part reduction_part(const ir::Module& module);
/// Whether a module has reductions, and so a second file; whether it has other ufuncs.
bool has_reductions(const ir::Module& module);
bool has_ufuncs(const ir::Module& module);

// ---- in front of PYCU_MODULE

/// Whether the text calls functions that others wrote, or makes pointers for them.
bool calls_foreign(const ir::Module& module);
/// `extern "C" __device__ int mul(float* result, float, float);`
void print_foreign(const ir::Module& module, const Options& options, TextWriter& out);

// ---- between PYCU_MODULE and PYCU_END

/// `struct particle { float x; };` for each record of the module.
void print_records(const ir::Module& module, TextWriter& out);
/// `struct Point { float x; int y; };`
void print_named_tuples(const ir::Module& module, const Options& options, TextWriter& out);
/// `struct Color { static constexpr int RED = 1; };`
void print_enum(const ir::Module& module, const ir::EnumClass& one, TextWriter& out);
/// `static constexpr int BLOCK = 256;` and `static __constant__ const float MASK[5][5] = {...};`
void print_constants(const ir::Module& module, const Part& part, TextWriter& out);
/// `__device__ double laplacian(pycu::array<const float, 2> u, int64_t i, int64_t j) { ... }`
void print_functions(const ir::Module& module, const Part& part, const Sharing& sharing,
                     const Options& options, TextWriter& out);
/// The heads of the part's kernels alone, for who launches them.
void declare_kernels(const ir::Module& module, const Part& part, const Sharing& sharing,
                     const Options& options, TextWriter& out);
/// What stands before a function's body; `name` may be another than its own.
std::string function_head(const ir::Module& module, const ir::Function& function,
                          const std::string& name, const Options& options);
/// The functions that x_launch.cuh has once more, with indices of 64 bits: kernels with int
/// indices, and what they call where its text is another one in `wide`. `sharing` is
/// that of `module`.
std::vector<bool> wide_functions(const ir::Module& wide, const ir::Module& module,
                                 const Sharing& sharing, const Options& options);
/// Of a kernel: its text, or that in loops over a block's threads, its regions or rows.
enum class Body { Whole, Loops };
/// The head and the body of a function under a name, in lines as long as they get.
TextWriter definition(const ir::Module& module, std::uint32_t index, const std::string& name,
                      const Sharing& sharing, const Options& options, Body body);
/// The same in the text, for an instance of a template the template.
void print_definition(const ir::Module& module, std::uint32_t index, const Sharing& sharing,
                      const Options& options, Body body, TextWriter& out);
/// What declares a function that stands further down: the head, for a template with its first line.
std::string declaration_of(const ir::Module& module, std::uint32_t index, const Sharing& sharing,
                           const Options& options);

// ---- functions that have one text together (sharing.cpp)

/// The functions that have another's text letter for letter. It prints every function that may:
/// once for a module.
Sharing find_sharing(const ir::Module& module, const Options& options);
/// The templates beside them (function_templates.cpp).
void find_templates(const ir::Module& module, const Options& options, Sharing& sharing);
/// Of the templates those that this text of the functions has as well, among those `printed` in it;
/// false where some go.
bool keep_templates(const ir::Module& module, const Options& options,
                    const std::vector<bool>& printed, Sharing& sharing);
/// The same of all, until no call has another text by what goes.
void settle_templates(const ir::Module& module, const Options& options, Sharing& sharing);
/// A definition with its types marked; nothing where what is printed hangs on marks.
std::optional<std::string> marked_definition(const ir::Module& module, std::uint32_t index,
                                             const std::string& name, const Sharing& sharing,
                                             const Options& options, Body body);
/// The definitions of a template's members as one.
std::optional<MergedText> merged_definition(const ir::Module& module, const FunctionTemplate& made,
                                            const Sharing& sharing, const Options& options,
                                            Body body);
/// `template <typename T>`
std::string template_head(const MergedText& text);
/// `float`, `float, int`: what the parameters of the text stand for in one of its members.
std::string arguments_of(const MergedText& text, std::size_t member);
/// What a kernel has in loops over a block's threads, as its wrapper says it.
std::string loops_of(const ir::Function& function);

/// The text with `#line 12 "kernels.py"` above the lines that came from Python and one directive at
/// its end, behind which the text is its own again. No line of code may have been broken.
TextWriter with_line_directives(const TextWriter& text, const ir::Module& module,
                                const std::string& name);
/// The lines of the source without their indentation; those of a notebook by cells.
std::vector<NamedLines> source_lines(const ir::Module& module);
/// The path of the file that a range stands in, as it was given; of an absolute one the file's
/// name. Of a notebook with the cell.
std::string source_name(const ir::Module& module, Range range);

// ---- x_cpu.cuh: kernels as loops over a block's threads

/// The bodies of all kernels that have regions, and once more with indices of 64 bits.
void print_regions(const ir::Module& module, const Sharing& sharing, const Options& options,
                   const ir::Module& wide, const Sharing& of_wide, const Options& wide_options,
                   TextWriter& out);

// ---- x_launch.cuh: the entries that a launch starts, and the wrappers that callers call

/// What holds the structs of the .cu to those of the header.
void print_record_checks(const ir::Module& module, TextWriter& out);
/// The entries and wrappers of all kernels and ufuncs.
void print_launchers(const ir::Module& module, const Sharing& sharing, const Options& options,
                     TextWriter& out);
/// The names of a kernel's entries, the preferred one first: "contiguous", "strided".
std::vector<std::string> entry_names(const ir::Function& function, const TypeTable& types);
/// The templates that launches of ufuncs start.
void print_ufunc_entries(const ir::Module& module, const Sharing& sharing, TextWriter& out);
/// The C functions, and NumPy's loops; `debug` for a text with checks.
void print_ufunc_wrappers(const ir::Module& module, bool debug, TextWriter& out);
/// The operators and wrappers of all reductions, which make x_reduce.cu.
void print_reductions(const ir::Module& module, const Sharing& sharing, TextWriter& out);

// ---- the header and the manifest

/// x.h; `banner` stands at its top.
std::string print_header(const ir::Module& module, std::string_view banner);
/// enum heat_Color { heat_Color_RED = 1 };  for C callers that give members to kernels; nothing
/// where a value is no int.
void print_c_enums(const ir::Module& module, TextWriter& out);
/// The structs of records, and what holds them to NumPy's layout.
void print_abi_records(const ir::Module& module, TextWriter& out);
void print_ufunc_prototypes(const ir::Module& module, TextWriter& out);
void print_reduction_prototypes(const ir::Module& module, TextWriter& out);
/// The C++ forms of the wrappers, on views instead of structs: for each a function that throws and
/// one that returns a code.
std::string print_overloads(const ir::Module& module);
void print_ufunc_overloads(const ir::Module& module, TextWriter& out);
void print_reduction_overloads(const ir::Module& module, TextWriter& out);
/// How C++ callers spell an element that is no record: `float`, `std::complex<float>`, `pycu_f16`.
std::string callers_element(Type element, const TypeTable& types);

/// The data of the module.
manifest::Manifest describe(const ir::Module& module);

// ---- How much memory the variables and arrays declared in kernels take.

/// An upper bound of what a thread's variables and local arrays take on its stack, in the function
/// and what it calls.
std::int64_t stack_bytes(const ir::Module& module, ir::FunctionId function);

/// The bytes of static shared arrays of a block, in the function and what it calls.
std::int64_t shared_array_bytes(const ir::Module& module, ir::FunctionId function);

/// How many bytes of dynamic shared memory a kernel's own arrays take.
std::int64_t large_shared_bytes(const ir::Module& module, ir::FunctionId function);

}  // namespace pycu::emit
