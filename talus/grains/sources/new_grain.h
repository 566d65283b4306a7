#pragma once
#include <cstdint>

#include "talus/grains/params.h"
#include "talus/math/vec.h"
#include "talus/state/world.h"

namespace talus::grains {

/// Initial values of a grain.
struct NewGrain {
    Vec3d position;
    Vec3d velocity;
    Vec3d spin;
    double radius = 0;           ///< [m]
    double density = 0;          ///< [kg/m^3]
    std::uint16_t material = 0;  ///< index
    double birth = 0;            ///< [s]
};

/// Appends a grain. Its id is the number of all grains before it, removed ones included. The neighbour search
/// of the same step lists it. @param gravity for its initial force [m/s^2] @param gone number of grains
/// removed so far (sink.h)
void appendGrain(state::Table& grains, const NewGrain& grain, const Vec3d& gravity, std::uint64_t gone = 0);

/// Numbers and options of the scene that determine the rows and columns of the tables.
struct SceneCounts {
    std::size_t emitters = 0, walls = 0, sinks = 0;
    bool resists_turning = false;  ///< some contact resists rolling or twisting, so contacts store an angle
    bool rests = false;            ///< grains may rest
    bool walls_follow = false;     ///< some walls follow bodies, so their poses are part of the state
    std::size_t wall_points = 0;   ///< number of points of walls that deform
    bool settles = false;          ///< grains may become ground
    bool clumps = false;           ///< some grains are clumps
    Precision precision = Precision::Double;
};

/// Adds all tables of the method to a world. The tables of grains and contacts have no rows.
void addGrainTables(state::World& world, const SceneCounts& counts);

}  // namespace talus::grains
