#pragma once
#include "talus/grains/scene.h"
#include "talus/method/checking.h"
#include "talus/settings/findings.h"

/// The parts of the check of a scene's grains. Each reports all errors that it finds.
namespace talus::grains {

using method::Checking;
using settings::full;
using settings::roundedDown;

/// Checks the sizes of grains, after the check of keys. The other checks rely on it.
void checkSizes(const Checking& checked);

// References and geometry.

/// Checks that each pair of materials that can touch has exactly one contact.
void checkContacts(const Checking& checked);
void checkFixed(const Checking& checked);
void checkGeometry(const Checking& checked);
void checkSinks(const Checking& checked);
void checkEmitters(const Checking& checked);
void checkOverlaps(const Checking& checked);
/// Refuses what grains of several spheres cannot do yet.
void checkClumps(const Checking& checked);
/// Warns if frames will lack the field by which grains are coloured.
void checkColours(const Checking& checked);

// Feasibility: time step against contact time, and what would go wrong in the run.

void checkStep(const Checking& checked, double contact_time);
/// Checks the size of a periodic domain, and warns of walls, which are not repeated.
void checkPeriodic(const Checking& checked);
/// Checks that no clump can meet itself across a periodic domain.
void checkClumpsInDomain(const Checking& checked);
/// Warns of contacts that are too soft for the grains' weight or speed.
/// @param speed largest expected speed [m/s]
void checkSoftness(const Checking& checked, double speed);
/// Warns of restitutions that the steps of the run are too long to resolve.
/// @param speed of an impact [m/s] @param dt [s]
void checkRestitution(const Checking& checked, double speed, double dt);
void checkRolling(const Checking& checked);
void checkResolution(const Checking& checked);
void checkEndlessFall(const Checking& checked, double dt);

}  // namespace talus::grains
