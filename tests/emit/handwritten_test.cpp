// The text that pycu prints beside the text that a person wrote for the same kernels.
//
// testdata/handwritten/x.cu was written by hand for testdata/examples/x.py. What stands between
// PYCU_MODULE and PYCU_END is compared line by line, without comments and blank lines. Each
// difference stands in testdata/handwritten/differences.txt with its reason: the test fails when
// one is not listed, and when a listed one is gone.
#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "driver/driver.h"

namespace fs = std::filesystem;
using Lines = std::vector<std::string>;

namespace {

/// The lines of code between PYCU_MODULE and PYCU_END.
Lines body_lines(const std::string& text) {
    Lines lines;
    std::istringstream in(text);
    bool is_inside = false;
    for (std::string line; std::getline(in, line);) {
        if (line.starts_with("PYCU_END(")) {
            break;
        }
        line = line.substr(0, line.find("//"));
        while (line.ends_with(' ')) {
            line.pop_back();
        }
        if (is_inside && !line.empty()) {
            lines.push_back(line);
        }
        is_inside = is_inside || line.starts_with("PYCU_MODULE(");
    }
    return lines;
}

/// What has to be taken out (`-`) and put in (`+`) to get from one text to the other, neighbours
/// together: a longest common subsequence decides.
std::vector<Lines> differences(const Lines& by_hand, const Lines& printed) {
    std::vector<std::vector<int>> common(by_hand.size() + 1, std::vector<int>(printed.size() + 1));
    for (std::size_t i = by_hand.size(); i-- > 0;) {
        for (std::size_t j = printed.size(); j-- > 0;) {
            common[i][j] = by_hand[i] == printed[j] ? common[i + 1][j + 1] + 1
                                                    : std::max(common[i + 1][j], common[i][j + 1]);
        }
    }
    std::vector<Lines> hunks;
    bool is_open = false;
    std::size_t i = 0;
    std::size_t j = 0;
    const auto add = [&](const std::string& line) {
        if (!is_open) {
            hunks.emplace_back();
        }
        is_open = true;
        hunks.back().push_back(line);
    };
    while (i < by_hand.size() || j < printed.size()) {
        if (i < by_hand.size() && j < printed.size() && by_hand[i] == printed[j]) {
            is_open = false;
            ++i;
            ++j;
        } else if (j == printed.size() ||
                   (i < by_hand.size() && common[i + 1][j] >= common[i][j + 1])) {
            add("- " + by_hand[i++]);
        } else {
            add("+ " + printed[j++]);
        }
    }
    return hunks;
}

std::string read(const fs::path& path) {
    std::ifstream in(path, std::ios::binary);
    REQUIRE_MESSAGE(in.good(), path.string());
    return {std::istreambuf_iterator<char>(in), {}};
}

std::string transpiled(const fs::path& source) {
    pycu::driver::Options options;
    options.command = pycu::driver::Command::Transpile;
    options.sources = {source.string()};
    options.output = "-";
    std::istringstream in;
    std::ostringstream out;
    std::ostringstream err;
    CHECK_MESSAGE(pycu::driver::run(options, {in, out, err}) == 0, err.str());
    return out.str();
}

/// The listed differences of one file; each must come with a reason.
std::map<std::string, std::vector<Lines>> listed_differences(const fs::path& path) {
    std::map<std::string, std::vector<Lines>> listed;
    std::istringstream in(read(path));
    std::string file;
    bool has_reason = false;
    bool is_open = false;
    for (std::string line; std::getline(in, line);) {
        if (line.starts_with("- ") || line.starts_with("+ ")) {
            REQUIRE_MESSAGE((!file.empty() && has_reason), line);
            if (!is_open) {
                listed[file].emplace_back();
            }
            is_open = true;
            listed[file].back().push_back(line);
        } else if (line.starts_with("reason: ")) {
            has_reason = true;
            is_open = false;
        } else if (line.ends_with(".cu")) {
            file = line;
            has_reason = false;
            is_open = false;
        } else if (line.empty()) {
            has_reason = false;
            is_open = false;
        }
    }
    return listed;
}

std::string joined(const Lines& lines) {
    std::string text;
    for (const std::string& line : lines) {
        text += "\n" + line;
    }
    return text;
}

}  // namespace

TEST_CASE("handwritten") {
    const fs::path root = PYCU_ROOT;
    const fs::path folder = root / "testdata" / "handwritten";
    const auto listed = listed_differences(folder / "differences.txt");
    std::set<fs::path> files;
    for (const auto& entry : fs::directory_iterator(folder)) {
        if (entry.path().extension() == ".cu") {
            files.insert(entry.path());
        }
    }
    CHECK(files.size() >= 10);
    for (const auto& entry : listed) {
        const std::string& name = entry.first;
        CHECK_MESSAGE(files.contains(folder / name), name);
    }
    for (const fs::path& file : files) {
        const std::string name = file.filename().string();
        SUBCASE(name.c_str()) {
            const fs::path source =
                root / "testdata" / "examples" / file.filename().replace_extension(".py");
            const Lines by_hand = body_lines(read(file));
            const Lines printed = body_lines(transpiled(source));
            CHECK(!by_hand.empty());
            const std::vector<Lines> found = differences(by_hand, printed);
            const auto known = listed.find(name);
            const std::vector<Lines> expected =
                known == listed.end() ? std::vector<Lines>{} : known->second;
            for (const Lines& hunk : found) {
                const std::string text = "not listed in differences.txt:" + joined(hunk);
                CHECK_MESSAGE(std::ranges::count(expected, hunk) > 0, text);
            }
            for (const Lines& hunk : expected) {
                const std::string text = "listed and gone:" + joined(hunk);
                CHECK_MESSAGE(std::ranges::count(found, hunk) > 0, text);
            }
        }
    }
}

TEST_CASE("differences of lines") {
    CHECK(differences({"a", "b"}, {"a", "b"}).empty());
    const auto changed = differences({"a", "b", "c"}, {"a", "x", "c"});
    REQUIRE(changed.size() == 1);
    CHECK(changed[0] == Lines{"- b", "+ x"});
    CHECK(differences({"a", "b", "c"}, {"b"}).size() == 2);
    CHECK(body_lines("x\nPYCU_MODULE(m)\n\n// c\nint a;  // b\nPYCU_END(m)\ny") == Lines{"int a;"});
}
