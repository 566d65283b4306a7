#pragma once
#include <vector>

#include "talus/environment/walls.h"
#include "talus/sand/boundary/body_response.h"
#include "talus/sand/setup.h"
#include "talus/step/stage.h"

/// Free bodies in a step of the sand. Their positions and velocities are those before they take the impulse
/// of this step; they take it in their own next step, together with gravity and their other contacts. The
/// sand must meet them with the velocities that they will have then: otherwise a body at rest pushes the sand
/// by g dt less than its weight asks for, in each step, and sinks.
namespace talus::sand {

/// What a body gains in velocity by the end of its next step.
struct Gain {
    Vec3d velocity;  ///< of its centre [m/s]
    Vec3d spin;      ///< [rad/s]
    Vec3d centre;    ///< [m]

    Vec3d at(const Vec3d& point) const { return velocity + cross(spin, point - centre); }
};

/// The fields that gainsWithoutSand() reads.
std::vector<step::FieldRef> gainFields(const Boundaries& boundaries);

/// What each wall that is a free body gains without the sand: by gravity, contacts and joints as much as in
/// its last step, and the impulses that it has yet to take. Of other walls 0.
std::vector<Gain> gainsWithoutSand(const step::Step& step, const Boundaries& boundaries,
                                   const environment::WallsAt& walls);

/// The body of a wall, in the frame of the scene.
FreeBody freeBodyOf(const environment::WallsAt& walls, std::size_t wall);

}  // namespace talus::sand
