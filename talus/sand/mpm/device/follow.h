#pragma once
#include <span>

#include "talus/environment/contact/obstacles.h"
#include "talus/exec/exec.h"
#include "talus/exec/view.h"

namespace talus::sand::mpm::device {

/// Moves particles through a step with all obstacles: ToParticles, for a few of them.
/// @param ends of the tiles: row after the last particle of each @param row of each of these particles,
/// increasing @param residual added to the velocity of those that nothing stops [m/s]
/// @param mass of a particle [kg] @param dt [s]
/// @return the loads on walls, added tile by tile as on the processor
environment::Loads follow(const exec::Exec& exec, const environment::Obstacles& obstacles, std::size_t walls,
                          double mass, double dt, std::span<const std::uint32_t> ends,
                          exec::View<const std::uint32_t> row, exec::View<const Vec3f> residual,
                          exec::View<Vec3d> position, exec::View<Vec3f> velocity);

}  // namespace talus::sand::mpm::device
