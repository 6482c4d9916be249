// Kernels with barriers once more, for the CPU: what stands between barriers in loops over a
// block's threads (ir::Regions). What stands in x_cpu.cuh:
//
//   PYCU_REGIONS(heat)
//
//   PYCU_KERNEL void total(pycu::array<const float, 1, int> x, pycu::array<float, 1, int> out)
//   {
//       PYCU_BLOCK;
//       PYCU_KEPT(float, mine);
//       __shared__ float sums[256];
//       PYCU_THREADS(blockDim) {
//           PYCU_THREAD;
//           PYCU_LOAD(mine);
//           ...
//           PYCU_SAVE(mine);
//       }
//       ...
//   }
//
//   PYCU_REGIONS_END(heat)
#include <algorithm>
#include <string>
#include <utility>

#include "emit/cpp_types.h"
#include "emit/records.h"
#include "emit/stmts.h"
#include "emit/texts.h"
#include "support/check.h"

namespace pycu::emit {
namespace {

/// The structs that the text of the kernels of a module stands in.
void print_bodies(const ir::Module& module, const std::vector<bool>& chosen, const char* mark,
                  const Sharing& sharing, const Options& options, TextWriter& out) {
    if (std::ranges::count(chosen, true) == 0) {
        return;
    }
    out.blank();
    out.line("PYCU_", mark, "(", module.name, ")");
    for (std::uint32_t i = 0; i < chosen.size(); ++i) {
        if (chosen[i] && !sharing.stands_elsewhere(i)) {
            out.blank();
            out.comes_from(module.functions[ir::FunctionId{i}].range);
            print_definition(module, i, sharing, options, Body::Loops, out);
        }
    }
    out.comes_from({});
    out.blank();
    out.line("PYCU_REGIONS_END(", module.name, ")");
}

}  // namespace

void print_regions(const ir::Module& module, const Sharing& sharing, const Options& options,
                   const ir::Module& wide, const Sharing& of_wide, const Options& wide_options,
                   TextWriter& out) {
    std::vector<bool> all;
    std::vector<bool> of_int;
    for (std::uint32_t i = 0; i < module.functions.size(); ++i) {
        const ir::Function& function = module.functions[ir::FunctionId{i}];
        PYCU_CHECK(function.regions.has_value() ==
                   wide.functions[ir::FunctionId{i}].regions.has_value());
        all.push_back(function.regions.has_value() || function.rows.has_value());
        of_int.push_back(function.regions.has_value() && function.has_int_indices);
    }
    print_bodies(module, all, "REGIONS", sharing, options, out);
    print_bodies(wide, of_int, "WIDE_REGIONS", of_wide, wide_options, out);
}

void StmtPrinter::regions() {
    const ir::Regions& regions = *function_.regions;
    in_regions_ = true;
    out_.line("PYCU_BLOCK;");
    for (const ir::LocalId id : regions.kept) {
        declare_kept(id);
    }
    if (regions.has_leavers) {
        out_.line("PYCU_LIVE;");
    }
    block(regions.body);
}

/// The name of a kept variable's storage: variables of different blocks may have one name.
std::string StmtPrinter::kept_name(ir::LocalId id) const {
    const std::vector<ir::LocalId>& kept = function_.regions->kept;
    const auto spelling = [&](ir::LocalId one) { return function_.locals[one].spelling; };
    const auto is_taken = [&](const std::string& name) {
        return std::ranges::find(kept, name, spelling) != kept.end();
    };
    int number = 1;
    for (const ir::LocalId one : kept) {
        if (one == id) {
            break;
        }
        number += spelling(one) == spelling(id) ? 1 : 0;
    }
    std::string name = spelling(id);
    while (number > 1 && is_taken(name)) {
        name = spelling(id) + "_of_" + std::to_string(number++);
    }
    return name;
}

/// `PYCU_LOAD(x)`, `PYCU_LOAD_FROM(x, x_of_2)`
std::string StmtPrinter::kept_mark(const std::string& mark, ir::LocalId id) const {
    const std::string name = kept_name(id);
    const std::string& variable = function_.locals[id].spelling;
    return "PYCU_" + mark +
           (name == variable ? "(" + variable : "_FROM(" + variable + ", " + name) + ");";
}

/// `PYCU_KEPT(float, x);`, `PYCU_KEPT_ARRAY(float, row, [16]);`
void StmtPrinter::declare_kept(ir::LocalId id) {
    const ir::Local& local = function_.locals[id];
    const Type type = local.type.is_array() ? local.type.element_type() : variable_type(local);
    std::string extents;
    for (const ir::Stmt& stmt : function_.stmts) {
        const auto* array = stmt.get<ir::DeclareArray>();
        if (array == nullptr || array->array != id) {
            continue;
        }
        for (std::size_t axis = 0; axis < array->shape.size(); ++axis) {
            extents += "[" + exprs_.extent_text(*array, axis).text + "]";
        }
    }
    out_.line(extents.empty() ? "PYCU_KEPT(" : "PYCU_KEPT_ARRAY(", cuda_name(type, module_.types),
              ", ", kept_name(id), extents.empty() ? "" : ", " + extents, ");");
}

void StmtPrinter::for_threads(const ir::ForThreads& s) {
    const ir::Regions& regions = *function_.regions;
    const std::string number = std::to_string(loops_++);
    out_.braces("PYCU_THREADS(blockDim)", [&] {
        loop_ = loops_ - 1;
        out_.line(regions.shows_thread ? "PYCU_CALLING_THREAD;" : "PYCU_THREAD;");
        if (regions.has_leavers) {
            out_.line("PYCU_SKIP_ENDED;");
        }
        for (const ir::ForThreads::Kept& one : s.kept) {
            const bool is_array = function_.locals[one.local].type.is_array();
            out_.line(kept_mark(is_array ? "REFER" : "LOAD", one.local));
        }
        block(s.again);
        if (s.is_left) {
            out_.braces("", [&] { block(s.body); });
        } else {
            block(s.body);
        }
        for (const ir::ForThreads::Kept& one : s.kept) {
            if (one.is_set && !function_.locals[one.local].type.is_array()) {
                out_.line(kept_mark("SAVE", one.local));
            }
        }
        if (s.is_left) {
            out_.line("PYCU_ENDED(", number, ");");
        }
        loop_.reset();
    });
    if (s.is_left) {
        out_.line("PYCU_END_WITH_ALL;");
    }
}

/// `PYCU_MEET_WARPS(shfl_down_sync, got, value, 16, nullptr, nullptr);`: who takes part comes last.
void StmtPrinter::meet_warps(const ir::MeetWarps& s) {
    const auto& row = std::get<ir::Intrinsic>(function_.exprs[s.value].as);
    const auto storage = [&](ir::LocalId id) { return "pycu_kept_" + kept_name(id); };
    const auto* value = function_.get<ir::Read>(row.args[1]);
    const auto* by = s.is_by_thread ? function_.get<ir::Read>(row.args[2]) : nullptr;
    const std::string count = by != nullptr         ? storage(by->local)
                              : row.args.size() > 2 ? exprs_.print(row.args[2]).text.text
                                                    : "0";
    const std::string name(row.row->name.substr(row.row->name.rfind('.') + 1));
    out_.line("PYCU_MEET_WARPS(", name, ", ", storage(s.target), ", ", storage(value->local), ", ",
              count, ", ", s.active.valid() ? storage(s.active) : "nullptr", ", ",
              function_.regions->has_leavers ? "pycu_live" : "nullptr", ");");
}

/// A barrier between two loops over threads is where one ends and the next begins.
void StmtPrinter::evaluate(const ir::Evaluate& s, const ir::Stmt& stmt) {
    if (in_regions_ && !loop_) {
        out_.trail("");
        if (!stmt.trailing_comment.empty()) {
            out_.comments({stmt.trailing_comment});
        }
        return;
    }
    out_.line(exprs_.print(s.value).text.text, ";");
}

void StmtPrinter::end_thread() {
    if (loop_) {
        out_.line("PYCU_END_THREAD(", std::to_string(*loop_), ");");
    } else {
        out_.line("return;");
    }
}

}  // namespace pycu::emit
