#pragma once
#include "talus/core/host_device.h"

namespace talus {

/// What a formula needs of its number type beyond arithmetic, so that one formula serves a single number
/// and a pack of them (talus/math/simd.h specialises this for packs).
template <class V>
struct Lanes {
    using Number = V;  ///< of one lane
    using Mask = bool;
    TALUS_HD static constexpr V select(bool condition, V yes, V no) { return condition ? yes : no; }
    TALUS_HD static constexpr bool anyOf(bool condition) { return condition; }
};

/// yes where the condition holds, otherwise no; both are evaluated.
template <class V>
TALUS_HD constexpr V select(const typename Lanes<V>::Mask& condition, const V& yes, const V& no) {
    return Lanes<V>::select(condition, yes, no);
}

/// Whether the condition holds in some lane: work for a rare case can be skipped where it is in none.
template <class V>
TALUS_HD constexpr bool anyOf(const typename Lanes<V>::Mask& condition) {
    return Lanes<V>::anyOf(condition);
}

/// A constant of a formula, in every lane, rounded to the numbers that V is made of.
template <class V>
TALUS_HD constexpr V number(double value) {
    return V(static_cast<typename Lanes<V>::Number>(value));
}

}  // namespace talus
