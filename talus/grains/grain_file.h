#pragma once
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

/// Reads a table of grains as text with commas: a heading line, then a row a grain, in SI units. It needs the
/// columns x, y, z (or position_x, ...) and radius; vx, vy, vz (velocity_x, ...) and wx, wy, wz (spin_x, ...)
/// are taken where they are, three together; others are passed over. So what `talus export --format csv`
/// writes can be read. Errors (Input), which name the line: no such columns, a column twice, rows of another
/// length, what is no finite number, a radius that is not above 0, no rows, or more than 50 million.
/// @param several_materials unless null: whether a column 'material', which is passed over, differs from row
///        to row
Result<std::vector<GrainRow>> parseGrains(std::string_view text, bool* several_materials = nullptr);

/// The same from a file of at most 4 GiB. Errors as above, with the file's name.
Result<std::vector<GrainRow>> readGrainFile(const std::string& path, bool* several_materials = nullptr);

}  // namespace talus::grains
