#pragma once
#include <string>
#include <vector>

namespace talus {

/// A table of numbers with names on top, such as stats.csv.
struct NumberTable {
    std::vector<std::string> columns;
    std::vector<std::vector<double>> rows;  ///< each as long as columns

    /// Index of the column of that name, or whose name begins with it and " ["; -1 where there is none.
    int find(const std::string& name) const;
    /// Its values from the first row to the last.
    std::vector<double> values(int column) const;
};

}  // namespace talus
