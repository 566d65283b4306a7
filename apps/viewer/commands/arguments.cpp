#include "viewer/commands/arguments.h"

#include <charconv>
#include <cmath>

#include <fmt/format.h>

#include "talus/core/parse_words.h"

namespace talus::viewer {

Result<double> number(const std::string& word) {
    const auto value = parseNumber<double>(word);
    if (!value || !std::isfinite(*value))
        return Error{ErrorKind::Input, fmt::format("'{}' is not a number", word)};
    return *value;
}

Result<std::vector<double>> numbers(const Words& words) {
    std::vector<double> values;
    for (const std::string& word : words) {
        const auto value = number(word);
        if (!value) return value.error();
        values.push_back(*value);
    }
    return values;
}

Result<std::uint64_t> count(const Words& words, std::uint64_t otherwise) {
    if (words.empty()) return otherwise;
    const auto value = parseNumber<std::uint64_t>(words.front());
    if (!value) return Error{ErrorKind::Input, fmt::format("'{}' is not a whole number", words.front())};
    return *value;
}

Result<bool> onOff(const Words& words, bool present) {
    if (words.empty()) return !present;
    if (words.front() == "on") return true;
    if (words.front() == "off") return false;
    return Error{ErrorKind::Input, fmt::format("'{}': give on or off", words.front())};
}

}  // namespace talus::viewer
