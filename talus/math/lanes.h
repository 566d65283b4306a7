#pragma once
#include "talus/core/host_device.h"

namespace talus {

/// What a formula needs of its number type beyond arithmetic, so that one formula serves a single number
/// and a pack of them (talus/math/simd.h specialises this for packs).
template <class V>
struct Lanes {
    using Mask = bool;
    TALUS_HD static constexpr V select(bool condition, V yes, V no) { return condition ? yes : no; }
};

/// yes where the condition holds, otherwise no; both are evaluated.
template <class V>
TALUS_HD constexpr V select(const typename Lanes<V>::Mask& condition, const V& yes, const V& no) {
    return Lanes<V>::select(condition, yes, no);
}

}  // namespace talus
