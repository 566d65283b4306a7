#pragma once
#include <charconv>
#include <optional>
#include <string_view>

#include "talus/core/text_encoding.h"

namespace talus::geometry {

/// Reads a text line by line and word by word. A byte order mark at its beginning is skipped.
class MeshText {
  public:
    explicit MeshText(std::string_view text) : rest_(withoutByteOrderMark(text)) {}

    /// Goes to the next line. False at the end of the text.
    bool nextLine() {
        if (rest_.empty()) return false;
        const std::size_t end = rest_.find('\n');
        line_ = rest_.substr(0, end);
        rest_ = end == std::string_view::npos ? std::string_view{} : rest_.substr(end + 1);
        ++number_;
        return true;
    }
    /// Drops the rest of the line from this character on.
    void endLineAt(char sign) { line_ = line_.substr(0, line_.find(sign)); }
    /// The next word of the line; empty at its end.
    std::string_view word() {
        constexpr std::string_view blank = " \t\r\f\v";
        const std::size_t begin = line_.find_first_not_of(blank);
        if (begin == std::string_view::npos) return line_ = {};
        const std::size_t end = line_.find_first_of(blank, begin);
        const std::string_view found = line_.substr(begin, end == std::string_view::npos ? end : end - begin);
        line_ = end == std::string_view::npos ? std::string_view{} : line_.substr(end);
        return found;
    }
    template <class T>
    std::optional<T> number() {
        return parseNumber<T>(word());
    }
    template <class T>
    static std::optional<T> parseNumber(std::string_view word) {
        T value{};
        if (word.starts_with('+')) word.remove_prefix(1);
        const auto [end, code] = std::from_chars(word.data(), word.data() + word.size(), value);
        if (word.empty() || code != std::errc() || end != word.data() + word.size()) return std::nullopt;
        return value;
    }
    std::size_t lineNumber() const { return number_; }
    /// The text after the lines that were read.
    std::string_view rest() const { return rest_; }

  private:
    std::string_view rest_, line_;
    std::size_t number_ = 0;
};

}  // namespace talus::geometry
