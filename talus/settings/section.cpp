#include "talus/settings/section.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace talus::settings {

std::string Section::title() const {
    if (name.empty()) return "the top of the file";
    return many ? fmt::format("[[{}]]", name) : fmt::format("[{}]", name);
}

std::string Section::where() const { return fmt::format("{} {}", name.empty() ? "at" : "in", title()); }

std::vector<std::string> Section::keys() const {
    std::vector<std::string> keys;
    for (const Parameter& row : parameters)
        if (std::find(keys.begin(), keys.end(), row.key) == keys.end()) keys.emplace_back(row.key);
    return keys;
}

std::vector<const Parameter*> Section::rows(std::string_view key) const {
    std::vector<const Parameter*> rows;
    for (const Parameter& row : parameters)
        if (row.key == key) rows.push_back(&row);
    return rows;
}

bool Section::applies(const Parameter& row, const void* entry) const {
    if (row.when.key.empty()) return true;
    const auto selectors = rows(row.when.key);
    TALUS_ASSERT(selectors.size() == 1, "a condition of the registry names an unknown key");
    const std::string word = std::get<std::string>(selectors.front()->get(entry));
    if (row.when.values.empty()) return !word.empty();
    return std::find(row.when.values.begin(), row.when.values.end(), word) != row.when.values.end();
}

std::string brief(const Section& section, const Parameter& row) {
    std::vector<std::string> parts;
    if (!row.choices.empty() || row.kind == Kind::Boolean || row.kind == Kind::Text)
        parts.push_back(typeText(row));
    if (!row.unit.empty()) parts.emplace_back(row.unit);
    if (const std::string range = row.range.text(); !range.empty()) parts.push_back(range);
    parts.push_back(row.required ? "required"
                                 : fmt::format("default {}", toToml(section.defaultOf(row), row)));
    return fmt::format("{}", fmt::join(parts, ", "));
}

std::string typeText(const Parameter& row) {
    const auto list = [&](const char* of) {
        return row.length > 0 ? fmt::format("a list of {} {}", row.length, of)
                              : fmt::format("a list of {}", of);
    };
    std::vector<std::string> words;
    for (const std::string_view word : row.choices) words.push_back(fmt::format("\"{}\"", word));
    const std::string any = fmt::format("{}", fmt::join(words, ", "));
    switch (row.kind) {
        case Kind::Boolean: return "true or false";
        case Kind::Integer: return "a whole number";
        case Kind::Number:
            return row.absent.empty() ? "a number" : fmt::format("a number or \"{}\"", row.absent);
        case Kind::Text:
            if (!words.empty()) return words.size() == 1 ? any : fmt::format("one of {}", any);
            if (!row.or_word_of.empty())
                return fmt::format("the name of a [[{}]], [[{}]] or {}", row.refers_to, row.or_to,
                                   row.or_word_of);
            if (!row.or_to.empty())
                return fmt::format("the name of a [[{}]] or [[{}]]", row.refers_to, row.or_to);
            if (!row.refers_to.empty()) return fmt::format("the name of a [[{}]]", row.refers_to);
            return row.identifier ? "a name (letters, digits, '-' and '_')" : "text";
        case Kind::Vector: return "a list of 3 numbers";
        case Kind::TextList:
            if (!row.refers_to.empty()) return list(fmt::format("names of [[{}]]", row.refers_to).c_str());
            return words.empty() ? list("texts") : list(fmt::format("any of {}", any).c_str());
        case Kind::IntegerList: return list("whole numbers");
        case Kind::NumberList: return list("numbers");
        case Kind::VectorList: return list("lists of 3 numbers");
    }
    return "";
}

namespace {

/// An example of a number: 1 where that is in the range of the row, else the middle of the range to two
/// digits.
double exampleNumber(const Parameter& row) {
    const Range range = row.allowed();
    if (range.contains(1)) return 1;
    const bool low = std::isfinite(range.min), high = std::isfinite(range.max);
    const double middle = low && high ? 0.5 * (range.min + range.max) : low ? range.min + 1 : range.max - 1;
    const double rounded = std::stod(fmt::format("{:.2g}", middle));
    return range.contains(rounded) ? rounded : middle;
}

/// An example of a list of numbers: zeros where the range includes 0, then one number that is not 0.
std::string exampleNumbers(const Parameter& row, std::size_t count) {
    const double number = exampleNumber(row);
    const auto text = [&](double value) {
        return row.unit.empty() || value == 0 ? fmt::format("{}", value)
                                              : fmt::format("\"{} {}\"", value, row.unit);
    };
    std::string out;
    for (std::size_t k = 0; k + 1 < count; ++k) out += text(row.allowed().contains(0) ? 0 : number) + ", ";
    return fmt::format("[{}{}]", out, text(number));
}

/// An example of a name of the kind that the row refers to.
std::string exampleName(const Parameter& row) {
    if (row.refers_to == "material") return "\"sand\"";
    if (!row.refers_to.empty()) return fmt::format("\"some-{}\"", row.refers_to);
    return "\"some-name\"";
}

}  // namespace

std::string exampleOf(const Section& section, const Parameter& row) {
    if (row.required || row.kind == Kind::Text) {
        switch (row.kind) {
            case Kind::Integer: return fmt::format("{:.0f}", std::ceil(exampleNumber(row)));
            case Kind::Number: {
                const double number = exampleNumber(row);
                return row.unit.empty() ? toToml(number, row) : fmt::format("\"{} {}\"", number, row.unit);
            }
            case Kind::Vector: return exampleNumbers(row, 3);
            case Kind::TextList: {
                std::string word =
                    row.choices.empty() ? exampleName(row) : fmt::format("\"{}\"", row.choices.front());
                return row.length == 2 ? fmt::format("[{0}, {0}]", word) : fmt::format("[{}]", word);
            }
            case Kind::NumberList: return exampleNumbers(row, row.length > 0 ? row.length : 2);
            case Kind::VectorList:
                return row.unit.empty() ? "[[0, 0, 0], [0, 0, 1]]"
                                        : fmt::format("[[0, 0, 0], [0, 0, \"1 {}\"]]", row.unit);
            default:
                if (row.key == "file") return "\"some-file\"";
                return row.choices.empty() ? exampleName(row) : fmt::format("\"{}\"", row.choices.front());
        }
    }
    const Value value = section.defaultOf(row);
    const double* number = std::get_if<double>(&value);
    if (row.kind != Kind::Number) return toToml(value, row);
    // Optional times are mostly time steps.
    const double shown = number ? *number : row.unit == "s" ? 1e-5 : exampleNumber(row);
    return row.unit.empty() ? toToml(shown, row) : fmt::format("\"{} {}\"", shown, row.unit);
}

}  // namespace talus::settings
