#pragma once
#include "talus/core/host_device.h"

namespace talus {

/// Operations beyond arithmetic that a formula needs from its number type. With them the same formula works
/// for one number and for a pack of numbers (talus/math/simd.h specialises this for packs).
template <class V>
struct Lanes {
    using Number = V;  ///< of one lane
    using Mask = bool;
    TALUS_HD static constexpr V select(bool condition, V yes, V no) { return condition ? yes : no; }
    TALUS_HD static constexpr bool anyOf(bool condition) { return condition; }
};

/// In each lane: `yes` where the condition holds, otherwise `no`. Both are evaluated.
template <class V>
TALUS_HD constexpr V select(const typename Lanes<V>::Mask& condition, const V& yes, const V& no) {
    return Lanes<V>::select(condition, yes, no);
}

/// Whether the condition holds in at least one lane. Where it holds in none, work for a rare case can be
/// skipped.
template <class V>
TALUS_HD constexpr bool anyOf(const typename Lanes<V>::Mask& condition) {
    return Lanes<V>::anyOf(condition);
}

/// A constant in every lane of V, rounded to its number type.
template <class V>
TALUS_HD constexpr V number(double value) {
    return V(static_cast<typename Lanes<V>::Number>(value));
}

}  // namespace talus
