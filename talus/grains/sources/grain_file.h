#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "talus/core/result.h"
#include "talus/math/vec.h"

namespace talus::grains {

/// One grain of a file.
struct GrainRow {
    Vec3d position;     ///< [m]
    Vec3d velocity;     ///< [m/s]
    Vec3d spin;         ///< [rad/s]
    double radius = 0;  ///< [m], > 0
};

/// Which grains to read from a file.
struct GrainChoice {
    std::uint64_t type = 0;      ///< LAMMPS files: only atoms of this type; 0: all
    std::int64_t snapshot = -1;  ///< LAMMPS dumps: counted from 0; negative: from the end, -1 is the last
    std::size_t max_grains = 50'000'000;  ///< a file with more is an error
};

/// The grains of a file.
struct GrainFile {
    std::vector<GrainRow> rows;
    std::string_view several = {};  ///< "materials" or "types" if the file has more than one of them; else ""
    double least_density = 0;       ///< minimum density [kg/m^3]; 0: not in the file
    double largest_density = 0;     ///< maximum density [kg/m^3]
};

/// Largest number allowed in a file [m], [m/s], [rad/s]. Its square and products are far from overflow.
inline constexpr double farthest_number = 1e12;

/// Reads a table of grains as text: a heading line, then one row for each grain, in SI units. Columns are
/// separated by commas, semicolons or tabs; with semicolons and tabs, numbers may have a decimal comma.
/// Required columns: x, y, z (or position_x, ...) and radius. Optional: vx, vy, vz (velocity_x, ...) and wx,
/// wy, wz (spin_x, ...), each all three or none. Of the column `material` only GrainFile::several is set.
/// Other columns are ignored. Files of `talus export --format csv` have this format. Errors (Input) name the
/// line: missing columns, a repeated column, a row of another length, a value that is not a finite number, a
/// radius that is not above 0, no rows, more than max_grains.
Result<GrainFile> parseGrainTable(std::string_view text, const GrainChoice& choice = {});

/// Reads a text of any known format, in ASCII or UTF-8, with or without a byte order mark: a table, a data
/// file of LAMMPS, or a text dump of LAMMPS (lammps_atoms.h). Errors (Input) as parseGrainTable(), and where
/// `choice` does not apply to the format.
Result<GrainFile> parseGrains(std::string_view text, const GrainChoice& choice = {});

/// Reads a file of at most 4 GiB. Errors as parseGrains(), with the file's name.
Result<GrainFile> readGrainFile(const std::string& path, const GrainChoice& choice = {});

}  // namespace talus::grains
