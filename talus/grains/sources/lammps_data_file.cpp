#include <map>
#include <set>

#include <fmt/format.h>

#include "talus/core/parse_words.h"
#include "talus/grains/sources/lammps_atoms.h"

// Format of LAMMPS' manual page read_data: a title, a header of lines "NUMBER... KEYWORD", then sections. A
// section is a line with its name, a blank line, and lines of data. '#' begins a comment in any line.
namespace talus::grains {
namespace {

bool isLetter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

/// A line without its comment and without surrounding blanks.
std::string_view content(std::string_view line) {
    line = line.substr(0, line.find('#'));
    const std::size_t begin = line.find_first_not_of(" \t\r");
    if (begin == std::string_view::npos) return {};
    return line.substr(begin, line.find_last_not_of(" \t\r") - begin + 1);
}

class DataParser {
  public:
    DataParser(std::string_view text, std::size_t max_atoms)
        : rest_(text), size_(text.size()), atoms_(max_atoms) {}

    Result<GrainFile> parse(const GrainChoice& choice) {
        nextLine();
        if (Status status = title(); !status) return status.error();
        while (nextContent() && !isLetter(words_.front()))
            if (Status status = header(); !status) return status.error();
        while (!words_.empty())
            if (Status status = section(); !status) return status.error();
        if (!has_atoms_) return lineError("there is no section Atoms");
        return atoms_.grains(choice);
    }

  private:
    bool nextLine() {
        if (rest_.empty()) return false;
        const std::size_t end = rest_.find('\n');
        line_ = rest_.substr(0, end);
        rest_ = end == std::string_view::npos ? std::string_view() : rest_.substr(end + 1);
        ++number_;
        return true;
    }

    /// Reads the next line with content other than a comment into `words_`. Returns false at the end of the
    /// text.
    bool nextContent() {
        while (nextLine())
            if (words_ = content(line_); !words_.empty()) return true;
        words_ = {};
        return false;
    }

    /// Checks the units, which LAMMPS writes into the title: "..., timestep = 0, units = si".
    Status title() const {
        const std::size_t at = line_.find("units = ");
        if (at == std::string_view::npos) return success();
        std::string_view behind = line_.substr(at + 8);
        const std::string_view units = nextWord(behind);
        if (units == "si") return success();
        return lineError(
            fmt::format("its units are '{}', but grains need units si: convert the file", printable(units)));
    }

    /// Reads the number of atoms. Other lines of the header, such as the box, are ignored.
    Status header() {
        std::string_view words = words_;
        const std::string_view first = nextWord(words);
        if (nextWord(words) != "atoms" || !nextWord(words).empty()) return success();
        const auto count = parseNumber<std::uint64_t>(first);
        if (!count) return lineError("the number of atoms is not a whole number");
        if (count_ > 0) return lineError("the number of atoms is given twice");
        // The line of an atom has at least 14 characters.
        if (*count > size_ / 14) return lineError(fmt::format("the file is too short for {} atoms", *count));
        count_ = *count;
        return success();
    }

    /// Reads a section. `words_` is its name before, and the name of the next section, or "", after it.
    Status section() {
        const std::string_view name = words_;
        if (name == "Atoms") return has_atoms_ ? lineError("there is a second section Atoms") : atoms();
        if (name == "Velocities")
            return has_atoms_ ? velocities() : lineError("the section Velocities comes before Atoms");
        if (name.ends_with(" Type Labels")) return labels(name == "Atom Type Labels");
        while (nextContent() && !isName()) {
        }
        return success();
    }

    /// Whether `words_` names a section: data begins with a number, or with a label of a type.
    bool isName() const {
        std::string_view words = words_;
        return isLetter(words_.front()) && !labels_.contains(std::string(nextWord(words)));
    }

    /// Reads labels, which later sections may use instead of the numbers of types.
    Status labels(bool of_atoms) {
        while (nextContent() && !isLetter(words_.front())) {
            std::string_view words = words_;
            const auto type = parseNumber<std::int64_t>(nextWord(words));
            const std::string label(nextWord(words));
            if (!type || *type < 1 || label.empty() || !nextWord(words).empty())
                return lineError("expected a type label as: number label");
            labels_.insert(label);
            if (of_atoms && !types_.emplace(label, *type).second)
                return lineError(fmt::format("two types have the label '{}'", printable(label)));
        }
        return success();
    }

    std::optional<std::int64_t> typeIn(std::string_view word) const {
        if (const auto known = types_.find(std::string(word)); known != types_.end()) return known->second;
        return parseNumber<std::int64_t>(word);
    }

    Status atoms() {
        const std::size_t comment = line_.find('#');
        std::string_view rest = comment == std::string_view::npos ? "" : line_.substr(comment + 1);
        const std::string_view style = nextWord(rest);
        if (!style.empty() && style != "sphere")
            return lineError(fmt::format(
                "the atoms have the style '{}'; only atom_style sphere can be read, because it has sizes",
                printable(style)));
        has_atoms_ = true;
        for (std::uint64_t k = 0; k < count_; ++k) {
            if (!nextContent()) return cutOff("Atoms");
            std::string_view words = words_;
            const auto id = parseNumber<std::int64_t>(nextWord(words));
            const std::string_view type_word = nextWord(words);
            const auto type = typeIn(type_word);
            if (id && !type)
                return lineError(
                    fmt::format("the type '{}' of an atom is neither a number nor one of the {} labels "
                                "of the section Atom Type Labels",
                                printable(type_word), types_.size()));
            const auto diameter = parseNumber<double>(nextWord(words)),
                       density = parseNumber<double>(nextWord(words));
            const auto x = vector(words);
            // Image flags may follow.
            const bool ends = words.empty() || (integers(words, 3) && words.empty());
            if (!id || !type || !diameter || !density || !x || !ends)
                return lineError("expected an atom of style sphere as: id type diameter density x y z");
            if (*type < 1) return lineError("the type of an atom must be 1 or more");
            const Atom atom{*id, *type, *density, {*x, {}, {}, *diameter / 2}};
            if (Status status = atoms_.add(number_, atom); !status) return status;
        }
        if (Status status = atoms_.sortById(); !status) return status;
        return endOfSection("Atoms");
    }

    Status velocities() {
        for (std::uint64_t k = 0; k < count_; ++k) {
            if (!nextContent()) return cutOff("Velocities");
            std::string_view words = words_;
            const auto id = parseNumber<std::int64_t>(nextWord(words));
            const auto v = vector(words), w = vector(words);
            if (!id || !v || !w || !nextWord(words).empty())
                return lineError("expected a velocity of style sphere as: id vx vy vz wx wy wz");
            Atom* atom = atoms_.find(*id);
            if (atom == nullptr) return lineError(fmt::format("there is no atom {}", *id));
            if (!isUsable(*v) || !isUsable(*w))
                return lineError(fmt::format("atom {} has a number above {:g}", *id, farthest_number));
            atom->row.velocity = *v;
            atom->row.spin = *w;
        }
        return endOfSection("Velocities");
    }

    static std::optional<Vec3d> vector(std::string_view& words) {
        const auto x = parseNumber<double>(nextWord(words)), y = parseNumber<double>(nextWord(words)),
                   z = parseNumber<double>(nextWord(words));
        return x && y && z ? std::optional(Vec3d{*x, *y, *z}) : std::nullopt;
    }

    static bool integers(std::string_view& words, int count) {
        for (int i = 0; i < count; ++i)
            if (!parseNumber<std::int64_t>(nextWord(words))) return false;
        return true;
    }

    /// Checks that the section ends here: the name of another section follows, or the end of the file.
    Status endOfSection(const char* name) {
        if (!nextContent() || isName()) return success();
        return lineError(fmt::format("{} has more lines than there are atoms ({})", name, count_));
    }

    Status cutOff(const char* section) const {
        return Error{ErrorKind::Input,
                     fmt::format("it is cut off after line {}: the section {} has fewer lines than "
                                 "there are atoms ({})",
                                 number_, section, count_)};
    }
    Error lineError(const std::string& how) const {
        return {ErrorKind::Input, fmt::format("line {}: {}", number_, how)};
    }

    std::string_view rest_, line_, words_;
    std::size_t size_;
    std::uint64_t number_ = 0;  ///< number of the current line
    std::uint64_t count_ = 0;   ///< number of atoms
    bool has_atoms_ = false;
    std::map<std::string, std::int64_t> types_;  ///< atom types by label
    std::set<std::string> labels_;               ///< labels of all kinds of types
    AtomList atoms_;
};

}  // namespace

bool isLammpsData(std::string_view text) {
    std::size_t end = text.find('\n');  // of the title
    while (end != std::string_view::npos) {
        text.remove_prefix(end + 1);
        end = text.find('\n');
        std::string_view words = content(text.substr(0, end));
        if (words.empty()) continue;
        if (words.find(',') != std::string_view::npos) return false;
        const std::string_view first = nextWord(words);
        for (std::string_view word = nextWord(words); !word.empty(); word = nextWord(words))
            if (isLetter(word.front())) return parseNumber<double>(first).has_value();
        return false;
    }
    return false;
}

Result<GrainFile> parseLammpsData(std::string_view text, const GrainChoice& choice) {
    return DataParser(text, choice.max_grains).parse(choice);
}

}  // namespace talus::grains
