#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "talus/io/file.h"

namespace talus::io {

/// One snapshot of a text dump of LAMMPS (`dump ID GROUP custom`), atoms in the order of the file.
struct LammpsDump {
    std::uint64_t step = 0;
    std::size_t count = 0;             ///< of atoms
    std::vector<std::string> columns;  ///< "id", "x", "vx", ...
    std::vector<double> values;        ///< count rows of columns.size() numbers

    /// Index of a column; -1 where there is none.
    int find(std::string_view column) const;
    double at(std::size_t row, int column) const {
        return values[row * columns.size() + static_cast<std::size_t>(column)];
    }
};

/// Reads a dump that holds one snapshot. Error (Input) that names the file and the line: cut off, not a dump,
/// a value that is no finite number, more than one snapshot.
Result<LammpsDump> parseLammpsDump(std::string_view text, const std::string& name);
/// The same from a file. Errors: also Storage when it cannot be read.
Result<LammpsDump> readLammpsDump(const ConfinedPath& path);

}  // namespace talus::io
