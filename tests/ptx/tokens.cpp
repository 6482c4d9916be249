// Splits PTX into words.
#include "tokens.h"

#include <cctype>
#include <cstdint>
#include <cstdlib>

namespace ptx {

namespace {

bool is_word(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '$' || c == '%' ||
           c == '.';
}

struct Scanner {
    const std::string& text;
    std::size_t at = 0;
    int line = 1;
    std::vector<Token> tokens{};

    bool skip_blank() {
        const char c = text[at];
        if (std::isspace(static_cast<unsigned char>(c))) {
            line += c == '\n';
            ++at;
            return true;
        }
        if (text.compare(at, 2, "//") == 0) {
            skip_line();
            return true;
        }
        if (text.compare(at, 2, "/*") == 0) {
            const std::size_t end = text.find("*/", at + 2);
            const std::size_t next = end == std::string::npos ? text.size() : end + 2;
            for (; at < next; ++at) {
                line += text[at] == '\n';
            }
            return true;
        }
        return false;
    }

    void skip_line() {
        while (at < text.size() && text[at] != '\n') {
            ++at;
        }
    }

    void word() {
        std::string found;
        while (at < text.size()) {
            if (is_word(text[at])) {
                found += text[at++];
            } else if (text.compare(at, 2, "::") == 0) {
                found += "::";
                at += 2;
            } else {
                break;
            }
        }
        if (found == ".loc" || found == ".file") {
            skip_line();
            return;
        }
        if (found.starts_with(".reg.")) {  // as inline assembly writes it
            tokens.push_back({".reg", line});
            found.erase(0, 4);
        }
        tokens.push_back({found, line});
    }

    void string() {
        std::string found = "\"";
        for (++at; at < text.size() && text[at] != '"'; ++at) {
            found += text[at];
        }
        ++at;
        tokens.push_back({found, line});
    }

    void run() {
        while (at < text.size()) {
            if (skip_blank()) {
                continue;
            }
            if (text[at] == '"') {
                string();
            } else if (is_word(text[at])) {
                word();
            } else {
                tokens.push_back({std::string(1, text[at++]), line});
            }
        }
    }
};

}  // namespace

std::vector<Token> tokenize(const std::string& text) {
    Scanner scanner{text};
    scanner.run();
    return std::move(scanner.tokens);
}

bool parse_number(const std::string& word, unsigned long& bits, bool& is_float) {
    is_float = false;
    if (word.empty() || !std::isdigit(static_cast<unsigned char>(word[0]))) {
        return false;
    }
    if (word.size() > 2 && word[0] == '0' && std::string("fFdD").find(word[1]) < 4) {
        is_float = true;
        bits = std::strtoul(word.c_str() + 2, nullptr, 16);
        return true;
    }
    bits = std::strtoul(word.c_str(), nullptr, 0);
    return true;
}

}  // namespace ptx
