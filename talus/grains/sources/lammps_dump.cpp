#include "talus/grains/sources/lammps_dump.h"

#include <algorithm>

#include <fmt/format.h>

#include "talus/core/parse_words.h"

namespace talus::grains {
namespace {

constexpr std::size_t max_columns = 64;  // a limit against hostile files; granular dumps have about 20
constexpr std::string_view begin_of_snapshot = "ITEM: TIMESTEP";

/// Reads the lines of one snapshot.
class Parser {
  public:
    /// @param line number of lines of the file before the text
    Parser(std::string_view text, std::uint64_t line, std::span<const std::string_view> keep)
        : rest_(text), keep_(keep), line_(line) {}

    Result<LammpsDump> parse() {
        LammpsDump dump;
        while (const auto line = nextLine()) {
            std::string_view words = *line;
            if (nextWord(words) != "ITEM:") return lineError("'ITEM:' was expected here");
            if (Status status = item(nextWord(words), words, dump); !status) return status.error();
        }
        if (!has_atoms_) return cutOff();
        return dump;
    }

  private:
    Status item(std::string_view what, std::string_view words, LammpsDump& dump) {
        if (what == "TIMESTEP") {
            if (has_step_)
                return lineError("a second snapshot begins here; write one file for each snapshot");
            has_step_ = true;
            return count("the step", dump.step);
        }
        if (what == "NUMBER") {
            if (has_count_) return lineError("the number of atoms is given twice");
            has_count_ = true;
            return count("the number of atoms", dump.count);
        }
        if (what == "ATOMS") {
            if (!has_step_ || !has_count_)
                return lineError("the step and the number of atoms must come before the atoms");
            if (has_atoms_) return lineError("the atoms are listed twice");
            has_atoms_ = true;
            return atoms(words, dump);
        }
        if (what == "BOX") return box(dump);
        if (what == "UNITS" || what == "TIME") {
            const auto line = nextLine();
            if (!line) return cutOff();
            std::string_view value = *line;
            if (what == "UNITS") dump.units = printable(nextWord(value));
            return success();
        }
        return lineError(fmt::format("the item 'ITEM: {}' is not supported", printable(what)));
    }

    /// The next complete line; nothing at the end of the text.
    std::optional<std::string_view> nextLine() {
        const std::size_t end = rest_.find('\n');
        if (end == std::string_view::npos) {
            // A last line without newline was cut off, perhaps in the middle of a number.
            rest_ = {};
            return std::nullopt;
        }
        const std::string_view line = rest_.substr(0, end);
        rest_.remove_prefix(end + 1);
        ++line_;
        return line;
    }

    template <class Count>
    Status count(const char* what, Count& into) {
        const auto line = nextLine();
        if (!line) return cutOff();
        std::string_view words = *line;
        const auto value = parseNumber<Count>(nextWord(words));
        if (!value || !nextWord(words).empty())
            return lineError(fmt::format("{} is not a whole number", what));
        into = *value;
        return success();
    }

    /// Reads three lines of "low high", or "low high tilt" for a triclinic box.
    Status box(LammpsDump& dump) {
        for (double Vec3d::*axis : {&Vec3d::x, &Vec3d::y, &Vec3d::z}) {
            const auto line = nextLine();
            if (!line) return cutOff();
            std::string_view words = *line;
            const auto low = parseNumber<double>(nextWord(words)),
                       high = parseNumber<double>(nextWord(words));
            if (!low || !high) return lineError("expected two numbers for a side of the box");
            dump.low.*axis = *low;
            dump.high.*axis = *high;
            dump.slanted |= !nextWord(words).empty();
        }
        return success();
    }

    Status atoms(std::string_view heading, LammpsDump& dump) {
        std::vector<bool> kept;
        for (std::string_view word = nextWord(heading); !word.empty(); word = nextWord(heading)) {
            if (kept.size() == max_columns || word.size() > 64)
                return lineError("the atoms have too many columns, or columns with too long names");
            kept.push_back(keep_.empty() || std::find(keep_.begin(), keep_.end(), word) != keep_.end());
            if (!kept.back()) continue;
            if (!keep_.empty() && dump.find(word) >= 0)
                return lineError(fmt::format("there is a second column '{}'", printable(word)));
            dump.columns.emplace_back(word);
        }
        if (kept.empty()) return lineError("the atoms have no columns");
        // Each value has at least two characters, which limits the number of atoms in the text.
        if (dump.count > rest_.size() / (2 * kept.size())) return cutOff();
        dump.first_line = line_ + 1;
        dump.values.reserve(dump.count * dump.columns.size());
        for (std::size_t row = 0; row < dump.count; ++row)
            if (Status status = atom(kept, dump); !status) return status;
        return success();
    }

    Status atom(const std::vector<bool>& kept, LammpsDump& dump) {
        const auto line = nextLine();
        if (!line) return cutOff();
        std::string_view words = *line;
        std::size_t column = 0;  // index among the kept columns
        for (const bool keep : kept) {
            const std::string_view word = nextWord(words);
            if (!keep && !word.empty()) continue;
            if (!keep) return lineError("an atom has fewer values than there are columns");
            const auto value = parseNumber<double>(word);
            if (!value)
                return lineError(fmt::format("'{}' of an atom is '{}', not a number",
                                             printable(dump.columns[column]), printable(word)));
            dump.values.push_back(*value);
            ++column;
        }
        if (!nextWord(words).empty()) return lineError("an atom has more values than there are columns");
        return success();
    }

    Error lineError(const std::string& how) const {
        return {ErrorKind::Input, fmt::format("line {}: {}", line_, how)};
    }
    Error cutOff() const {
        return {ErrorKind::Input,
                fmt::format("it is cut off after line {}: it was not written to its end", line_)};
    }

    std::string_view rest_;
    std::span<const std::string_view> keep_;
    std::uint64_t line_;
    bool has_step_ = false, has_count_ = false, has_atoms_ = false;
};

/// Offsets at which snapshots begin.
std::vector<std::size_t> snapshotsIn(std::string_view text) {
    std::vector<std::size_t> begins;
    for (std::size_t at = text.find(begin_of_snapshot); at != std::string_view::npos;
         at = text.find(begin_of_snapshot, at + 1))
        if (at == 0 || text[at - 1] == '\n') begins.push_back(at);
    return begins;
}

/// The units, if the file has them before its first snapshot.
std::string unitsIn(std::string_view head) {
    const std::string_view item = "ITEM: UNITS\n";
    const std::size_t at = head.find(item);
    if (at == std::string_view::npos) return "";
    head.remove_prefix(at + item.size());
    head = head.substr(0, head.find('\n'));
    return printable(nextWord(head));
}

}  // namespace

int LammpsDump::find(std::string_view column) const {
    for (std::size_t i = 0; i < columns.size(); ++i)
        if (columns[i] == column) return static_cast<int>(i);
    return -1;
}

Result<LammpsDump> parseLammpsDump(std::string_view text, const LammpsDumpPart& part) {
    if (!part.snapshot) return Parser(text, 0, part.keep).parse();
    const std::vector<std::size_t> begins = snapshotsIn(text);
    const auto count = static_cast<std::int64_t>(begins.size());
    const std::int64_t at = *part.snapshot >= 0 ? *part.snapshot : count + *part.snapshot;
    if (at < 0 || at >= count)
        return Error{
            ErrorKind::Input,
            fmt::format("it has {} snapshots, so there is no snapshot {}; the first is 0, the last is -1",
                        count, *part.snapshot)};
    const auto index = static_cast<std::size_t>(at);
    const std::size_t begin = begins[index], end = at + 1 < count ? begins[index + 1] : text.size();
    const auto line = static_cast<std::uint64_t>(std::count(text.begin(), text.begin() + begin, '\n'));
    Result<LammpsDump> dump = Parser(text.substr(begin, end - begin), line, part.keep).parse();
    if (!dump && count > 1)
        return Error{ErrorKind::Input,
                     fmt::format("{} (snapshot {} of {}, counted from 0)", dump.error().message, at, count)};
    if (dump && dump->units.empty()) dump->units = unitsIn(text.substr(0, begins.front()));
    return dump;
}

}  // namespace talus::grains
