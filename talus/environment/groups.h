#pragma once
#include "talus/environment/environment.h"
#include "talus/settings/document.h"

namespace talus::environment {

/// Resolves groups and parents. Each wall that is in a group or has a parent gets copies of the motions that
/// carry it along: those of its group, then of its parent, of the parent's group and parent, and so on. The
/// copies are appended to the scene's motions. A search for the motions of a wall by its name then finds all
/// of them, in the order in which they act. Reports names that nothing has, names that are used twice, and
/// parents in a circle.
/// @param root entries of the scene file, for the positions of errors
/// @pre the walls of bodies are there, in the order of the bodies
void joinMotions(Environment& environment, const settings::Entries& root, Diagnostics& diagnostics);

}  // namespace talus::environment
