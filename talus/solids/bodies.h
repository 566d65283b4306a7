#pragma once
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "talus/environment/environment.h"
#include "talus/environment/wall_motion.h"
#include "talus/environment/walls.h"
#include "talus/method/scene.h"
#include "talus/solids/body_state.h"
#include "talus/solids/joint/prepared_joint.h"
#include "talus/solids/params.h"

namespace talus::solids {

/// How something slides and bounces.
struct Surface {
    double friction = 0.5, restitution = 0.3;
    bool own_friction = false, own_restitution = false;  ///< whether the scene gives them for this body alone
};

/// What a wall or the ground adds: the values of its material, where it has them.
struct WallSurface {
    std::optional<double> friction, restitution;
};

/// Of two bodies the smaller friction and the root mean square of the restitutions.
Surface between(const Surface& a, const Surface& b);
/// Of a body and a wall or ground: what the scene gives for the body alone, or else the same of the two
/// materials. Where the material of the wall has no value, that of the body counts.
Surface between(const Surface& body, const WallSurface& wall);

/// A body, prepared for the run.
struct PreparedBody {
    std::string name;
    std::shared_ptr<const geometry::Solid> solid;
    std::shared_ptr<const ConvexParts> convex;  ///< of a free mesh, in its frame
    Rigid rigid;
    std::size_t wall = 0;                      ///< index of the wall that the body is to other methods
    environment::Presence presence{};          ///< when it is in the scene
    bool made = false;                         ///< a link of a chain: stats.csv leaves it out
    bool free = true;                          ///< false: its motions prescribe its pose
    std::vector<environment::Motion> motions;  ///< applied to the pose `start`
    environment::Pose start;
    std::optional<double> ball;  ///< a sphere's radius [m]
    double smallest_side = 0;    ///< of the box around it [m]
    Surface surface;
    double rolling = 0;
};

/// All bodies of a scene, and what they can touch.
struct Setup {
    std::vector<PreparedBody> bodies;
    std::shared_ptr<const environment::Walls> walls;
    std::vector<std::string> wall_names;
    std::vector<WallSurface> wall_surfaces;            ///< by wall; last that of the ground
    std::vector<std::uint8_t> solid_walls;             ///< by wall: 1: free balls bounce off it
    std::optional<environment::GroundSurface> ground;  ///< rigid ground, off which free balls bounce
    std::vector<PreparedJoint> joints;
    double shortest_step = 0;  ///< of the bodies; one that is too fast for it stops the run [s]
    Vec3d gravity;
};

/// Makes the settings of the bodies' stages from a scene. @pre all names in the scene exist
Setup setupOf(const method::Scene& scene, std::shared_ptr<const environment::Walls> walls);

}  // namespace talus::solids
