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
/// Refuses what would set grains of a fixed material in motion. @pre the names of materials exist
void checkFixed(const Checking& checked);
/// Checks that grains start on the free side of walls, fit into their fills, and are in no sink.
void checkGeometry(const Checking& checked);
/// Refuses what starts in a sink.
void checkSinks(const Checking& checked);
/// Checks that emitters are large enough for their grains, and pour as fast as the scene asks.
void checkEmitters(const Checking& checked);
/// Checks that fills, walls and single grains do not overlap each other.
void checkOverlaps(const Checking& checked);
/// Refuses what grains of several spheres cannot do yet.
void checkClumps(const Checking& checked);
/// Warns if frames will lack the field by which grains are coloured.
void checkColours(const Checking& checked);

// Feasibility: time step against contact time, and what would go wrong in the run.

/// Refuses or warns of a time step that is too long.
/// @param contact_time of the shortest contact [s]
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
/// Warns of rolling resistance of grains that do not turn.
void checkRolling(const Checking& checked);
/// Checks that positions resolve the overlaps of grains, which are too coarse far from the origin.
void checkResolution(const Checking& checked);
/// Warns if nothing is below the grains, and they get too fast for the step.
/// @param dt [s]
void checkEndlessFall(const Checking& checked, double dt);

}  // namespace talus::grains
