#include "talus/io/csv.h"

#include <cerrno>
#include <charconv>
#include <limits>
#include <string_view>

#include <fcntl.h>
#include <unistd.h>

#include <fmt/format.h>

#include "talus/core/printable.h"

namespace talus::io {
namespace {

constexpr std::uint64_t max_csv_bytes = std::uint64_t{1} << 30;
/// A scene of a thousand bodies has 12,000 columns in stats.csv.
constexpr std::size_t max_columns = 65536;

std::string joined(const std::vector<std::string>& values) {
    std::string line;
    for (const std::string& value : values) line += (line.empty() ? "" : ",") + value;
    return line + "\n";
}

std::vector<std::string_view> split(std::string_view line) {
    std::vector<std::string_view> parts;
    while (true) {
        const std::size_t comma = line.find(',');
        parts.push_back(line.substr(0, comma));
        if (comma == std::string_view::npos) return parts;
        line.remove_prefix(comma + 1);
    }
}

/// Removes the next complete line, without its end, from the front of `text`. False where there is none.
bool takeLine(std::string_view& text, std::string_view& line) {
    const std::size_t end = text.find('\n');
    if (end == std::string_view::npos) return false;
    line = text.substr(0, end);
    text.remove_prefix(end + 1);
    return true;
}

bool parseNumber(std::string_view text, double& value) {
    const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), value);
    return code == std::errc() && end == text.data() + text.size();
}

/// What is wrong with the values of a row; "" where nothing is.
std::string rowProblem(const std::vector<std::string_view>& values, std::size_t columns) {
    if (values.size() != columns)
        return fmt::format("it has {} values instead of {}", values.size(), columns);
    double value = 0;
    for (std::size_t i = 0; i < values.size(); ++i)
        if (!parseNumber(values[i], value)) return fmt::format("value {} is not a number", i + 1);
    return {};
}

struct KeptRows {
    std::string text;
    std::vector<std::string> wrong;  ///< "line 7: value 3 is not a number"
};

/// The rows whose value in column `key` is at most `last`. Everything after the last of them is dropped
/// without a message, since it is written again. Lines before it (or where it should be) that are not such
/// rows are wrong.
KeptRows rowsUpTo(std::string_view text, std::size_t columns, std::size_t key, double last) {
    KeptRows kept;
    std::vector<std::string> later;  // messages for lines that are wrong only if a row to keep follows
    double reached = -std::numeric_limits<double>::infinity();
    std::string_view line;
    for (std::size_t number = 2; takeLine(text, line); ++number) {
        const auto values = split(line);
        std::string wrong = rowProblem(values, columns);
        double value = 0;
        if (wrong.empty()) {
            parseNumber(values[key], value);
            if (value <= reached) wrong = "it is out of order";
        }
        const std::string message =
            fmt::format("line {}: {}", number, wrong.empty() ? "it is out of order" : wrong);
        if (wrong.empty() && value <= last) {
            kept.wrong.insert(kept.wrong.end(), later.begin(), later.end());
            later.clear();
            kept.text.append(line).append("\n");
            reached = value;
        } else if (wrong.empty() || !later.empty()) {
            later.push_back(message);
        } else if (reached < last) {
            kept.wrong.push_back(message);
        }
    }
    return kept;
}

Status writeAll(int descriptor, const ConfinedPath& path, std::string_view text) {
    while (!text.empty()) {
        const ssize_t count = ::write(descriptor, text.data(), text.size());
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) return storageError("write", path, errno);
        text.remove_prefix(static_cast<std::size_t>(count));
    }
    return success();
}

}  // namespace

CsvFile::CsvFile(ConfinedPath path, Descriptor file, std::size_t columns)
    : path_(std::move(path)), file_(std::move(file)), columns_(columns) {}

Result<CsvFile> CsvFile::create(const ConfinedPath& path, const std::vector<std::string>& columns) {
    auto opened = openFile(path, O_WRONLY | O_CREAT | O_TRUNC | O_APPEND, "write");
    if (!opened) return opened.error();
    CsvFile file(path, std::move(*opened), columns.size());
    if (Status status = writeAll(file.file_.get(), path, joined(columns)); !status) return status.error();
    return file;
}

Result<CsvFile> CsvFile::reopen(const ConfinedPath& path, std::vector<std::string> columns,
                                const std::string& column, double last,
                                const std::function<void(const std::string&)>& note) {
    auto text = readFile(path, max_csv_bytes);
    if (!text) return text.error();
    std::string_view rest = *text;
    std::string_view line;
    if (!takeLine(rest, line) || std::string(line) + "\n" != joined(columns))
        return Error{ErrorKind::Input,
                     fmt::format("'{}', line 1: these are not the columns that this version of Talus writes; "
                                 "move the file away: the run then begins a new one. To write all rows "
                                 "again, resume from frame 0 (--from 0)",
                                 path.string())};
    std::size_t key = 0;
    while (key < columns.size() && columns[key] != column) ++key;
    TALUS_ASSERT(key < columns.size(), "rows are kept by a column that is there");
    const KeptRows kept = rowsUpTo(rest, columns.size(), key, last);
    if (!kept.wrong.empty()) {
        const ConfinedPath original = nameForDamaged(path);
        if (Status status = writeFile(original, *text, true); !status) return status.error();
        for (const std::string& wrong : kept.wrong)
            if (note)
                note(fmt::format("'{}', {}; that row is left out, and the original file is kept as '{}'",
                                 path.string(), wrong, original.string()));
    }
    if (Status status = writeFile(path, joined(columns) + kept.text); !status) return status.error();
    auto file = openFile(path, O_WRONLY | O_APPEND, "write");
    if (!file) return file.error();
    return CsvFile(path, std::move(*file), columns.size());
}

Status CsvFile::append(const std::vector<std::string>& values) {
    TALUS_ASSERT(values.size() == columns_, "a row has a value for each column");
    return writeAll(file_.get(), path_, joined(values));
}

Status CsvFile::sync() {
    if (::fsync(file_.get()) != 0) return storageError("write", path_, errno);
    return success();
}

std::string csvNumber(double value) { return fmt::format("{}", value); }

Result<CsvTable> readCsv(const ConfinedPath& path) {
    auto text = readFile(path, max_csv_bytes);
    if (!text) return text.error();
    std::string_view rest = *text;
    std::string_view line;
    const auto damaged = [&](std::size_t number, std::string_view how) {
        return Error{ErrorKind::Input, fmt::format("'{}', line {}: {}; the file was changed or damaged",
                                                   path.string(), number, how)};
    };
    if (!takeLine(rest, line)) return damaged(1, "the heading is missing");
    CsvTable table;
    // Names of columns are used in terminals, charts and file names.
    if (printableLine(line) != line) return damaged(1, "the name of a column has control characters");
    for (const auto part : split(line)) table.columns.emplace_back(part);
    if (table.columns.size() > max_columns) return damaged(1, "there are too many columns");
    for (std::size_t number = 2; takeLine(rest, line); ++number) {
        const auto parts = split(line);
        if (const std::string wrong = rowProblem(parts, table.columns.size()); !wrong.empty())
            return damaged(number, wrong);
        std::vector<double> row(parts.size());
        for (std::size_t i = 0; i < parts.size(); ++i) parseNumber(parts[i], row[i]);
        table.rows.push_back(std::move(row));
    }
    return table;
}

}  // namespace talus::io
