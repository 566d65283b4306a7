#pragma once
#include "talus/couple/granular/scene.h"
#include "talus/method/checking.h"
#include "talus/settings/findings.h"

/// What grains, ground, bodies and the exchange ask of each other in a scene. Each reports all errors that it
/// finds.
namespace talus::couple::granular {

using method::Checking;
using settings::full;
using settings::quoted;
using settings::roundedDown;

/// After the check of keys. @pre reserveSand() was called
void checkHybrid(const Checking& checked);

// References and geometry.

/// Grains must not start in the ground, and the ground must repeat with a periodic domain.
void checkGrainsOnGround(const Checking& checked);
/// Bodies must not start inside the ground. @pre the walls have no errors
void checkBodies(const Checking& checked);
/// Refuses grains of several spheres that become ground.
void checkHybridClumps(const Checking& checked);
/// Warns if nothing moves.
void checkMotion(const Checking& checked);

}  // namespace talus::couple::granular
