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
    std::size_t count = 0;             ///< of atoms
    std::vector<std::string> columns;  ///< "id", "x", "vx", ...
    std::vector<double> values;        ///< count rows of columns.size() numbers
    std::string units;                 ///< "si", ... where the file says it (dump_modify units yes), else ""
    std::uint64_t first_line = 0;      ///< of the file that an atom stands in
    Vec3d low, high;                   ///< the box
    bool slanted = false;              ///< the box is triclinic: `low` and `high` are not its sides

    /// Index of a column; -1 where there is none.
    int find(std::string_view column) const;
    double at(std::size_t row, int column) const {
        return values[row * columns.size() + static_cast<std::size_t>(column)];
    }
};

/// What is wanted of a dump.
struct LammpsDumpPart {
    /// Which snapshot, counted from 0; below 0 from the last, which is -1. Absent: the file must hold just
    /// one.
    std::optional<std::int64_t> snapshot = {};
    /// Columns to keep; the others may hold any words. Empty: all, and all must be numbers.
    std::span<const std::string_view> keep = {};
};

/// Reads one snapshot. Error (Input) that names the line: cut off, not a dump, no such snapshot, a value that
/// is no finite number.
Result<LammpsDump> parseLammpsDump(std::string_view text, const LammpsDumpPart& part = {});

}  // namespace talus::grains
