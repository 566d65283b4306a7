#pragma once
#include "talus/ground/scene.h"
#include "talus/method/checking.h"

/// The parts of the check of a scene's ground. Each reports all errors that it finds.
namespace talus::ground {

using method::Checking;

/// Checks what [soil] needs, after the check of keys.
void checkSoil(const Checking& checked);

/// Refuses a colour of the ground where there is none.
void checkColours(const Checking& checked);

/// Ground in a periodic domain must reach from side to side, and have the same heights at opposite sides.
/// @param reach how far grains at a side touch ground beyond it [m], >= 0
/// @pre the scene has ground
void checkPeriodic(const Checking& checked, double reach);

}  // namespace talus::ground
