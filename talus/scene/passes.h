#pragma once
#include "talus/method/checking.h"
#include "talus/scene/reader.h"

/// Passes of readScene() for the common part of a scene. Each reports everything that it finds.
namespace talus::scene {

/// Reads the meshes of walls.
void loadMeshes(method::Scene& scene, const method::Checking& checked);

/// Checks [render] and [[camera]].
void checkCameras(const method::Checking& checked);

/// Checks the numbers of each [[probe]] by themselves.
void checkProbePatches(const method::Checking& checked);

/// Checks that each [[probe]] can measure what it asks for. @pre the scene is complete and without errors
void checkProbes(const method::Checking& checked);

/// Checks counts, memory, frames and steps.
void checkFeasibility(const method::Checking& checked, const Machine& machine);

}  // namespace talus::scene
