#pragma once
#include "talus/method/checking.h"
#include "talus/scene/reader.h"

/// What readScene() checks of the part of a scene that no method owns; each reports all that it finds.
namespace talus::scene {

/// Reads the meshes of walls.
void loadMeshes(method::Scene& scene, const method::Checking& checked);

/// [render] and [[camera]].
void checkCameras(const method::Checking& checked);

/// Whether the numbers of each [[probe]] make sense.
void checkProbePatches(const method::Checking& checked);

/// Whether there is what each [[probe]] looks at: of a scene that is complete and without errors.
void checkProbes(const method::Checking& checked);

/// Counts, memory, frames and steps.
void checkFeasibility(const method::Checking& checked, const Machine& machine);

}  // namespace talus::scene
