// What `pycu explain` says of a message: a page of lib/diag/explain/, carried in the binary.
//
// A page is Markdown: its first line is the title, a block ```python wrong is a program that gets
// the message, ```python right the same one without it; their first line may have options,
// `# pycu: --performance`. `<!-- case: NAME -->` stands in place of a program whose message asks
// for more than a text: testdata/errors/NAME.py shows it.
#pragma once

#include <string>
#include <string_view>

#include "diag/diagnostics.h"

namespace pycu::diag {

/// One page.
struct Page {
    const Kind* kind = nullptr;
    std::string_view title;
    std::string_view body;  // all behind the title, as Markdown
    std::string wrong;      // empty where a case shows it
    std::string right;
};

/// The page of a code; every code has one.
Page page(Code code);

/// The kind that is called so: `PYCU0205`, `205`, `MissingSignature`, `missing-signature`, in
/// letters of either case; null where there is none.
const Kind* find_kind(std::string_view name);

/// The code of a kind that is nearly called so; empty when none is.
std::string nearest_kind(std::string_view name);

/// A page as people read it.
std::string page_text(const Page& page);

/// A line for each code: `PYCU0205 missing-signature  error  Title`.
std::string page_list();

/// A page as a JSON object.
std::string page_json(const Page& page);

/// All pages as a JSON array.
std::string pages_json();

}  // namespace pycu::diag
