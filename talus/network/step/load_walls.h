#pragma once
#include <memory>
#include <vector>

#include "talus/network/setup.h"
#include "talus/step/stage.h"

namespace talus::network {

inline constexpr const char* wall_loads_scratch = "network.wall_loads";

/// What the network does to a wall.
struct WallLoad {
    Vec3d force;   ///< [N]
    Vec3d torque;  ///< about the reference point of the wall [N m]

    /// @param lever from the reference point to where the force acts
    void add(const Vec3d& of, const Vec3d& lever) {
        force += of;
        torque += cross(lever, of);
    }
};

/// The loads of all walls, in parts: those of each block of masses. Summed in the order of the blocks, they
/// do not depend on the number of threads.
struct WallLoads {
    std::size_t walls = 0;
    std::vector<WallLoad> parts;  ///< by block, then wall

    void start(std::size_t blocks, std::size_t count) {
        walls = count;
        parts.assign(blocks * count, {});
    }
    WallLoad* ofBlock(std::size_t block) { return parts.data() + block * walls; }
    WallLoad sumOf(std::size_t wall) const;
};

/// The reference point of a wall, where it is now [m].
Vec3d referenceNow(const environment::WallsAt& walls, std::size_t wall);

/// Adds the impulses of this step to the loads of the frame, and gives free bodies theirs: the forces on the
/// masses that a wall carries, and the opposite of what links to it do to masses. A body takes them in its
/// next step (environment/wall_impulses.h). Carried masses add nothing to the mass of their body.
struct LoadWalls {
    static constexpr const char* name = "load walls";
    std::shared_ptr<const Setup> setup;

    /// Whether the network acts on any wall.
    static bool isNeeded(const Setup& setup) { return !setup.loaded_walls.empty(); }

    step::Access access() const;
    void run(step::Step& step) const;
};

}  // namespace talus::network
