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
#include "talus/state/field.h"

namespace talus::environment {

/// The surface of a scene's ground: heights above a grid of columns that one method keeps and others touch.
struct GroundSurface {
    geometry::ColumnGrid grid;
    const char* table = nullptr;  ///< of the state, a row a column
    const state::Field<double>* height = nullptr;
    std::string material;
};

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
    std::vector<WallMobility> mobility{};   ///< of each wall; empty where none is a free body
};

/// The domain that repeats, from its corners.
Periodic periodicDomain(const Environment& environment);

/// Index of a material. @pre it is there
std::uint16_t materialIndex(const Environment& environment, const std::string& name);

/// Index of a wall. @pre it is there
std::size_t wallIndex(const Environment& environment, const std::string& name);

}  // namespace talus::environment
