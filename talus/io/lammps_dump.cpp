#include "talus/io/lammps_dump.h"

#include <charconv>
#include <cmath>
#include <optional>

#include <fmt/format.h>

namespace talus::io {
namespace {

constexpr std::uint64_t largest_file = std::uint64_t{1} << 36;
constexpr std::size_t most_columns = 64;

/// Words separated by blanks.
std::string_view nextWord(std::string_view& line) {
    const std::size_t first = line.find_first_not_of(" \t\r");
    if (first == std::string_view::npos) return line = {};
    line.remove_prefix(first);
    const std::string_view word = line.substr(0, line.find_first_of(" \t\r"));
    line.remove_prefix(word.size());
    return word;
}

template <class T>
std::optional<T> number(std::string_view word) {
    T value{};
    const auto [end, code] = std::from_chars(word.data(), word.data() + word.size(), value);
    if (word.empty() || code != std::errc() || end != word.data() + word.size()) return std::nullopt;
    return value;
}

class Parser {
  public:
    Parser(std::string_view text, const std::string& name) : rest_(text), name_(name) {}

    Result<LammpsDump> parse() {
        LammpsDump dump;
        while (const auto line = nextLine()) {
            std::string_view words = *line;
            if (nextWord(words) != "ITEM:") return wrong("'ITEM:' was expected here");
            if (const std::string_view what = nextWord(words); what == "TIMESTEP") {
                if (has_step_) return wrong("a second snapshot begins here; write one file a snapshot");
                if (Status status = count("the step", dump.step); !status) return status.error();
                has_step_ = true;
            } else if (what == "NUMBER") {
                if (has_count_) return wrong("the number of atoms is given twice");
                std::uint64_t atoms = 0;
                if (Status status = count("the number of atoms", atoms); !status) return status.error();
                dump.count = atoms;
                has_count_ = true;
            } else if (what == "ATOMS") {
                if (!has_step_ || !has_count_) return wrong("step and number of atoms must come first");
                if (!dump.columns.empty()) return wrong("the atoms are listed twice");
                if (Status status = atoms(words, dump); !status) return status.error();
            } else if (what == "BOX") {
                for (int axis = 0; axis < 3; ++axis)
                    if (!nextLine()) return cutOff();
            } else if (what == "UNITS" || what == "TIME") {
                if (!nextLine()) return cutOff();
            } else {
                return wrong(fmt::format("an item 'ITEM: {}' is not known", printable(what)));
            }
        }
        if (dump.columns.empty()) return cutOff();
        return dump;
    }

  private:
    /// The next line that has its end; nothing at the end of the text.
    std::optional<std::string_view> nextLine() {
        const std::size_t end = rest_.find('\n');
        if (end == std::string_view::npos) {
            // A last line without its end was cut off, maybe in the middle of a number.
            rest_ = {};
            return std::nullopt;
        }
        const std::string_view line = rest_.substr(0, end);
        rest_.remove_prefix(end + 1);
        ++line_;
        return line;
    }

    Status count(const char* what, std::uint64_t& into) {
        const auto line = nextLine();
        if (!line) return cutOff();
        std::string_view words = *line;
        const auto value = number<std::uint64_t>(nextWord(words));
        if (!value || !nextWord(words).empty()) return wrong(fmt::format("{} is no whole number", what));
        into = *value;
        return success();
    }

    Status atoms(std::string_view heading, LammpsDump& dump) {
        for (std::string_view word = nextWord(heading); !word.empty(); word = nextWord(heading)) {
            if (dump.columns.size() == most_columns || word.size() > 64)
                return wrong("it has too many columns, or too long names");
            dump.columns.emplace_back(word);
        }
        if (dump.columns.empty()) return wrong("the atoms have no columns");
        // A value takes two characters at least: more atoms than that cannot be here, whatever the head says.
        if (dump.count > rest_.size() / (2 * dump.columns.size())) return cutOff();
        dump.values.reserve(dump.count * dump.columns.size());
        for (std::size_t row = 0; row < dump.count; ++row) {
            const auto line = nextLine();
            if (!line) return cutOff();
            std::string_view words = *line;
            for (std::size_t column = 0; column < dump.columns.size(); ++column) {
                const std::string_view word = nextWord(words);
                const auto value = number<double>(word);
                if (!value || !std::isfinite(*value))
                    return wrong(fmt::format("'{}' of an atom is '{}', not a number",
                                             printable(dump.columns[column]), printable(word)));
                dump.values.push_back(*value);
            }
            if (!nextWord(words).empty()) return wrong("an atom has more values than there are columns");
        }
        return success();
    }

    static std::string printable(std::string_view word) {
        std::string text(word.substr(0, 40));
        for (char& c : text)
            if (c < ' ' || c > '~') c = '?';
        return text;
    }

    Error wrong(const std::string& how) const {
        return {ErrorKind::Input,
                fmt::format("'{}' is not a dump that can be read: line {}: {}", name_, line_, how)};
    }
    Error cutOff() const {
        return {ErrorKind::Input,
                fmt::format("'{}' is cut off after line {}: it was not written to its end", name_, line_)};
    }

    std::string_view rest_;
    const std::string& name_;
    std::uint64_t line_ = 0;
    bool has_step_ = false;
    bool has_count_ = false;
};

}  // namespace

int LammpsDump::find(std::string_view column) const {
    for (std::size_t i = 0; i < columns.size(); ++i)
        if (columns[i] == column) return static_cast<int>(i);
    return -1;
}

Result<LammpsDump> parseLammpsDump(std::string_view text, const std::string& name) {
    return Parser(text, name).parse();
}

Result<LammpsDump> readLammpsDump(const ConfinedPath& path) {
    const auto text = readFile(path, largest_file);
    if (!text) return text.error();
    return parseLammpsDump(*text, path.string());
}

}  // namespace talus::io
