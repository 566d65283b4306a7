#pragma once
#include <charconv>
#include <cmath>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>

/// Splits a line of text into words and reads numbers from them.
namespace talus {

/// Removes the next word (words are separated by blanks) from the front of a line; "" where none is left.
inline std::string_view nextWord(std::string_view& line) {
    const std::size_t first = line.find_first_not_of(" \t\r");
    if (first == std::string_view::npos) return line = {};
    line.remove_prefix(first);
    const std::string_view word = line.substr(0, line.find_first_of(" \t\r"));
    line.remove_prefix(word.size());
    return word;
}

/// Reads a word as a number; nothing where it is not a number as a whole, or not finite.
template <class T>
std::optional<T> parseNumber(std::string_view word) {
    T value{};
    const auto [end, code] = std::from_chars(word.data(), word.data() + word.size(), value);
    if (word.empty() || code != std::errc() || end != word.data() + word.size()) return std::nullopt;
    if constexpr (std::is_floating_point_v<T>)
        if (!std::isfinite(value)) return std::nullopt;
    return value;
}

/// A word from a file made safe for a message: at most 40 characters, others than printable ASCII become '?'.
inline std::string printable(std::string_view word) {
    std::string text(word.substr(0, 40));
    for (char& c : text)
        if (c < ' ' || c > '~') c = '?';
    return text;
}

}  // namespace talus
