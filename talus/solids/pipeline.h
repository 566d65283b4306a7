#pragma once
#include <memory>

#include "talus/solids/bodies.h"
#include "talus/solids/contact/deep_overlap.h"
#include "talus/state/world.h"
#include "talus/step/phase.h"

namespace talus::solids {

/// Adds the tables of the bodies, of the walls that stand for them, and of the impulses on them, with their
/// state before the first step.
void addTables(state::World& world, const Setup& setup);

/// A step of the bodies:
///
///     accelerate   impulses of other methods, gravity; prescribed bodies follow their motions
///     springs
///     contacts     joints, and contacts of free bodies with each other, walls, prescribed bodies and rigid
///     ground move         positions and rotations; poses of the walls that stand for the bodies
/// @param overlaps gets those of the run; null: they are not kept
step::PhasedStages stagesOf(const Setup& setup, std::shared_ptr<OverlapRecord> overlaps = nullptr);

}  // namespace talus::solids
