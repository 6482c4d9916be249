// The inside of a string token: its prefix, its pieces and, for an f-string, its fields.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "diag/diagnostics.h"
#include "syntax/tokens.h"

namespace pycu::syntax {

/// A string token taken apart into prefix and content.
struct StringParts {
    bool is_bytes = false;
    bool is_raw = false;
    bool is_formatted = false;
    bool is_u = false;
    std::uint32_t begin = 0, end = 0;  // the content, without quotes
};
StringParts string_parts(const SourceFile& file, const Token& token);

/// A piece of an f-string: text, or a field `{expr!r:spec}`.
struct Piece {
    bool is_field = false;
    std::uint32_t begin = 0, end = 0;  // of the text, or of the field with its braces
    std::uint32_t expr_begin = 0, expr_end = 0;
    std::uint32_t debug_end = 0;  // `{x=}`: the text from expr_begin to here precedes the value
    char conversion = 0;
    bool has_spec = false;
    std::vector<Piece> spec;
};

/// Cuts an f-string's content into pieces as CPython 3.11 does; false after a report.
bool cut_fstring(const SourceFile& file, const StringParts& parts, std::vector<Piece>& pieces,
                 diag::Sink& sink);

/// The value of a piece of a string: escapes replaced, line ends made LF, and in a piece of an
/// f-string `{{` made `{`. False after a report.
bool decode_string(const SourceFile& file, const StringParts& parts, Range piece,
                   bool double_braces, std::string& value, diag::Sink& sink);

}  // namespace pycu::syntax
