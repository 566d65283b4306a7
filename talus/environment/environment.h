#pragma once
#include <optional>
#include <string>
#include <vector>

#include "talus/environment/material.h"
#include "talus/environment/motion.h"
#include "talus/environment/periodic.h"
#include "talus/environment/sink.h"
#include "talus/environment/wall.h"
#include "talus/environment/wall_mobility.h"
#include "talus/geometry/heightfield.h"
#include "talus/geometry/volume/block_grid.h"
#include "talus/state/field.h"

namespace talus::environment {

/// The surface of a scene's ground: heights on a grid of columns. One method stores them, others touch them.
struct GroundSurface {
    geometry::ColumnGrid grid;
    const char* table = nullptr;  ///< table of the state; one row is one column
    const state::Field<double>* height = nullptr;
    std::string material;
    bool yields = false;  ///< whether bodies press it down; then its method gives them its forces
};

/// The ground of a scene as a solid volume instead of a surface: cells that one method stores and others
/// touch. In a step its surface is in the scratch `volume_scratch`.
struct GroundVolume {
    geometry::BlockGrid grid;
    const char* blocks = nullptr;                                          ///< table; one row is one block
    const state::Field<std::uint32_t>*slot = nullptr, *changes = nullptr;  ///< of blocks
    const char* cells = nullptr;                                           ///< table; one row is one cell
    const state::Field<double>*firm = nullptr, *loose = nullptr;           ///< of cells
    std::string material;
};
inline constexpr const char* volume_scratch = "surface of the volume";  ///< geometry::VolumeSurface

/// What all methods of a scene share: gravity, the domain, materials, walls, sinks and the ground.
struct Environment {
    Vec3d gravity{0, 0, -9.81};         ///< [m/s^2]
    std::vector<std::string> periodic;  ///< axes along which the domain repeats: "x", "y", "z"
    Vec3d domain_min;                   ///< corners of the domain [m], used along periodic axes only
    Vec3d domain_max;
    std::vector<Material> materials;
    std::vector<Wall> walls;
    std::vector<Motion> motions;
    std::vector<Sink> sinks;
    std::optional<GroundSurface> ground{};    ///< set by the method that stores it
    std::optional<GroundVolume> volume{};     ///< set by the method that stores it; never with `ground`
    std::vector<WallMobility> mobility{};     ///< of each wall; empty if no wall is a free body
    std::optional<DeformingPoints> points{};  ///< set by the method that stores them
};

/// The periodic domain between the environment's corners.
Periodic periodicDomain(const Environment& environment);

/// Index of a material. @pre it exists
std::uint16_t materialIndex(const Environment& environment, const std::string& name);

/// Index of a wall. @pre it exists
std::size_t wallIndex(const Environment& environment, const std::string& name);

}  // namespace talus::environment
