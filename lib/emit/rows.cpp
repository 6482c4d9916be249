// Kernels without barriers once more, for the CPU: loops over the rows of a block's threads whose
// bounds are the kernel's guards (ir::Rows). What stands in x_cpu.cuh:
//
//   PYCU_KERNEL void step(pycu::array<const float, 2, int> u, pycu::array<float, 2, int> out)
//   {
//       PYCU_BLOCK;
//       PYCU_ROWS(y) {
//           PYCU_ROW(y);
//           const int i = blockIdx.x * blockDim.x + threadIdx.x;
//           const int j = blockIdx.y * blockDim.y + threadIdx.y;
//           PYCU_ROW_IF(i < out.shape[0]);
//           PYCU_SPAN(j, y);
//           PYCU_BELOW(out.shape[1]);
//           PYCU_ALONG_APART() {
//               PYCU_AT(j, y);
//               out(i, j) = u(i, j);
//           }
//       }
//   }
#include <string>

#include "emit/stmts.h"

namespace pycu::emit {

void StmtPrinter::rows() {
    const ir::Rows& rows = *function_.rows;
    const std::string axis(1, rows.axis);
    const auto text = [&](ir::ExprId id) { return exprs_.print(id).text.text; };
    out_.line("PYCU_BLOCK;");
    out_.braces("PYCU_ROWS(" + axis + ")", [&] {
        out_.line("PYCU_ROW(", axis, ");");
        block(rows.once);
        for (const ir::ExprId condition : rows.where) {
            out_.line("PYCU_ROW_IF(", text(condition), ");");
        }
        if (rows.stride.valid()) {
            const auto& loop = std::get<ir::ForRange>(function_.stmts[rows.stride].as);
            out_.braces("PYCU_TURNS(" + text(loop.start) + ", " + text(loop.stop) + ", " +
                            text(loop.step) + ")",
                        [&] {
                            out_.line("PYCU_TURN;");
                            along_row(rows);
                        });
            return;
        }
        out_.line("PYCU_SPAN(", function_.locals[rows.place].spelling, ", ", axis, ");");
        for (const ir::Rows::Clip& clip : rows.clips) {
            out_.line(clip.is_above ? "PYCU_ABOVE" : "PYCU_BELOW",
                      clip.is_inclusive ? "_OR_AT(" : "(", text(clip.bound), ");");
        }
        along_row(rows);
    });
}

void StmtPrinter::along_row(const ir::Rows& rows) {
    out_.braces(rows.is_independent ? "PYCU_ALONG_APART()" : "PYCU_ALONG()", [&] {
        out_.line("PYCU_AT(", function_.locals[rows.place].spelling, ", ",
                  std::string(1, rows.axis), ");");
        block(rows.again);
        block(rows.body);
    });
}

}  // namespace pycu::emit
