#pragma once
#include "talus/exec/exec.h"
#include "talus/network/setup.h"
#include "talus/state/world.h"

namespace talus::network {

/// Sums over all free masses.
struct Measures {
    double count = 0;
    double kinetic = 0;      ///< [J]
    double potential = 0;    ///< of gravity, -m g.x, zero at the origin [J]
    double springs = 0;      ///< elastic energy of springs, also of those within grains [J]
    Vec3d momentum;          ///< [kg m/s]
    double fastest = 0;      ///< [m/s]
    double contacts = 0;     ///< pairs of near masses with a force; masses at walls do not count
    double compression = 0;  ///< largest (L - d) / L of a contact
};
Measures measure(const exec::Exec& exec, const state::World& world, const Setup& setup);

/// A pair with a force, or a spring.
struct ActingLink {
    std::uint32_t first = 0, second = 0;  ///< rows, first < second
    std::uint32_t link = 0;               ///< index of its [[link]]
    Vec3d force;                          ///< on the first [N]
    double length = 0;                    ///< rest length [m]
};
/// Springs of given pairs first, in their order, then pairs within grains and near ones with a force, in the
/// order of their rows.
std::vector<ActingLink> actingLinks(const exec::Exec& exec, const state::World& world, const Setup& setup);

}  // namespace talus::network
