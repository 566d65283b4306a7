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

/// The surface of a scene's ground: heights above a grid of columns that one method keeps and others touch.
struct GroundSurface {
    geometry::ColumnGrid grid;
    const char* table = nullptr;  ///< of the state, a row a column
    const state::Field<double>* height = nullptr;
    std::string material;
};

/// The ground of a scene as a solid volume, in place of a surface: cells that one method keeps and others
/// touch. In a step its surface is in the room `volume_scratch`.
struct GroundVolume {
    geometry::BlockGrid grid;
    const char* blocks = nullptr;                                          ///< table, a row a block
    const state::Field<std::uint32_t>*slot = nullptr, *changes = nullptr;  ///< of blocks
    const char* cells = nullptr;                                           ///< table, a row a cell
    const state::Field<double>*firm = nullptr, *loose = nullptr;           ///< of cells
    std::string material;
};
inline constexpr const char* volume_scratch = "surface of the volume";  ///< geometry::VolumeSurface

/// What acts on everything in a scene, and what everything in it can touch.
struct Environment {
    Vec3d gravity{0, 0, -9.81};         ///< [m/s^2]
    std::vector<std::string> periodic;  ///< axes along which the domain repeats: "x", "y", "z"
    Vec3d domain_min;                   ///< corners of the domain [m]; they count along periodic axes
    Vec3d domain_max;
    std::vector<Material> materials;
    std::vector<Wall> walls;
    std::vector<Motion> motions;
    std::vector<Sink> sinks;
    std::optional<GroundSurface> ground{};  ///< announced by the method that keeps it
    std::optional<GroundVolume> volume{};   ///< likewise; a scene has ground or a volume
    std::vector<WallMobility> mobility{};   ///< of each wall; empty where none is a free body
};

/// The domain that repeats, from its corners.
Periodic periodicDomain(const Environment& environment);

/// Index of a material. @pre it is there
std::uint16_t materialIndex(const Environment& environment, const std::string& name);

/// Index of a wall. @pre it is there
std::size_t wallIndex(const Environment& environment, const std::string& name);

}  // namespace talus::environment
