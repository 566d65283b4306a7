#pragma once
#include <charconv>
#include <cmath>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>

/// Words of a line of text, and numbers in them.
namespace talus {

/// Takes the next word, between blanks, off the front of a line; "" where there is none.
inline std::string_view nextWord(std::string_view& line) {
    const std::size_t first = line.find_first_not_of(" \t\r");
    if (first == std::string_view::npos) return line = {};
    line.remove_prefix(first);
    const std::string_view word = line.substr(0, line.find_first_of(" \t\r"));
    line.remove_prefix(word.size());
    return word;
}

/// The number that a whole word is; nothing where it is none, or not finite.
template <class T>
std::optional<T> numberIn(std::string_view word) {
    T value{};
    const auto [end, code] = std::from_chars(word.data(), word.data() + word.size(), value);
    if (word.empty() || code != std::errc() || end != word.data() + word.size()) return std::nullopt;
    if constexpr (std::is_floating_point_v<T>)
        if (!std::isfinite(value)) return std::nullopt;
    return value;
}

/// A word of a file as it may stand in a message: cut, and without characters that a terminal acts on.
inline std::string printable(std::string_view word) {
    std::string text(word.substr(0, 40));
    for (char& c : text)
        if (c < ' ' || c > '~') c = '?';
    return text;
}

}  // namespace talus
