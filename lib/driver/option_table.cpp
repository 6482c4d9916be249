// What stands in options.def, and how texts become values. See option_table.h.
#include "driver/option_table.h"

#include <algorithm>
#include <charconv>

#include "support/nearest.h"
#include "support/text.h"

namespace pycu::driver {

namespace {

std::string assign(bool& value, const OptionRow& row, const std::string& text) {
    const std::vector<std::string> words = row.words();
    value = words.empty() ? text == "true" : text == words.front();
    return "";
}

std::string assign(std::string& value, const OptionRow&, const std::string& text) {
    value = text;
    return "";
}

std::string assign(unsigned& value, const OptionRow&, const std::string& text) {
    const char* end = text.data() + text.size();
    const auto [at, error] = std::from_chars(text.data(), end, value);
    return at == end && error == std::errc() ? "" : "which is no number";
}

std::string assign(std::vector<std::string>& value, const OptionRow& row, const std::string& text) {
    if (!row.value.ends_with(",...")) {
        value.push_back(text);
        return "";
    }
    for (const std::string_view part : split(text, ',')) {
        value.emplace_back(part);
    }
    return "";
}

template <class Enum>
requires std::is_enum_v<Enum> std::string assign(Enum& value, const OptionRow& row,
                                                 const std::string& text) {
    const std::vector<std::string> words = row.words();
    const auto found = std::ranges::find(words, text);
    value = static_cast<Enum>(found - words.begin());
    return "";
}

std::string assign(std::optional<build::Target>& value, const OptionRow& row,
                   const std::string& text) {
    return assign(value.emplace(), row, text);
}

template <auto member>
std::string set_member(Options& options, const OptionRow& row, const std::string& text) {
    const std::vector<std::string> words = row.words();
    if (!words.empty() && std::ranges::find(words, text) == words.end()) {
        return none_of(text, words);
    }
    return assign(options.*member, row, text);
}

// ---- The other way.

std::vector<std::string> texts_of(bool value, const OptionRow& row) {
    const std::vector<std::string> words = row.words();
    if (words.empty()) {
        return {value ? "true" : "false"};
    }
    return {value ? words.front() : words.back()};
}

std::vector<std::string> texts_of(const std::string& value, const OptionRow&) {
    return value.empty() ? std::vector<std::string>() : std::vector{value};
}

std::vector<std::string> texts_of(unsigned value, const OptionRow&) {
    return {std::to_string(value)};
}

std::vector<std::string> texts_of(const std::vector<std::string>& value, const OptionRow&) {
    return value;
}

template <class Enum>
requires std::is_enum_v<Enum> std::vector<std::string> texts_of(Enum value, const OptionRow& row) {
    return {row.words()[static_cast<std::size_t>(value)]};
}

std::vector<std::string> texts_of(std::optional<build::Target> value, const OptionRow& row) {
    return value ? texts_of(*value, row) : std::vector<std::string>();
}

template <auto member>
std::vector<std::string> get_member(const Options& options, const OptionRow& row) {
    return texts_of(options.*member, row);
}

template <build::Product product>
std::string set_product(Options& options, const OptionRow&, const std::string&) {
    options.products.push_back(product);
    return "";
}

std::vector<std::string> get_product(const Options& options, const OptionRow&) {
    return options.products.empty() ? std::vector<std::string>() : std::vector<std::string>{"true"};
}

/// `*` stands for all of them.
std::string set_warning_error(Options& options, const OptionRow&, const std::string& text) {
    if (text == "*") {
        options.warnings.all_errors = true;
    } else {
        options.warnings.errors.push_back(text);
    }
    return "";
}

std::vector<std::string> get_warning_errors(const Options& options, const OptionRow&) {
    std::vector<std::string> all = options.warnings.errors;
    if (options.warnings.all_errors) {
        all.insert(all.begin(), "*");
    }
    return all;
}

std::string set_silenced_warning(Options& options, const OptionRow&, const std::string& text) {
    options.warnings.silenced.push_back(text);
    return "";
}

std::vector<std::string> get_silenced_warnings(const Options& options, const OptionRow&) {
    return options.warnings.silenced;
}

}  // namespace

std::vector<std::string> OptionRow::names() const {
    std::vector<std::string> all;
    for (const std::string_view name : split(spellings, ',')) {
        all.emplace_back(name);
    }
    return all;
}

std::vector<std::string> OptionRow::words() const {
    std::vector<std::string> all;
    if (value.find('|') != std::string_view::npos) {
        for (const std::string_view word : split(value, '|')) {
            all.emplace_back(word);
        }
    }
    return all;
}

std::string OptionRow::key() const {
    std::string name = names().back();
    name.erase(0, name.find_first_not_of('-'));
    return lower_case(name.substr(0, name.find("-NAME")));
}

const std::vector<CommandRow>& all_commands() {
    static const std::vector<CommandRow> rows = {
#define PYCU_COMMAND(letter, name, help) {letter, name, help},
#include "driver/options.def"
    };
    return rows;
}

const std::vector<OptionRow>& all_options() {
    static const std::vector<OptionRow> rows = {
#define MEMBER(x) set_member<&Options::x>, get_member<&Options::x>
#define BY(set, get) set, get
#define PYCU_OPTION(commands, spellings, value, reach, set, help) \
    {commands, spellings, value, Reach::reach, set, help},
#include "driver/options.def"
#undef MEMBER
#undef BY
    };
    return rows;
}

const CommandRow* find_command(std::string_view name) {
    const auto found = std::ranges::find(all_commands(), name, &CommandRow::name);
    return found == all_commands().end() ? nullptr : &*found;
}

const CommandRow* find_command(char letter) {
    const auto found = std::ranges::find(all_commands(), letter, &CommandRow::letter);
    return found == all_commands().end() ? nullptr : &*found;
}

const OptionRow* find_option(char command, std::string_view spelling) {
    for (const OptionRow& row : all_options()) {
        const std::vector<std::string> names = row.names();
        if (row.is_of(command) &&
            (std::ranges::find(names, spelling) != names.end() || row.key() == spelling)) {
            return &row;
        }
    }
    return nullptr;
}

std::string none_of(const std::string& word, const std::vector<std::string>& words) {
    // of three letters most are near to some other
    const std::string near = word.size() > 3 ? nearest(word, words) : "";
    return "and is one of " + join(words, ", ") +
           (near.empty() ? "" : "; `" + near + "` is the nearest");
}

std::string give(Options& options, const OptionRow& row, const std::string& value) {
    options.given.push_back({&row, value});
    return row.set(options, row, value);
}

void complete(Options& options) {
    options.depfile |= !options.depfile_path.empty() || !options.depfile_target.empty();
    // a page tells all there is to tell, and of what is sound even where something is not
    const bool is_page = options.command == Command::Annotate;
    options.performance |= is_page;
    options.keep_going |= is_page;
}

}  // namespace pycu::driver
