#pragma once
#include <functional>
#include <string>
#include <vector>

#include "talus/core/number_table.h"
#include "talus/io/file.h"

namespace talus::io {

/// A table of numbers as text, one row at a time: a heading line, then comma-separated values. Rows reach
/// the file (not only a buffer) when append returns, so a killed process leaves whole rows.
class CsvFile {
  public:
    /// Starts a new file.
    static Result<CsvFile> create(const ConfinedPath& path, const std::vector<std::string>& columns);
    /// Goes on with one that is there, keeping the rows whose value in `column` is at most `last`. Values
    /// there rise from row to row. A row among these that is none (its values are not numbers, or too few, or
    /// out of order) is left out; the file as it was is then kept beside as NAME.bad, and `note` hears of
    /// each such line. Errors: Input when its heading is another one; Storage.
    static Result<CsvFile> reopen(const ConfinedPath& path, std::vector<std::string> columns,
                                  const std::string& column, double last,
                                  const std::function<void(const std::string&)>& note = {});

    /// One value a column, already text (see csvNumber). @pre as many as there are columns
    Status append(const std::vector<std::string>& values);
    /// Waits until the disk has all rows.
    Status sync();

  private:
    CsvFile(ConfinedPath path, Descriptor file, std::size_t columns);
    ConfinedPath path_;
    Descriptor file_;
    std::size_t columns_;
};

/// Shortest text from which the same number can be read back.
std::string csvNumber(double value);

/// A file that CsvFile wrote, read back.
using CsvTable = NumberTable;
/// A last row without its line end (a killed writer) is left out. Error (Input) that names the line.
Result<CsvTable> readCsv(const ConfinedPath& path);

}  // namespace talus::io
