#pragma once
#include "talus/environment/contact/obstacles.h"
#include "talus/exec/exec.h"
#include "talus/exec/view.h"

namespace talus::water {

/// A particle whose displacement in a step plus this margin is below its clearance hits no wall [m].
double marginOf(const environment::WallsAt& begin, const environment::WallsAt& end);

/// Moves particles through a step with all obstacles: Move, for a few of them.
/// @param walls number of walls @param mass of a particle [kg] @param dt [s] @param displacement without
/// obstacles [m]
/// @return the loads on walls and ground
environment::Loads follow(const exec::Exec& exec, const environment::Obstacles& obstacles, std::size_t walls,
                          double mass, double dt, exec::View<const Vec3d> displacement,
                          exec::View<Vec3d> position, exec::View<Vec3f> velocity);

}  // namespace talus::water
