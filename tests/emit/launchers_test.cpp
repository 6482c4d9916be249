// The C ABI of a module: symbols, entries, wrappers, the header and the manifest.
#include <doctest/doctest.h>

#include <initializer_list>
#include <regex>
#include <string>
#include <utility>
#include <vector>

#include "emit/symbols.h"
#include "emit/texts.h"
#include "ir/interval.h"
#include "support/files.h"

using namespace pycu;

namespace {

struct Param {
    const char* name;
    Type type;
    bool is_written = false;
};

/// Adds a kernel without a body.
ir::FunctionId add_kernel(ir::Module& module, const char* name, std::vector<Param> params) {
    ir::Function function;
    function.kind = ir::Function::Kind::Kernel;
    function.name = function.spelling = name;
    function.result = none;
    for (const Param& param : params) {
        ir::Local local;
        local.name = local.spelling = param.name;
        local.type = param.type;
        local.kind = ir::Local::Kind::Parameter;
        local.written = Written(param.is_written);
        function.params.push_back(function.locals.add(local));
    }
    return module.functions.add(std::move(function));
}

Type array(Type element, int rank, Layout layout) {
    return Type::array(element.element(), rank, layout);
}

/// The text without line breaks and indentation.
std::string flat(const std::string& text) {
    std::string out;
    for (const char c : text) {
        const char blank = c == '\n' ? ' ' : c;
        const bool is_needed = !out.ends_with(' ') && !out.ends_with('(');
        if (blank != ' ' || is_needed) {
            out += blank;
        }
    }
    return out;
}

std::string launchers(const ir::Module& module) {
    emit::TextWriter out;
    emit::print_launchers(module, {}, {}, out);
    return flat(out.text());
}

bool has(const std::string& text, const char* part) {
    const bool found = text.find(part) != text.npos;
    if (!found) {
        MESSAGE(text);
    }
    return found;
}

}  // namespace

TEST_CASE("codes name the types of the arguments") {
    ir::Module module;
    const Type pair = module.types.tuple(std::vector<Type>{float32, int64});
    const ir::FunctionId all =
        add_kernel(module, "k",
                   {{"a", float32},
                    {"b", array(float32, 1, Layout::C)},
                    {"c", array(int32, 2, Layout::A)},
                    {"d", array(uint8, 3, Layout::F)},
                    {"e", pair},
                    {"f", boolean},
                    {"g", Type::array(Scalar::Float64, 0, Layout::C, true)}});
    CHECK(emit::signature_codes(module.functions[all], module.types) ==
          "f4_a1f4c_a2i4a_a3u1f_t2f4i8_b1_a0f8c");
    const ir::FunctionId no_arguments = add_kernel(module, "v", {});
    CHECK(emit::signature_codes(module.functions[no_arguments], module.types) == "v");
}

TEST_CASE("symbols carry the module and no two are one") {
    ir::Module module;
    module.name = "m";
    add_kernel(module, "step", {{"x", float32}});
    add_kernel(module, "step", {{"x", float64}});
    add_kernel(module, "copy", {});
    add_kernel(module, "Outer.step", {});
    add_kernel(module, "__private", {});
    const std::vector<emit::KernelSymbols> kernels = emit::kernel_symbols(module);
    REQUIRE(kernels.size() == 5);
    CHECK(kernels[0].coded == "m_step__f4");
    CHECK(kernels[0].plain == "m_step");
    CHECK(kernels[0].is_first);
    CHECK(kernels[1].coded == "m_step__f8");
    CHECK(kernels[1].plain == "m_step");
    CHECK(!kernels[1].is_first);
    CHECK(kernels[2].coded == "m_copy__v");
    CHECK(kernels[2].plain == "m_copy_");
    CHECK(kernels[3].plain == "m_Outer_step");
    CHECK(kernels[4].plain == "m__private");
}

TEST_CASE("two entries where arrays may be strided or may overlap") {
    ir::Module module;
    module.name = "m";
    const auto c = array(float32, 1, Layout::C);
    const auto entries = [&](std::vector<Param> params) {
        const ir::FunctionId id = add_kernel(module, "k", std::move(params));
        return emit::entry_names(module.functions[id], module.types).size();
    };
    CHECK(entries({}) == 1);
    CHECK(entries({{"x", c, true}, {"n", int64}}) == 1);
    CHECK(entries({{"x", c}, {"y", c}}) == 1);
    CHECK(entries({{"x", c}, {"y", c, true}}) == 2);
    CHECK(entries({{"x", array(float32, 1, Layout::A)}}) == 2);
    CHECK(entries({{"x", array(float32, 0, Layout::A), true}}) == 1);
}

TEST_CASE("entries and wrappers of a stencil") {
    ir::Module module;
    module.name = "heat";
    add_kernel(module, "step",
               {{"u", array(float32, 2, Layout::A)}, {"out", array(float32, 2, Layout::A), true}});
    const std::string text = launchers(module);
    CHECK(has(text, "PYCU_WRAPPERS(heat) PYCU_PLAIN_ENTRIES(heat, step) "));
    CHECK(has(text,
              "int heat_step__a2f4a_a2f4a(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes, "
              "pycu_stream stream, pycu_array_f32_2d u, pycu_array_f32_2d out) { return "
              "PYCU_LAUNCH(heat, step, loops, (u, out)); }"));
    CHECK(has(text, "PYCU_ALIAS(heat_step, heat_step__a2f4a_a2f4a)"));
}

TEST_CASE("a launch knows of a kernel what its parameters do not say") {
    ir::Module module;
    module.name = "m";
    const ir::FunctionId id =
        add_kernel(module, "Outer.k", {{"x", array(float32, 2, Layout::F)}, {"n", int64}});
    ir::Function& kernel = module.functions[id];
    kernel.spelling = "Outer_k";
    kernel.has_int_indices = true;
    kernel.has_few_blocks = true;
    kernel.has_warp_operation = true;
    kernel.options.carveout = -1;
    kernel.options.launch_bounds = {128, 2};
    const std::string text = launchers(module);
    CHECK(has(text, "PYCU_BOUNDED_INT_ENTRIES(m, Outer_k, __launch_bounds__(128, 2))"));
    CHECK(has(text,
              "PYCU_LAUNCH(m, Outer_k, warps.named(\"Outer.k\").few_blocks().carveout(-1), "
              "(pycu::f_order(x), n))"));
    ir::Constant constant;
    constant.type = array(float32, 1, Layout::C);
    constant.address = 4096;
    module.constants.add(constant);
    CHECK(has(launchers(module), "(pycu::aliased(pycu::f_order(x)), n))"));
}

TEST_CASE("a launch is asked for the bounds that int indices are proven for") {
    const std::string text = read_file(PYCU_ROOT "/templates/runtime/pycu_array.h").text;
    const auto bound = [&](const char* pattern) {
        std::smatch found;
        REQUIRE(std::regex_search(text, found, std::regex(pattern)));
        return std::stoll(found[1]);
    };
    const std::int64_t most = bound(R"(max_int_extent = \(int64_t\(1\) << (\d+)\) - 1;)");
    const std::int64_t block = bound(R"(max_few_blocks = max_int_extent / (\d+);)");
    CHECK(ir::max_int_extent == (std::int64_t{1} << most) - 1);
    CHECK(ir::max_few_blocks == ir::max_int_extent / block);
}

TEST_CASE("entries, wrappers and header are those that were written by hand") {
    const std::string folder = PYCU_ROOT "/testdata/handwritten/launch/";
    ir::Module module;
    module.name = "heat";
    const ir::FunctionId step = add_kernel(
        module, "step",
        {{"u", array(float32, 2, Layout::A)}, {"out", array(float32, 2, Layout::A), true}});
    module.functions[step].docstring = {"One explicit step; the border stays as it is."};
    const ir::FunctionId most = add_kernel(
        module, "block_max",
        {{"u", array(float32, 1, Layout::C)}, {"result", array(float32, 1, Layout::C), true}});
    module.functions[most].docstring = {"The largest value of each block of u."};
    module.functions[most].has_barrier = true;
    module.functions[step].has_int_indices = true;
    module.functions[most].has_int_indices = true;
    const std::string wrappers = flat(read_file(folder + "heat_launch.cuh").text);
    CHECK(launchers(module) == wrappers.substr(wrappers.find("PYCU_WRAPPERS")));
    const std::string banner =
        "// Explicit heat equation on a plate.\n"
        "// Generated from heat.py by pycu: edit heat.py and run pycu again.\n";
    CHECK(flat(emit::print_header(module, banner)) == flat(read_file(folder + "heat.h").text));
}

TEST_CASE("tuples are flattened, and parameters give way to a wrapper's own") {
    ir::Module module;
    module.name = "m";
    const Type inner = module.types.tuple(std::vector<Type>{int32, float64});
    const Type tuple = module.types.tuple(std::vector<Type>{inner, array(float32, 1, Layout::F)});
    const ir::FunctionId id =
        add_kernel(module, "k", {{"t", tuple, true}, {"grid", int64}, {"t_1", int64}});
    module.functions[id].has_barrier = true;
    const std::string text = launchers(module);
    CHECK(has(text, "int32_t t_0_0, double t_0_1, pycu_array_f32_1d t_1, int64_t grid_"));
    CHECK(has(text, "PYCU_LAUNCH(m, k, fibers, (t_0_0, t_0_1, pycu::f_order(t_1), grid_, t_1_))"));
}

TEST_CASE("the CPU target hears of kernels that need much stack") {
    ir::Module module;
    module.name = "m";
    const ir::FunctionId callee = add_kernel(module, "f", {});
    ir::Function& f = module.functions[callee];
    f.kind = ir::Function::Kind::Device;
    ir::Local local;
    local.type = array(float64, 2, Layout::C);
    local.kind = ir::Local::Kind::LocalArray;
    ir::DeclareArray declare;
    declare.array = f.locals.add(local);
    declare.space = ir::DeclareArray::Space::Local;
    declare.shape = {100, 50};
    ir::Stmt stmt;
    stmt.as = declare;
    f.body.push_back(f.stmts.add(std::move(stmt)));
    const ir::FunctionId kernel = add_kernel(module, "k", {});
    CHECK(launchers(module).find("local_arrays") == std::string::npos);
    module.functions[kernel].callees = {callee};
    CHECK(has(launchers(module), "loops.local_arrays(40016)"));
    CHECK(emit::describe(module).device_functions.size() == 1);
}

TEST_CASE("the header declares the wrappers for C and C++") {
    ir::Module module;
    module.name = "heat";
    const ir::FunctionId id = add_kernel(module, "step", {{"u", array(float32, 9, Layout::C)}});
    module.functions[id].docstring = {"One step */ of it."};
    const std::string header = emit::print_header(module, "// Banner.\n");
    CHECK(header.starts_with("// Banner.\n//\n// A launch takes"));
    CHECK(has(header, "#ifndef PYCU_HEAT_H\n#define PYCU_HEAT_H\n"));
    CHECK(has(header, "// One step * / of it.\n//   step(u: "));
    CHECK(has(header, "#ifndef pycu_array_f32_9d_defined\n"));
    CHECK(has(flat(header),
              "PYCU_API int heat_step__a9f4c(pycu_dim3 grid, pycu_dim3 block, uint32_t "
              "shared_bytes, pycu_stream stream, pycu_array_f32_9d u); PYCU_API int "
              "heat_step(pycu_dim3 grid"));
    CHECK(has(header, "PYCU_API const char* heat_last_error(void);\n"));
    CHECK(header.find("\n\n\n") == header.npos);
}

TEST_CASE("C++ has an overload for each list of types") {
    ir::Module module;
    module.name = "m";
    const Type pair = module.types.tuple(std::vector<Type>{float32, int64});
    add_kernel(module, "k", {{"x", array(float32, 1, Layout::A), true}, {"t", pair}});
    add_kernel(module, "k", {{"x", array(float64, 2, Layout::C)}, {"launch", boolean}});
    module.functions[add_kernel(module, "new", {})].spelling = "new_";
    const std::string text = flat(emit::print_overloads(module));
    CHECK(
        has(text,
            "[[nodiscard]] inline int k(const std::nothrow_t&, const pycu::configuration& launch, "
            "pycu::array<float, 1> x, float t_0, int64_t t_1) noexcept { return "
            "pycu::launch(m_k__a1f4a_t2f4i8, launch, x, t_0, t_1); }"));
    CHECK(
        has(text,
            "inline void k(const pycu::configuration& launch, pycu::array<float, 1> x, float t_0, "
            "int64_t t_1) { pycu::check(k(std::nothrow, launch, x, t_0, t_1), m_last_error); }"));
    CHECK(has(text,
              "pycu::array<const double, 2> x, bool launch_) noexcept { return "
              "pycu::launch(m_k__a2f8c_b1, launch, x, launch_); }"));
    CHECK(has(text, "inline void new_(const pycu::configuration& launch) {"));
}

TEST_CASE("what differs in its layouts alone is chosen by the arrays") {
    ir::Module module;
    module.name = "m";
    add_kernel(module, "k", {{"x", array(float32, 2, Layout::A)}});
    add_kernel(module, "k", {{"x", array(float32, 2, Layout::C)}});
    add_kernel(module, "k", {{"x", array(float32, 2, Layout::F)}});
    const std::string text = flat(emit::print_overloads(module));
    CHECK(has(text,
              "{ if (pycu::is_row_major(x)) { return pycu::launch(m_k__a2f4c, launch, x); } "
              "if (pycu::is_column_major(x)) { return pycu::launch(m_k__a2f4f, launch, x); } "
              "return pycu::launch(m_k__a2f4a, launch, x); }"));
    CHECK(text.find("inline void k", text.find("inline void k") + 1) == text.npos);
}

TEST_CASE("the manifest has what a loader needs") {
    ir::Module module;
    module.name = "m";
    const Type pair = module.types.tuple(std::vector<Type>{float32, int64});
    add_kernel(module, "k", {{"x", array(float32, 2, Layout::C), true}, {"t", pair}});
    add_kernel(module, "k", {{"x", float64}});
    const manifest::Manifest manifest = emit::describe(module);
    REQUIRE(manifest.kernels.size() == 1);
    const manifest::Kernel& kernel = manifest.kernels[0];
    CHECK(kernel.symbol == "m_k");
    REQUIRE(kernel.specialisations.size() == 2);
    const manifest::Specialisation& first = kernel.specialisations[0];
    CHECK(first.signature == "void(float32[:, ::1], Tuple(float32, int64))");
    CHECK(first.symbol == "m_k__a2f4c_t2f4i8");
    CHECK(first.entries == std::vector<std::string>{"contiguous"});
    CHECK(first.engine == "loops");
    REQUIRE(first.args.size() == 2);
    CHECK(first.args[0].c_type == "pycu_array_f32_2d");
    CHECK(first.args[0].written);
    REQUIRE(first.args[1].items.size() == 2);
    CHECK(first.args[1].items[1].name == "t_1");
    CHECK(first.args[1].items[1].c_type == "int64_t");
    CHECK(kernel.specialisations[1].args[0].dtype == "float64");
}
