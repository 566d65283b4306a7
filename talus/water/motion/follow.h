#pragma once
#include "talus/environment/contact/obstacles.h"
#include "talus/exec/exec.h"
#include "talus/exec/view.h"

namespace talus::water {

/// A particle that goes less far in a step than its clearance less this meets no wall [m].
double marginOf(const environment::WallsAt& begin, const environment::WallsAt& end);

/// Takes particles through a step, past all obstacles: Move, for a few of them.
/// @param walls how many there are @param mass of a particle [kg] @param dt [s] @param way that they would go
/// if nothing was in it [m]
/// @return what they gave to walls and ground
environment::Loads follow(const exec::Exec& exec, const environment::Obstacles& obstacles, std::size_t walls,
                          double mass, double dt, exec::View<const Vec3d> way, exec::View<Vec3d> position,
                          exec::View<Vec3f> velocity);

}  // namespace talus::water
