#pragma once
#include <optional>
#include <span>
#include <vector>

#include "talus/solids/bodies.h"

/// Joints that break. In the step in which it breaks a joint transmits no more than it bears: with its force
/// F and torque T, as they would be if it held, and the force B that it bears, the impulse is
///
///     J = dt F B / |F|,   K = dt T B / |F|
///
/// Contacts and the joints that hold are then solved once more, with J and K given to the two bodies before.
/// Of several joints that are overloaded the one with the largest |F| / B breaks first, because its break may
/// relieve the others.
namespace talus::solids {

/// A joint that breaks in this step, with what it still transmits.
struct BreakingJoint {
    std::size_t joint;
    JointLoad load;
};

/// The joint that breaks first, if any is overloaded. @param acting the joints that hold something
std::optional<BreakingJoint> firstToBreak(const Setup& setup, std::span<const std::size_t> acting,
                                          std::span<const JointLoad> loads);

/// Gives both bodies of the joint what it transmits in a step dt.
void transmit(const Setup& setup, const BreakingJoint& breaking, double dt, std::vector<BodyState>& bodies);

}  // namespace talus::solids
