// Notebooks as Python: `.ipynb` of nbformat 3 and 4.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "source/source_file.h"

namespace pycu::driver {

/// The code cells of a notebook, one after the other, as running all of them runs them.
struct Notebook {
    std::string text;
    std::vector<Cell> cells;
};

/// Reads a notebook. Cells that are no code, or code in another language, are left out; magics are
/// made Python (magics.h). On failure returns false and says why in `error`.
bool read_notebook(std::string_view json, Notebook& notebook, std::string& error);

}  // namespace pycu::driver
