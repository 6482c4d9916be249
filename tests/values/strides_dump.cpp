// Does to shapes and strides what strides_test.py does to arrays of NumPy's; see there. A line is a
// program of words for a stack of arrays, the answer is what the array on top is after each step.
#include <charconv>
#include <iostream>
#include <map>
#include <sstream>
#include <string>

#include "values/strides.h"

namespace {

using namespace pycu::values;

/// The numbers of a program: `7`, or `n=7` for a symbol that is 7.
class Numbers {
  public:
    Extent read(const std::string& word) {
        const auto equals = word.find('=');
        if (equals == std::string::npos) {
            return std::stoll(word);
        }
        const auto [found, is_new] = symbols_.try_emplace(word);
        if (is_new) {
            found->second = Extent::unknown();
            values_.emplace_back(found->second, std::stoll(word.substr(equals + 1)));
        }
        return found->second;
    }
    /// The value, or `?` where it follows from no number of the program.
    std::string value(const Extent& extent) const {
        bool is_open = false;
        const Extent made = replaced(extent, [&](const Extent& symbol) {
            for (const auto& [name, value] : values_) {
                if (name == symbol) {
                    return Extent(value);
                }
            }
            is_open = true;
            return symbol;
        });
        return is_open || !made.known() ? "?" : std::to_string(*made.known());
    }

  private:
    std::map<std::string, Extent> symbols_;
    std::vector<std::pair<Extent, std::int64_t>> values_;
};

std::vector<Extent> extents(std::istringstream& words, Numbers& numbers) {
    std::vector<Extent> made;
    for (std::string word; words >> word && word != ";";) {
        made.push_back(numbers.read(word));
    }
    return made;
}

std::vector<std::size_t> places(std::istringstream& words) {
    std::vector<std::size_t> made;
    for (std::string word; words >> word && word != ";";) {
        made.push_back(std::stoul(word));
    }
    return made;
}

/// `i:3`, `n`, `e`, `s:1::2`
std::vector<Index> indices(std::istringstream& words, Numbers& numbers) {
    std::vector<Index> made;
    for (std::string word; words >> word && word != ";";) {
        Index one;
        one.kind = word[0] == 'i'   ? Index::Kind::Integer
                   : word[0] == 'n' ? Index::Kind::NewAxis
                   : word[0] == 'e' ? Index::Kind::Ellipsis
                                    : Index::Kind::Slice;
        std::istringstream parts(word.size() > 2 ? word.substr(2) : "");
        std::optional<Extent>* const to[] = {&one.slice.start, &one.slice.stop, &one.slice.step};
        std::size_t at = 0;
        for (std::string part; std::getline(parts, part, ':'); ++at) {
            if (!part.empty()) {
                *to[at] = numbers.read(part);
            }
        }
        made.push_back(one);
    }
    return made;
}

char letter(Tri tri) {
    return tri == Tri::Yes ? 'Y' : tri == Tri::No ? 'N' : '?';
}

void print(const Strides& array, std::int64_t item, const Numbers& numbers) {
    std::cout << "(";
    for (const Extent& one : array.extents) {
        std::cout << numbers.value(one) << ",";
    }
    std::cout << ") (";
    for (const Extent& one : array.strides) {
        std::cout << numbers.value(one) << ",";
    }
    std::cout << ") " << letter(is_contiguous(array, item))
              << letter(is_contiguous(array, item, true)) << ";";
}

void run(const std::string& line) {
    std::istringstream words(line);
    Numbers numbers;
    std::vector<Strides> stack;
    std::int64_t item = 0;
    words >> item;
    for (std::string word; words >> word;) {
        std::optional<Strides> made;
        if (word == "new") {
            words >> word;
            made = contiguous(extents(words, numbers), item, word == "F");
            stack.emplace_back();
        } else if (word == "transpose") {
            made = transposed(stack.back(), places(words));
        } else if (word == "index") {
            made = sliced(stack.back(), indices(words, numbers));
        } else if (word == "reshape") {
            words >> word;
            made = reshaped(stack.back(), extents(words, numbers), item, word == "F");
        } else if (word == "copy") {
            words >> word;
            made = ordered_as(word[0], stack.back(), item, item);
        } else if (word == "broadcast") {
            made = broadcast_to(stack.back(), extents(words, numbers));
        } else if (word == "sum") {
            words >> word;
            made = reduced(stack.back(), places(words), word == "keep", item);
        } else {
            const Strides other = std::move(stack.back());
            stack.pop_back();
            made = elementwise({stack.back(), other}, item);
        }
        if (!made) {
            std::cout << "refused;";
            return;
        }
        stack.back() = *made;
        print(stack.back(), item, numbers);
    }
}

}  // namespace

int main() {
    for (std::string line; std::getline(std::cin, line);) {
        run(line);
        std::cout << "\n";
    }
}
