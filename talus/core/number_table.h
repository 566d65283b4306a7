#pragma once
#include <string>
#include <vector>

namespace talus {

/// A table of numbers with named columns, such as stats.csv.
struct NumberTable {
    std::vector<std::string> columns;
    std::vector<std::vector<double>> rows;  ///< each as long as columns

    /// Index of the column `name`, or of the first whose name is `name` with a unit, "name [...]"; -1: none.
    int find(const std::string& name) const;
    /// The values of a column, from the first row to the last.
    std::vector<double> values(int column) const;
};

}  // namespace talus
