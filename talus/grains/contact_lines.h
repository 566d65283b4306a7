#pragma once
#include "talus/grains/pipeline.h"
#include "talus/state/mesh.h"

namespace talus::grains {

/// The pairs of grains that act on each other now, as lines between their centres; of a periodic pair to the
/// copy of the second grain. Then the grains that act on walls, as lines from the centre to the contact.
/// Field of the lines: `force` on the first grain [N]. Forces are those of the present positions, velocities
/// and springs. Error (Input) where the contact laws are not those of Talus.
Result<state::Mesh> contactLines(const state::World& world, const Setup& setup, double time);

}  // namespace talus::grains
