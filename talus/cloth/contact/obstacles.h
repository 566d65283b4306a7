#pragma once
#include <memory>
#include <optional>
#include <vector>

#include "talus/cloth/contact/box_tree.h"
#include "talus/cloth/contact/surface_of_wall.h"
#include "talus/environment/environment.h"
#include "talus/environment/walls.h"

namespace talus::cloth {

/// What cloth touches beside itself: the surfaces of walls and of the ground as triangles, and half-spaces.
/// Nothing here changes during a run, except that its tree of boxes follows the walls (copy it for that).
struct ObstacleShapes {
    std::vector<Vec3d> points;  ///< in the frame of the wall; of the ground at height 0 [m]
    /// Of each point [m]: balls and capsules are a point and an edge with a radius. Their triangles have
    /// corners in common.
    std::vector<double> radius;
    std::vector<std::uint16_t> wall;  ///< of each point; no_wall: of the ground
    std::vector<std::array<std::uint32_t, 3>> triangles;
    std::vector<std::uint8_t> owned;  ///< as fields::owned
    std::vector<HalfSpace> half_spaces;
    std::size_t first_ground_point = 0;  ///< those of the ground come last, in the order of its columns
    BoxTree tree;                        ///< over the triangles

    static constexpr std::uint16_t no_wall = 0xffff;
};

/// The shapes of all walls, those that follow bodies too, and of the ground.
ObstacleShapes shapesOf(const environment::Environment& environment);

}  // namespace talus::cloth
