// Edits are collected, sorted and written into a text from its end.
#include "diag/apply_edits.h"

#include <algorithm>

namespace pycu::diag {

namespace {

bool is_same(const Edit& a, const Edit& b) {
    return a.range == b.range && a.text == b.text;
}

/// Two insertions at one place overlap: nothing says which comes first.
bool overlap(const Edit& a, const Edit& b) {
    return a.range == b.range || (a.range.begin < b.range.end && b.range.begin < a.range.end);
}

/// Whether all edits of a diagnostic may stand beside those that are taken.
bool fits(const Diagnostic& one, const SourceFile& file, const std::vector<Edit>& taken,
          bool unsafe) {
    return !one.edits.empty() && std::ranges::all_of(one.edits, [&](const Edit& edit) {
        return edit.range.file == file.file() && edit.range.end <= file.text().size() &&
               (edit.is_safe || unsafe) && std::ranges::none_of(taken, [&](const Edit& other) {
                   return overlap(edit, other) && !is_same(edit, other);
               });
    });
}

}  // namespace

Edited apply_edits(const std::vector<Diagnostic>& diagnostics, const SourceFile& file,
                   std::string_view on_disk, bool unsafe) {
    Edited edited{std::string(on_disk), 0};
    std::vector<Edit> taken;
    for (const Diagnostic& one : diagnostics) {
        if (!fits(one, file, taken, unsafe)) {
            continue;
        }
        ++edited.count;
        for (const Edit& edit : one.edits) {
            const auto is_taken = [&](const Edit& other) { return is_same(edit, other); };
            if (std::ranges::none_of(taken, is_taken)) {
                taken.push_back(edit);
            }
        }
    }
    std::ranges::sort(taken, std::ranges::greater{},
                      [](const Edit& one) { return one.range.begin; });
    for (const Edit& edit : taken) {
        edited.text.replace(edit.range.begin + file.skipped_bytes(),
                            edit.range.end - edit.range.begin, edit.text);
    }
    return edited;
}

}  // namespace pycu::diag
