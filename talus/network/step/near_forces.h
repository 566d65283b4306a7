#pragma once
#include <memory>
#include <vector>

#include "talus/network/step/find_near.h"

namespace talus::network {

inline constexpr const char* near_forces_scratch = "network.near_forces";

/// The sums of the forces of links between near masses.
struct NearForces {
    /// A force on a mass of a later block than that in which its pair was found.
    struct Later {
        std::uint32_t k;
        Vec3d force;
    };
    std::vector<Vec3d> sorted;              ///< by index of NearMasses
    std::vector<std::vector<Later>> later;  ///< of each block
    std::vector<Vec3d> on;                  ///< by row [N]
};

/// Finds the force of each pair of near masses once. Each block of masses sums the forces on its own masses;
/// those on masses of later blocks wait in a list, and are added block by block. So any number of threads
/// gives the same bits. Both masses of a pair get the same force with opposite signs, so that momentum is
/// kept.
struct FindNearForces {
    static constexpr const char* name = "forces of near masses";
    std::shared_ptr<const Setup> setup;

    step::Access access() const;
    void run(step::Step& step) const;
};

}  // namespace talus::network
