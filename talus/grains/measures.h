#pragma once
#include <cstdint>

#include "talus/environment/walls.h"
#include "talus/exec/exec.h"
#include "talus/grains/forces/contact_forces.h"
#include "talus/state/world.h"

namespace talus::grains {

/// Sums over all grains at one time, in a fixed order: the same bits for any number of threads.
struct Measures {
    std::uint64_t grains = 0;
    std::uint64_t contacts = 0;       ///< pairs of grains that overlap
    std::uint64_t wall_contacts = 0;  ///< pairs of grain and wall face that overlap
    double mass = 0;                  ///< [kg]
    double kinetic = 0;               ///< of translation [J]
    double rotational = 0;            ///< [J]
    double potential = 0;             ///< -m g.x, zero at the origin [J]
    double elastic = 0;               ///< stored in the normal and tangential springs of all contacts [J]
    Vec3d momentum;                   ///< [kg m/s]
    Vec3d angular_momentum;           ///< about the origin [kg m^2/s]
    double fastest = 0;               ///< largest speed [m/s]
};

/// Measures the world's grains. Springs have their values after the last step.
Measures measure(const exec::Exec& exec, const state::World& world, const Vec3d& gravity,
                 const LawTable& laws, const environment::Walls& walls, const environment::Periodic& domain);

/// Overlaps that are too deep to come from a contact.
struct DeepOverlaps {
    std::uint64_t pairs = 0;  ///< of grains
    std::uint64_t walls = 0;  ///< pairs of grain and wall
    double deepest = 0;       ///< largest overlap of either kind [m]
    Vec3d at;                 ///< centre of a grain with that overlap [m]
};
/// @param share an overlap counts if it is larger than this share of the radius of the (smaller) grain
DeepOverlaps deepOverlaps(const exec::Exec& exec, const state::World& world,
                          const environment::Periodic& domain, double share);

/// Load of the grains on one wall: the mean over the steps since the sums were cleared.
struct WallLoad {
    Vec3d force;   ///< [N]
    Vec3d torque;  ///< about the wall's reference point at its position in each step [N m]
};
std::vector<WallLoad> wallLoads(const state::World& world);
/// Sets the sums behind wallLoads() to zero.
void clearWallSums(state::World& world);

}  // namespace talus::grains
