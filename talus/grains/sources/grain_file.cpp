#include "talus/grains/sources/grain_file.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <optional>

#include <fmt/format.h>

#include "talus/core/text_encoding.h"
#include "talus/grains/sources/lammps_atoms.h"

namespace talus::grains {
namespace {

// Limits, so that a hostile file gives an error and does not exhaust the memory: about 80 bytes per grain for
// 50 million grains, and more columns than any program writes.
constexpr std::uintmax_t largest_file = std::uintmax_t{4} << 30;
constexpr std::size_t max_columns = 1000;

Error input(std::string message) { return {ErrorKind::Input, std::move(message)}; }

/// Removes the part of a text before the first `end`, and `end` itself. Returns that part.
std::string_view take(std::string_view& text, char end) {
    const std::size_t at = text.find(end);
    const std::string_view found = text.substr(0, at);
    text = at == std::string_view::npos ? std::string_view{} : text.substr(at + 1);
    return found;
}

std::string_view trimmed(std::string_view word) {
    constexpr std::string_view blank = " \t\r";
    const std::size_t begin = word.find_first_not_of(blank);
    if (begin == std::string_view::npos) return {};
    return word.substr(begin, word.find_last_not_of(blank) - begin + 1);
}

/// Names of the quantities in a heading, in the order of GrainRow.
constexpr std::array<std::array<std::string_view, 2>, 10> names{{{"x", "position_x"},
                                                                 {"y", "position_y"},
                                                                 {"z", "position_z"},
                                                                 {"vx", "velocity_x"},
                                                                 {"vy", "velocity_y"},
                                                                 {"vz", "velocity_z"},
                                                                 {"wx", "spin_x"},
                                                                 {"wy", "spin_y"},
                                                                 {"wz", "spin_z"},
                                                                 {"radius", "radius"}}};

/// Column of each quantity.
struct Columns {
    std::array<std::optional<std::size_t>, names.size()> at;
    std::optional<std::size_t> material;
    std::size_t count = 0;
    char between = ',';  ///< separator of the columns
};

/// The separator of the columns. Spreadsheets write semicolons in countries with a decimal comma.
char separatorOf(std::string_view heading) {
    for (const char c : {',', ';', '\t'})
        if (heading.find(c) != std::string_view::npos) return c;
    return ',';
}

Result<Columns> readHeading(std::string_view line) {
    Columns columns;
    columns.between = separatorOf(line);
    while (!line.empty()) {
        std::string_view word = trimmed(take(line, columns.between));
        // Spreadsheets may put quotes around words.
        if (word.size() >= 2 && word.front() == '"' && word.back() == '"')
            word = word.substr(1, word.size() - 2);
        for (std::size_t q = 0; q < names.size(); ++q) {
            if (word != names[q][0] && word != names[q][1]) continue;
            if (columns.at[q]) return input(fmt::format("line 1 has a second column '{}'", word));
            columns.at[q] = columns.count;
        }
        if (word == "material") columns.material = columns.count;
        if (++columns.count > max_columns)
            return input(fmt::format("line 1 has more than {} columns", max_columns));
    }
    for (const std::size_t q : {0, 1, 2, 9})
        if (!columns.at[q])
            return input(
                fmt::format("line 1 has no column '{}': the heading must name x, y, z and radius, with "
                            "commas, semicolons or tabs between them",
                            names[q][0]));
    for (const std::size_t q : {3, 6}) {
        const int given =
            columns.at[q].has_value() + columns.at[q + 1].has_value() + columns.at[q + 2].has_value();
        if (given == 1 || given == 2)
            return input(fmt::format("line 1 has some of the columns '{}', '{}', '{}'; all three are needed",
                                     names[q][0], names[q + 1][0], names[q + 2][0]));
    }
    return columns;
}

/// @param between separator of the columns; if it is no comma, numbers may have a decimal comma
std::optional<double> valueIn(std::string_view word, char between) {
    word = trimmed(word);
    std::string with_point;
    if (between != ',' && std::count(word.begin(), word.end(), ',') == 1) {
        with_point = word;
        with_point[word.find(',')] = '.';
        word = with_point;
    }
    if (word.starts_with('+')) word.remove_prefix(1);
    double value = 0;
    const auto [end, code] = std::from_chars(word.data(), word.data() + word.size(), value);
    if (word.empty() || code != std::errc() || end != word.data() + word.size()) return std::nullopt;
    if (!(std::abs(value) <= farthest_number)) return std::nullopt;
    return value;
}

std::string_view wordIn(std::string_view line, std::size_t column, char between) {
    for (std::size_t k = 0; k < column; ++k) take(line, between);
    return trimmed(take(line, between));
}

Result<GrainRow> readRow(std::string_view line, std::size_t number, const Columns& columns) {
    std::array<double, names.size()> values{};
    std::size_t column = 0;
    // An empty last cell counts as a cell.
    for (bool more = true; more && column < columns.count; ++column) {
        more = line.find(columns.between) != std::string_view::npos;
        const std::string_view word = take(line, columns.between);
        for (std::size_t q = 0; q < names.size(); ++q) {
            if (columns.at[q] != column) continue;
            const std::optional<double> value = valueIn(word, columns.between);
            if (!value)
                return input(fmt::format("line {}, column '{}': the value is not a usable number", number,
                                         names[q][0]));
            values[q] = *value;
        }
    }
    if (column != columns.count || !line.empty())
        return input(
            fmt::format("line {} does not have the {} values that the heading names", number, columns.count));
    if (!(values[9] > 0)) return input(fmt::format("line {}: a radius must be above 0", number));
    return GrainRow{{values[0], values[1], values[2]},
                    {values[3], values[4], values[5]},
                    {values[6], values[7], values[8]},
                    values[9]};
}

}  // namespace

Result<GrainFile> parseGrainTable(std::string_view text, const GrainChoice& choice) {
    const Result<Columns> columns = readHeading(take(text, '\n'));
    if (!columns) return columns.error();
    GrainFile file;
    std::optional<std::string_view> material;
    for (std::size_t number = 2; !text.empty(); ++number) {
        std::string_view line = take(text, '\n');
        if (trimmed(line).empty()) continue;
        if (columns->between != '\t')
            line = trimmed(line);
        else if (line.ends_with('\r'))
            line.remove_suffix(1);
        if (file.rows.size() == choice.max_grains)
            return input(fmt::format("more than {} grains", choice.max_grains));
        const Result<GrainRow> row = readRow(line, number, *columns);
        if (!row) return row.error();
        file.rows.push_back(*row);
        if (!columns->material) continue;
        const std::string_view word = wordIn(line, *columns->material, columns->between);
        if (material.value_or(word) != word) file.several = "materials";
        material = word;
    }
    if (file.rows.empty()) return input("it holds no grains");
    return file;
}

Result<GrainFile> parseGrains(std::string_view text, const GrainChoice& choice) {
    if (isUtf16(text)) return input(utf16_advice);
    text = withoutByteOrderMark(text);
    const bool dump = isLammpsDump(text), data = !dump && isLammpsData(text);
    if (choice.snapshot != -1 && !dump)
        return input("it is not a dump of LAMMPS, so it has no snapshots: remove 'snapshot'");
    if (choice.type > 0 && !dump && !data)
        return input("it is a table, so it has no atom types: remove 'type'");
    return dump   ? parseLammpsDumpGrains(text, choice)
           : data ? parseLammpsData(text, choice)
                  : parseGrainTable(text, choice);
}

Result<GrainFile> readGrainFile(const std::string& path, const GrainChoice& choice) {
    const auto unusable = [&](const std::string& what) {
        return input(fmt::format("the grains in '{}' cannot be used: {}", path, what));
    };
    std::error_code code;
    const std::filesystem::path file(path);
    if (!std::filesystem::exists(file, code)) return unusable("there is no such file");
    // Opening a pipe would wait for a writer.
    if (!std::filesystem::is_regular_file(file, code))
        return unusable("it is a pipe or a device, not a regular file");
    const std::uintmax_t size = std::filesystem::file_size(file, code);
    if (code) return unusable(code.message());
    if (size > largest_file) return unusable("it is larger than 4 GiB");
    std::string bytes(static_cast<std::size_t>(size), '\0');
    std::ifstream stream(file, std::ios::binary);
    if (!stream.read(bytes.data(), static_cast<std::streamsize>(size))) return unusable("it cannot be read");
    Result<GrainFile> grains = parseGrains(bytes, choice);
    if (!grains) return unusable(grains.error().message);
    return grains;
}

}  // namespace talus::grains
