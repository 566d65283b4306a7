#pragma once
#include <cstdint>

#include "talus/grains/params.h"
#include "talus/math/vec.h"
#include "talus/state/world.h"

namespace talus::grains {

/// All that a grain starts with.
struct NewGrain {
    Vec3d position;
    Vec3d velocity;
    Vec3d spin;
    double radius = 0;           ///< [m]
    double density = 0;          ///< [kg/m^3]
    std::uint16_t material = 0;  ///< index
    double birth = 0;            ///< [s]
};

/// Appends a grain; its id counts all grains before it, those that went included. The neighbour search
/// takes it up in the same step. @param gravity gives its first force
/// [m/s^2] @param gone how many went before (sink.h)
void appendGrain(state::Table& grains, const NewGrain& grain, const Vec3d& gravity, std::uint64_t gone = 0);

/// What decides which rows and columns the tables have.
struct SceneCounts {
    std::size_t emitters = 0, walls = 0, sinks = 0;
    bool resists_turning = false;  ///< some contact does, and remembers how far it turned
    bool rests = false;            ///< grains may rest
    bool walls_follow = false;     ///< some walls have their pose in the state
    bool settles = false;          ///< grains may become ground
    Precision precision = Precision::Double;
};

/// Adds all tables of the method to a world; grains and contacts are empty.
void addGrainTables(state::World& world, const SceneCounts& counts);

}  // namespace talus::grains
