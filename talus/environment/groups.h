#pragma once
#include "talus/environment/environment.h"
#include "talus/settings/document.h"

namespace talus::environment {

/// Gives each wall that is in a group or has a parent copies of the motions that carry it along, behind the
/// scene's own: those of its group, then of its parent, of that one's group and parent, and so on. Who looks
/// for the motions of a wall by its name then finds all of them, in the order in which they act. Reports
/// words that name nothing, names given twice, and parents in a circle.
/// @param root for the places of what it reports
/// @pre the walls that stand for bodies are there, in the order of the bodies
void joinMotions(Environment& environment, const settings::Entries& root, Diagnostics& diagnostics);

}  // namespace talus::environment
