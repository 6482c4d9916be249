// Places and values of TOML files. See toml_places.h.
#include "declare/toml_places.h"

#include <fmt/format.h>

#include <algorithm>

#include "support/text.h"
#include "syntax/unicode.h"

namespace pycu::sema {

std::uint32_t offset_in(const SourceFile& file, const toml::source_position& position) {
    if (position.line == 0) {
        return 0;
    }
    std::uint32_t at = file.line_begin(position.line);
    const auto end = static_cast<std::uint32_t>(file.text().size());
    for (auto column = position.column; column > 1 && at < end; --column) {
        at += static_cast<std::uint32_t>(decode_utf8(file.text(), at).bytes);
    }
    return std::min(at, end);
}

Range range_in(const SourceFile& file, const toml::source_region& source) {
    return {offset_in(file, source.begin), offset_in(file, source.end), file.file()};
}

std::optional<std::string> python_text(const toml::node& node) {
    if (const auto text = node.value_exact<std::string>()) {
        return *text;
    }
    if (const auto number = node.value_exact<std::int64_t>()) {
        return std::to_string(*number);
    }
    if (const auto number = node.value_exact<double>()) {
        return fmt::format("float('{}')", *number);
    }
    if (const auto truth = node.value_exact<bool>()) {
        return *truth ? "True" : "False";
    }
    return std::nullopt;
}

const toml::table* table_of_pycu(const toml::table& root, const SourceFile& file) {
    return file.name() == "pycu.toml" ? &root : root["tool"]["pycu"].as_table();
}

}  // namespace pycu::sema
