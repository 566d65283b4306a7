#pragma once
#include <optional>

#include "talus/environment/wall_motion.h"
#include "talus/run/frames.h"
#include "talus/scene/scene.h"

namespace talus::run {

/// A body or a wall of a scene as a mesh, for other programs.
struct RigidObject {
    std::string name;
    std::size_t wall = 0;  ///< index of the wall in the scene; bodies are walls, too
    Vec3d colour;          ///< of its material, sRGB
    geometry::Mesh mesh;   ///< in its own frame [m]
};

/// All bodies, and the walls that pictures show, in the order of the scene. Planes have no end and are left
/// out, as are walls that deform.
std::vector<RigidObject> rigidObjects(const scene::Scene& scene);

/// Where each of them is in a frame; nothing where it is not in the scene at that time. Error (Input) where
/// the frame's set of bodies is not that of the scene.
Result<std::vector<std::optional<environment::Pose>>> posesIn(const scene::Scene& scene,
                                                              const std::vector<RigidObject>& objects,
                                                              const Frame& frame);

/// All objects in one mesh whose topology is the same in each frame, with the number of its object in the
/// field `object` of each triangle. An object that is not there is a point at the origin.
/// @param poses as those of posesIn()
state::Mesh joined(const std::vector<RigidObject>& objects,
                   const std::vector<std::optional<environment::Pose>>& poses, double time);

}  // namespace talus::run
