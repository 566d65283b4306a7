#include "talus/core/number_table.h"

namespace talus {

int NumberTable::find(const std::string& name) const {
    for (std::size_t i = 0; i < columns.size(); ++i)
        if (columns[i] == name || columns[i].compare(0, name.size() + 2, name + " [") == 0)
            return static_cast<int>(i);
    return -1;
}

std::vector<double> NumberTable::values(int column) const {
    std::vector<double> all;
    all.reserve(rows.size());
    for (const auto& row : rows) all.push_back(row[static_cast<std::size_t>(column)]);
    return all;
}

}  // namespace talus
