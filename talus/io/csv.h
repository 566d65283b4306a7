#pragma once
#include <functional>
#include <string>
#include <vector>

#include "talus/core/number_table.h"
#include "talus/io/file.h"

namespace talus::io {

/// Writes a table of numbers as text, row by row: a heading line, then comma-separated values. A row is in
/// the file (not only in a buffer) when append() returns, so a killed process leaves complete rows.
class CsvFile {
  public:
    /// Starts a new file.
    static Result<CsvFile> create(const ConfinedPath& path, const std::vector<std::string>& columns);
    /// Continues an existing file and keeps the rows whose value in `column` is at most `last`. Values in
    /// that column must rise from row to row. Damaged rows among these (values that are not numbers, too few
    /// values, or out of order) are removed; the original file is then kept as NAME.bad, and `note` gets a
    /// message for each such line. Errors: Input where the heading differs; Storage.
    static Result<CsvFile> reopen(const ConfinedPath& path, std::vector<std::string> columns,
                                  const std::string& column, double last,
                                  const std::function<void(const std::string&)>& note = {});

    /// Writes a row. @param values one text for each column (csvNumber)
    Status append(const std::vector<std::string>& values);
    /// Waits until all rows are on the disk.
    Status sync();

  private:
    CsvFile(ConfinedPath path, Descriptor file, std::size_t columns);
    ConfinedPath path_;
    Descriptor file_;
    std::size_t columns_;
};

/// The shortest text from which the same number can be read back.
std::string csvNumber(double value);

/// A table read from a file that CsvFile wrote.
using CsvTable = NumberTable;
/// Reads such a file. A last row without a line end (from a killed writer) is ignored. Error (Input) with the
/// line of the first damaged row.
Result<CsvTable> readCsv(const ConfinedPath& path);

}  // namespace talus::io
