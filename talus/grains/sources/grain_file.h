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

/// What is wanted of a file of LAMMPS; a table has neither.
struct GrainChoice {
    std::uint64_t type = 0;               ///< atoms of this type alone; 0: all
    std::int64_t snapshot = -1;           ///< of a dump: counted from 0; below 0 from the last, which is -1
    std::size_t max_grains = 50'000'000;  ///< a file with more is an error
};

/// What a file holds.
struct GrainFile {
    std::vector<GrainRow> rows;
    std::string_view several = {};  ///< what the file has several of, "materials" or "types"; "": neither
    double least_density = 0;       ///< [kg/m^3]; 0: the file does not say it
    double largest_density = 0;
};

/// Largest number that a file may hold: [m], [m/s], [rad/s]. A bound: its square and products are far from
/// overflow.
inline constexpr double farthest_number = 1e12;

/// Reads a table of grains as text: a heading line, then a row a grain, in SI units, with commas, semicolons
/// or tabs between the columns; with the latter two numbers may have a decimal comma. It needs the
/// columns x, y, z (or position_x, ...) and radius; vx, vy, vz (velocity_x, ...) and wx, wy, wz (spin_x, ...)
/// are taken where they are, three together; others are passed over, but for `material`, which may differ
/// from row to row (GrainFile::several). So what `talus export --format csv` writes can be read. Errors
/// (Input), which name the line: no such columns, a column twice, rows of another length, what is no finite
/// number, a radius that is not above 0, no rows, or more than max_grains.
Result<GrainFile> parseGrainTable(std::string_view text, const GrainChoice& choice = {});

/// The same of any text in ASCII or UTF-8 that is known, with a byte order mark or without: a table, a data
/// file of LAMMPS or a text dump of LAMMPS (lammps_atoms.h). Errors (Input) also where something is wanted
/// that such a file does not have.
Result<GrainFile> parseGrains(std::string_view text, const GrainChoice& choice = {});

/// The same from a file of at most 4 GiB. Errors as above, with the file's name.
Result<GrainFile> readGrainFile(const std::string& path, const GrainChoice& choice = {});

}  // namespace talus::grains
