#pragma once
#include "talus/couple/granular/scene.h"
#include "talus/method/checking.h"
#include "talus/settings/findings.h"

/// The parts of the check of a scene's grains, ground and bodies; each reports all that it finds.
namespace talus::couple::granular {

using method::Checking;
using settings::full;
using settings::quoted;
using settings::roundedDown;

// Behind the schema: files are read, and what is made of settings is made.

void loadImports(Scene& scene, const Checking& checked);
void loadRaster(Scene& scene, const Checking& checked);
/// Makes the heights that [ground] asks for.
void makeGround(Scene& scene, const Checking& checked);
/// Gives bodies their shapes and masses, with the files that they name, and makes the walls that they are to
/// grains, the last of the scene's; and checks [soil].
void makeBodies(Scene& scene, const Checking& checked);
/// How large grains are: the other checks count on it.
void checkSizes(const Checking& checked);
void checkHybrid(const Checking& checked);

// References and geometry.

/// Contact pairs, behind names that refer to something and names given twice.
void checkContacts(const Checking& checked);
void checkFixed(const Checking& checked);
void checkGeometry(const Checking& checked);
void checkSinks(const Checking& checked);
void checkGround(const Checking& checked);
/// @pre nothing is wrong with the walls
void checkBodies(const Checking& checked);
/// Free bodies that pass through each other, walls or a volume, at the start or in free flight.
/// @pre as checkBodies()
void checkFreeBodies(const Checking& checked);
void checkEmitters(const Checking& checked);
void checkOverlaps(const Checking& checked);
void checkColours(const Checking& checked);

// Feasibility: time step against contact time, and what a run may come to.

void checkStep(const Checking& checked, double contact_time);
/// What a periodic domain needs, and what it does not do for walls.
void checkPeriodic(const Checking& checked);
/// Contacts that the grains' weight, or their speed, presses flat.
/// @param speed the largest to expect [m/s]
void checkSoftness(const Checking& checked, double speed);
/// Restitutions that the steps of the run are too long for.
/// @param speed of an impact [m/s] @param dt [s]
void checkRestitution(const Checking& checked, double speed, double dt);
void checkRolling(const Checking& checked);
void checkResolution(const Checking& checked);
void checkEndlessFall(const Checking& checked, double dt);

}  // namespace talus::couple::granular
