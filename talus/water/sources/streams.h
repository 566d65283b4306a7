#pragma once
#include <memory>
#include <vector>

#include "talus/method/checking.h"
#include "talus/water/params.h"

namespace talus::water {

/// Where rain that has run over the ground comes to where it is a stream. A sheet of rain is millimetres
/// thick, far thinner than a particle; what particles can follow begins where the land above is so large that
/// its rain has the depth of some of them.
struct Streams {
    std::shared_ptr<const geometry::Heightfield> ground;  ///< at the start
    std::vector<std::uint32_t> columns;                   ///< that are part of a stream
    std::vector<double>
        area;         ///< land whose rain has come to it or one before it in the list, running sum [m^2]
    double lost = 0;  ///< land whose rain leaves the ground before it is a stream [m^2]

    /// A place where water comes up. @param chance, across, along even between 0 and 1 @param above the
    /// ground [m]
    Vec3d place(double chance, double across, double along, double above) const;
};

/// Finds those of each rain that gathers. What is wrong is an error at `gather`.
void findStreams(method::Scene& scene, const method::Checking& checking);

}  // namespace talus::water
