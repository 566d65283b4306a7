#pragma once
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "talus/core/result.h"
#include "talus/math/vec.h"

namespace talus::grains {

/// One snapshot of a text dump of LAMMPS (`dump ID GROUP custom`), atoms in the order of the file.
struct LammpsDump {
    std::uint64_t step = 0;
    std::size_t count = 0;             ///< number of atoms
    std::vector<std::string> columns;  ///< "id", "x", "vx", ...
    std::vector<double> values;        ///< count rows of columns.size() numbers
    std::string units;                 ///< "si", ... if the file has them (dump_modify units yes), else ""
    std::uint64_t first_line = 0;      ///< line of the first atom in the file
    Vec3d low, high;                   ///< the box
    bool slanted = false;              ///< the box is triclinic; then `low` and `high` are not its sides

    /// Index of a column; -1 if there is none.
    int find(std::string_view column) const;
    double at(std::size_t row, int column) const {
        return values[row * columns.size() + static_cast<std::size_t>(column)];
    }
};

/// Which part of a dump to read.
struct LammpsDumpPart {
    /// Snapshot, counted from 0; negative: from the end, -1 is the last. Absent: the file must have exactly
    /// one.
    std::optional<std::int64_t> snapshot = {};
    /// Columns to keep; other columns may hold any text. Empty: keep all, which must then be numbers.
    std::span<const std::string_view> keep = {};
};

/// Reads one snapshot. Errors (Input) name the line: the file is cut off or not a dump, the snapshot does not
/// exist, a value is not a finite number.
Result<LammpsDump> parseLammpsDump(std::string_view text, const LammpsDumpPart& part = {});

}  // namespace talus::grains
