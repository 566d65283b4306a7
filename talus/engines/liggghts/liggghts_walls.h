#pragma once
#include "talus/engines/liggghts/liggghts_model.h"
#include "talus/grains/pipeline.h"
#include "talus/io/file.h"

namespace talus::engines {

/// Adds the walls of a scene, widens the box so that meshes stay in it for `frames`, and adds a line to
/// `missing` for each wall or motion that LIGGGHTS does not have.
void addLiggghtsWalls(const scene::Simulation& simulation, const grains::Setup& setup, std::uint64_t frames,
                      LiggghtsModel& model);

/// Commands that define the walls. Their meshes are in files beside the script.
std::string liggghtsWallsText(const LiggghtsModel& model);
/// Commands with which LIGGGHTS writes the loads on walls to loads.txt, as readLoads() reads it; "" where
/// there are no walls.
std::string liggghtsLoadsText(const LiggghtsModel& model);
std::vector<std::size_t> loadedWalls(const LiggghtsModel& model);

/// Writes mesh.N.stl for each wall that has triangles. Error: Storage.
Status writeMeshes(const io::ConfinedPath& folder, const LiggghtsModel& model);

}  // namespace talus::engines
