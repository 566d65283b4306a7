#pragma once
#include <vector>

#include "talus/grains/measures.h"
#include "talus/method/instance.h"
#include "talus/method/scene.h"

/// The columns of stats.csv for grains, walls and sinks.
namespace talus::grains {

/// The parts of a load, as names of columns.
inline constexpr const char* load_parts[] = {"fx [N]",   "fy [N]",   "fz [N]",
                                             "tx [N m]", "ty [N m]", "tz [N m]"};
/// Adds the values of these columns.
void addCells(const Vec3d& v, std::vector<method::Cell>& cells);
void addCells(const WallLoad& load, std::vector<method::Cell>& cells);

/// The loads of the grains on the walls.
/// @param part_name "" for the column that all methods share, or "grains." for the part of the grains
method::Columns wallColumns(const method::Scene& scene, const char* part_name);

/// What each sink took so far.
method::Columns sinkColumns(const std::vector<environment::Sink>& sinks);

}  // namespace talus::grains
