// Paths and texts that are linked. See linked_code.h.
#include "values/linked_code.h"

#include <algorithm>

#include "values/host_values.h"
#include "values/numbers.h"

namespace pycu::sema {

namespace {

/// An extension, or a class of numba.cuda whose objects hold a text, and the kind that it says.
struct Kind {
    std::string_view name;
    std::string_view kind;
};
constexpr Kind extensions[] = {
    {"cu", "cu"}, {"ptx", "ptx"}, {"cubin", "cubin"}, {"fatbin", "fatbin"},
    {"o", "o"},   {"obj", "o"},   {"a", "a"},         {"lib", "a"},
};
constexpr Kind texts[] = {{"numba.cuda.CUSource", "cu"}, {"numba.cuda.PTXSource", "ptx"}};
constexpr std::string_view binaries[] = {"numba.cuda.Archive", "numba.cuda.Cubin",
                                         "numba.cuda.Fatbin", "numba.cuda.LTOIR",
                                         "numba.cuda.Object"};

/// The kind of a file, by the end of its name; else why it has none.
std::variant<ir::LinkedCode, std::string> file(const std::string& path, Range range) {
    const std::size_t slash = path.rfind('/');
    const std::string name = path.substr(slash == path.npos ? 0 : slash + 1);
    const std::size_t dot = name.rfind('.');
    if (dot == name.npos || dot == 0) {
        return "`" + path + "` has no extension, which says what it is";
    }
    const std::string extension = name.substr(dot + 1);
    const auto* const known = std::ranges::find(extensions, extension, &Kind::name);
    if (known == std::end(extensions)) {
        return "files that end in `." + extension + "` are not linked";
    }
    return ir::LinkedCode{std::string(known->kind), path, std::nullopt, range};
}

/// The text of a path, or what of it stands behind the source's folder.
const std::string* path_text(const Value& value) {
    const auto* why = value.get<Unknown>();
    const auto* text = value.get<StringValue>();
    return text != nullptr ? &text->text : why != nullptr && why->beside ? &*why->beside : nullptr;
}

std::string joined(const std::string& folder, const std::string& path) {
    const bool is_whole = folder.empty() || folder.ends_with('/') || path.starts_with('/');
    return is_whole ? (path.starts_with('/') ? path : folder + path) : folder + '/' + path;
}

/// The folder of a path behind the source's folder.
std::string folder_of(const std::string& path) {
    const std::size_t slash = path.rfind('/');
    const bool is_above = path.empty() || path == ".." || path.ends_with("/..");
    return is_above ? joined(path, "..") : slash == path.npos ? "" : path.substr(0, slash);
}

/// What os.path makes of `__file__`; nothing where it is not about that.
std::optional<Value> path_beside(std::string_view function, const CallArguments& args) {
    const bool is_about_it =
        args.named.empty() && !args.positional.empty() && args.positional.front().is_unknown() &&
        std::ranges::all_of(args.positional,
                            [](const Value& one) { return path_text(one) != nullptr; });
    if (!is_about_it) {
        return std::nullopt;
    }
    Unknown made = *args.positional.front().get<Unknown>();
    const bool is_same = function == "abspath" || function == "realpath" || function == "normpath";
    if (function == "dirname") {
        made.beside = folder_of(*made.beside);
    } else if (function == "join") {
        for (std::size_t i = 1; i < args.positional.size(); ++i) {
            made.beside = joined(*made.beside, *path_text(args.positional[i]));
        }
    } else if (!is_same) {
        return std::nullopt;
    }
    return Value{std::move(made)};
}

/// `cuda.CUSource(text, name=None)`
Value text_object(const Kind& of, const CallArguments& args, Range range) {
    const Value* data = args.get(0, "data");
    const Value* name = args.get(1, "name");
    const auto* text = data != nullptr ? data->get<StringValue>() : nullptr;
    if (text == nullptr) {
        return data != nullptr && data->is_unknown() ? *data : unknown("it has no text", range);
    }
    const auto* given = name != nullptr ? name->get<StringValue>() : nullptr;
    const std::string unnamed = "<unnamed-" + std::string(of.kind) + ">";
    return Value{ir::LinkedCode{std::string(of.kind), given != nullptr ? given->text : unnamed,
                                text->text, range}};
}

Value declared(const CallArguments& args, Range range) {
    const Value* name = args.get(0, "name");
    const Value* signature = args.get(1, "sig");
    const auto* text = name != nullptr ? name->get<StringValue>() : nullptr;
    if (text == nullptr || signature == nullptr) {
        return name != nullptr && name->is_unknown()
                   ? *name
                   : unknown("`declare_device` takes the function's name and its signature", range);
    }
    DeclaredFunction made{text->text, std::make_shared<const Value>(*signature), {}, false, false,
                          range};
    if (const Value* link = args.get(2, "link")) {
        auto code = linked_code(*link, range);
        if (auto* problem = std::get_if<std::string>(&code)) {
            return unknown(std::move(*problem), range);
        }
        made.links = std::get<std::vector<ir::LinkedCode>>(std::move(code));
    }
    if (const Value* cooperative = args.get(3, "use_cooperative")) {
        made.is_cooperative = truth(*cooperative) == true;
    }
    if (const Value* abi = args.get(4, "abi")) {
        const auto* convention = abi->get<StringValue>();
        if (convention == nullptr || (convention->text != "c" && convention->text != "numba")) {
            return unknown("its `abi` is neither \"numba\" nor \"c\"", range);
        }
        made.is_c = convention->text == "c";
    }
    return Value{std::make_shared<const DeclaredFunction>(std::move(made))};
}

}  // namespace

std::variant<std::vector<ir::LinkedCode>, std::string> linked_code(const Value& value,
                                                                   Range range) {
    std::vector<ir::LinkedCode> all;
    if (value.is<NoneValue>()) {
        return all;
    }
    const auto* list = value.get<HostItems>();
    for (const Value& item : list != nullptr ? list->items : std::vector<Value>{value}) {
        if (const auto* code = item.get<ir::LinkedCode>()) {
            all.push_back(*code);
        } else if (const auto* path = path_text(item)) {
            auto found = file(*path, range);
            if (auto* problem = std::get_if<std::string>(&found)) {
                return std::move(*problem);
            }
            all.push_back(std::get<ir::LinkedCode>(std::move(found)));
        } else if (const auto* why = item.get<Unknown>()) {
            return "what it links is not known while compiling: " + why->why;
        } else {
            return std::string("`link` takes paths and objects such as `cuda.CUSource(text)`");
        }
    }
    return all;
}

std::optional<Value> call_linking(std::string_view path, const CallArguments& args, Range range) {
    if (path == "numba.cuda.declare_device") {
        return declared(args, range);
    }
    if (path.starts_with("os.path.")) {
        return path_beside(path.substr(8), args);
    }
    if (path == "cffi.FFI") {
        return Value{Dotted{"cffi.FFI"}};  // all of them do the same
    }
    if (std::ranges::find(binaries, path) != std::end(binaries)) {
        return unknown("a binary is linked from a file", range);
    }
    const auto* const text = std::ranges::find(texts, path, &Kind::name);
    return text != std::end(texts) ? std::optional(text_object(*text, args, range)) : std::nullopt;
}

}  // namespace pycu::sema
