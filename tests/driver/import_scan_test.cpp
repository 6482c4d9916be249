// The imports that are read out of a text are those of its tree, and few more.
#include "driver/import_scan.h"

#include <doctest/doctest.h>

#include <filesystem>
#include <set>
#include <string>

#include "support/files.h"
#include "support/text.h"
#include "symbols/modules.h"
#include "syntax/parse.h"

namespace pycu {
namespace {

using Names = std::set<std::string>;

syntax::Module module_of(const std::string& name) {
    syntax::Module module;
    module.name = name;
    return module;
}

Names scanned(const std::string& text) {
    Names names;
    for (const syntax::Stmt& stmt : driver::scan_imports(text)) {
        for (const std::string& one : symbols::modules_named_by(module_of("lab.solver"), stmt)) {
            names.insert(one);
        }
    }
    return names;
}

Names parsed(const std::string& text) {
    const SourceFile file("case.py", text);
    syntax::Tree tree = syntax::parse(file);
    tree.main.name = "lab.solver";
    const auto all = symbols::modules_named_by(tree, tree.main);
    return {all.begin(), all.end()};
}

TEST_CASE("imports are read out of lines as out of the tree") {
    const char* texts[] = {
        "import a",
        "import a.b as c, d",
        "from a import b as c, d",
        "from a.b import *",
        "from . import b",
        "from .a import b",
        "from .. import a",
        "from ... import a",
        "from a import (b,  # (first)\n    c as d,\n)\nimport e",
        "from a import b, \\\n    c",
        "if x: import a; import b",
        "def f():\n\ttry: from a import b\n\texcept ImportError: import c",
        "imported = 1\nfromage = 2\nfrom_a = import_b = 3",
        "x.important; y = 'from'",
        "",
    };
    for (const std::string text : texts) {
        CAPTURE(text);
        CHECK(scanned(text) == parsed(text));
    }
}

TEST_CASE("texts that end too early end the reading, too") {
    CHECK(scanned("import") == Names{});
    CHECK(scanned("from") == Names{});
    CHECK(scanned("from a import") == Names{"a"});
    CHECK(scanned("from a import (b,") == Names{"a", "a.b"});
    CHECK(scanned("import a,\\") == Names{"a"});
}

TEST_CASE("no import of a program is passed over") {
    std::size_t files = 0;
    std::size_t more = 0;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(PYCU_ROOT "/testdata")) {
        if (entry.path().extension() != ".py") {
            continue;
        }
        const ReadResult read = read_file(entry.path());
        if (!read.ok() || find_invalid_utf8(read.text) ||
            read.text.find('\0') != std::string::npos) {
            continue;
        }
        CAPTURE(entry.path().string());
        const Names all = scanned(read.text);
        const Names needed = parsed(read.text);
        for (const std::string& one : needed) {
            CHECK_MESSAGE(all.contains(one), one);
        }
        ++files;
        more += all.size() - needed.size();
    }
    CHECK(files > 500);
    CHECK(more * 20 < files);
}

}  // namespace
}  // namespace pycu
