#pragma once
#include "talus/solids/bodies.h"
#include "talus/state/world.h"

namespace talus::solids {

/// The longest step for which joints are stable with the forces of the last step [s]; infinite without any.
///
/// What a pull holds swings about the line of the pull. A body on which joints pull with forces F at levers
/// r turns back as a spring of stiffness F r does, and one on a rope of length l also moves back as one of
/// F / l:
///
///     w^2 = sum F r / I  +  sum F / (l m)
///
/// Joints are constraints, whose forces point along where the bodies are at the begin of a step. So these
/// springs are explicit, and need steps below 2 / w; this gives 1 / w. Links of a chain that carries a weight
/// are much lighter than it, and w is large.
double longestJointStep(const Setup& setup, const state::World& world);

}  // namespace talus::solids
