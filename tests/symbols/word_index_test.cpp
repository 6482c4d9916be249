// The index of words against a search in the texts.
#include "symbols/word_index.h"

#include <doctest/doctest.h>

#include <random>
#include <string>

#include "symbols/users.h"

using namespace pycu::symbols;

namespace {

std::string some_word(std::mt19937& random) {
    std::string word = "k";
    while (random() % 3 != 0) {
        word += std::string("ab_1é").substr(random() % 3, 1 + random() % 2);
    }
    return word;
}

}  // namespace

TEST_CASE("an index knows the texts that have a word") {
    std::mt19937 random(7);
    constexpr const char* between[] = {" ", ".", "(", "\n", " = ", "\"", "-"};
    std::vector<std::string> texts;
    WordIndex index;
    for (int i = 0; i < 60; ++i) {
        std::string text;
        for (int k = 0; k < 40 * i; ++k) {
            text += some_word(random) + between[random() % std::size(between)];
        }
        index.add(text);
        texts.push_back(std::move(text));
    }
    std::size_t found = 0;
    for (int i = 0; i < 300; ++i) {
        const std::string word = some_word(random);
        WordIndex::Numbers expected;
        for (std::uint32_t k = 0; k < texts.size(); ++k) {
            if (has_word(texts[k], word)) {
                expected.push_back(k);
            }
        }
        CHECK_MESSAGE(index.with(word) == expected, word);
        found += expected.size();
    }
    CHECK(found > 1000);
    CHECK(index.with("nowhere").empty());
    CHECK(WordIndex().with("k").empty());
}

TEST_CASE("an index knows what imports all of a module, or from a package") {
    WordIndex index;
    for (const char* text : {"from a import *\n", "from . import b\n", "from .. import c\n",
                             "from .d import e\n", "import f\n"}) {
        index.add(text);
    }
    CHECK(index.with_stars() == WordIndex::Numbers{0});
    CHECK(index.from_packages() == WordIndex::Numbers{1, 2});
}
