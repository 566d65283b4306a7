#pragma once
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "talus/core/number_table.h"
#include "talus/core/result.h"

namespace talus::viewer {

/// The column that charts are drawn over, and the one that says which frame a row is of; without units.
inline constexpr const char* time_name = "time";
inline constexpr const char* frame_name = "frame";

/// A column of the statistics that is drawn as a curve.
struct PlottedColumn {
    std::string name;        ///< with its unit
    std::size_t colour = 0;  ///< index; it stays while other columns come and go
};

/// Which columns of the statistics are drawn.
class Plots {
  public:
    /// @param column with or without its unit
    /// @param on absent: the other of what it is now
    /// Error (Input) with the nearest names where there is no such column.
    Status choose(const NumberTable& table, const std::string& column, std::optional<bool> on);
    bool isChosen(const std::string& name) const;
    /// In the order in which they were chosen. The table need not have them all: another scene may be open.
    const std::vector<PlottedColumn>& chosen() const { return chosen_; }

    /// Time and the chosen columns as CSV; all columns where none is chosen. Error (Input) where the table
    /// has none of them.
    Result<std::string> asCsv(const NumberTable& table) const;

  private:
    std::vector<PlottedColumn> chosen_;
};

/// "J" of "kinetic_energy [J]"; empty where there is none.
std::string unitOf(const std::string& column);
/// "kinetic_energy" of "kinetic_energy [J]".
std::string withoutUnit(const std::string& column);
/// Whether the text has the word, in upper or lower case. An empty word is in every text.
bool hasWord(std::string_view text, std::string_view word);

}  // namespace talus::viewer
