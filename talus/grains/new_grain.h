#pragma once
#include <cstdint>

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

/// Appends a grain; its id is its row at birth. The neighbour search takes it up in the same step: its
/// drift is infinite until then. @param gravity gives its first force [m/s^2]
void appendGrain(state::Table& grains, const NewGrain& grain, const Vec3d& gravity);

/// Adds the empty tables of the grains, their contacts and the emitters to a world.
void addGrainTables(state::World& world, std::size_t emitters, bool resists_turning = false);

}  // namespace talus::grains
