#pragma once
#include <memory>
#include <vector>

#include "talus/method/checking.h"
#include "talus/water/params.h"

namespace talus::water {

/// The positions at which rain that runs over the ground has become a stream. A sheet of rain is millimetres
/// thick, far thinner than a particle. Particles can represent it from where the land above is so large that
/// its rain is several particles deep.
struct Streams {
    std::shared_ptr<const geometry::Heightfield> ground;  ///< at the start
    std::vector<std::uint32_t> columns;                   ///< that are part of a stream
    std::vector<double> area;  ///< land that drains to each column, as a running sum over the list [m^2]
    double lost = 0;           ///< land that drains off the ground before there is a stream [m^2]

    /// A random position of new water. @param chance, across, along uniform random numbers, 0 to 1
    /// @param above height above the ground [m]
    Vec3d position(double chance, double across, double along, double above) const;
};

/// Finds the streams of each rain that gathers. Errors are reported at `gather`.
void findStreams(method::Scene& scene, const method::Checking& checking);

}  // namespace talus::water
