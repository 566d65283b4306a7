#pragma once
#include "talus/method/checking.h"
#include "talus/settings/findings.h"
#include "talus/solids/scene.h"

/// The parts of the check of a scene's bodies. Each reports all errors that it finds.
namespace talus::solids {

using method::Checking;
using settings::full;

/// Appends the links and joints of chains to the scene's bodies and joints.
void makeChains(method::Scene& scene, const Checking& checked);
/// Makes the shapes of bodies, from their files too, and appends a wall for each body to the scene's walls.
void makeBodies(method::Scene& scene, const Checking& checked);
/// Free bodies must not start inside walls and prescribed bodies. @pre the walls have no errors
void checkPositions(const Checking& checked);
/// Warns of free bodies in a periodic domain, whose sides they do not know.
void checkPeriodic(const Checking& checked);
/// What joints hold must exist and be able to move.
void checkJoints(const Checking& checked);
/// No body shall be so small or so fast at once that no step is short enough. @pre joints name bodies
void checkSpeeds(const Checking& checked);
/// Reports free bodies that overlap each other, walls or prescribed bodies at the start.
/// @pre the walls have no errors
void checkOverlaps(const Checking& checked);
/// Warns of masses whose ratio contacts cannot hold.
void checkMasses(const Checking& checked);
/// Warns of meshes whose convex parts are much larger than they are.
void checkParts(const Checking& checked);
/// Warns of keys that have no effect beside others.
void checkIdle(const Checking& checked);

}  // namespace talus::solids
