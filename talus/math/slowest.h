#pragma once
#include "talus/math/vec.h"

namespace talus {

/// Velocities and spins below this are set to 0 [m/s, rad/s]. At 1e-30 m/s nothing moves by the size of an
/// atom (1e-10 m) in the age of the universe (4e17 s). Without this, damped motion would decay to denormal
/// numbers, below 1e-308 (1e-38 in single precision), with which processors are up to a hundred times slower.
/// The flush-to-zero mode of processors would also avoid them, but graphics cards have none for double
/// precision.
inline constexpr double slowest_motion = 1e-30;

template <class T>
TALUS_HD constexpr T stoppedIfSlow(T v) {
    constexpr T slowest = static_cast<T>(slowest_motion);
    const T size = v < 0 ? -v : v;
    return size < slowest ? T{0} : v;  // no branch, so that loops over it can be vectorised
}
/// Each component separately [m/s or rad/s]. A NaN stays.
template <class T>
TALUS_HD constexpr Vec3<T> stoppedIfSlow(const Vec3<T>& v) {
    return {stoppedIfSlow(v.x), stoppedIfSlow(v.y), stoppedIfSlow(v.z)};
}

}  // namespace talus
