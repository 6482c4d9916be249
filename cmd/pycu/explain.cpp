// `pycu explain CODE...`: pages about messages. See explain.h.
#include "explain.h"

#include <CLI/CLI.hpp>
#include <iostream>
#include <string>
#include <vector>

#include "diag/explain.h"
#include "driver/driver.h"

namespace pycu {

namespace {

/// Says that nothing is called so, and what nearly is.
void tell_unknown(const std::string& name) {
    const std::string near = diag::nearest_kind(name);
    std::cerr << "pycu: no message is called `" << name << "`\n"
              << (near.empty() ? "`pycu explain --list` shows all of them"
                               : "there is `" + near + "`")
              << '\n';
}

}  // namespace

int explain(int argc, char** argv) {
    CLI::App app("What a message of pycu means, and what to write instead", "pycu explain");
    std::vector<std::string> names;
    bool lists = false;
    bool json = false;
    app.add_option("CODE", names, "PYCU0205, 205 or missing-signature")->option_text("CODE...");
    app.add_flag("--list", lists, "A line for each message");
    app.add_flag("--json", json, "As JSON");
    try {
        app.parse(argc - 1, argv + 1);
    } catch (const CLI::ParseError& error) {
        return error.get_exit_code() == 0 ? app.exit(error)
                                          : (app.exit(error), int(driver::UsageError));
    }
    if (lists || names.empty()) {
        std::cout << (json ? diag::pages_json() : diag::page_list());
        return driver::Fine;
    }
    int code = driver::Fine;
    std::string_view between;
    for (const std::string& name : names) {
        const diag::Kind* kind = diag::find_kind(name);
        if (kind == nullptr) {
            tell_unknown(name);
            code = driver::UsageError;
            continue;
        }
        const diag::Page page = diag::page(kind->code);
        std::cout << between << (json ? diag::page_json(page) : diag::page_text(page));
        between = json ? "" : "\n";
    }
    return code;
}

}  // namespace pycu
