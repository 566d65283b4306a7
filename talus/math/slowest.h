#pragma once
#include "talus/math/vec.h"

namespace talus {

/// The slowest motion that counts: 1e-30 m/s moves nothing by the size of an atom (1e-10 m) in the age of the
/// universe (4e17 s). Slower velocities and spins are set to 0. Damped motion would else decay for ever, to
/// numbers below 1e-308 (in single precision 1e-38), with which processors are up to a hundred times slower.
/// The flush-to-zero mode of processors would do, but graphics cards have none for double precision.
inline constexpr double slowest_motion = 1e-30;

template <class T>
TALUS_HD constexpr T stoppedIfSlow(T v) {
    constexpr T slowest = static_cast<T>(slowest_motion);
    const T size = v < 0 ? -v : v;
    return size < slowest ? T{0} : v;  // no branch: loops over it stay packed
}
/// Each component by itself [m/s or rad/s]. What is no number stays.
template <class T>
TALUS_HD constexpr Vec3<T> stoppedIfSlow(const Vec3<T>& v) {
    return {stoppedIfSlow(v.x), stoppedIfSlow(v.y), stoppedIfSlow(v.z)};
}

}  // namespace talus
