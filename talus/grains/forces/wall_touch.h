#pragma once
#include <span>

#include "talus/environment/walls.h"

namespace talus::grains {

/// A listed pair of one grain and one face, in one step.
struct FaceTouch {
    std::uint32_t face = 0;
    environment::Side side = environment::Side::None;  ///< on which the grain belongs
    Vec3d spring;                                      ///< history of the shear spring
    Vec3d angle;                                       ///< of the spring against turning [rad]
    bool acting = false;                               ///< before findTouch: in the last step
    environment::WallDistance found;                   ///< kept on that side
    double overlap = 0;                                ///< [m]; < 0: a gap
};

/// The distance and overlap of a pair. A grain that is beyond the border, and not in the face, may change
/// sides.
void findTouch(const environment::WallsAt& walls, const Vec3d& centre, double radius, FaceTouch& touch);

/// Among all faces near one grain, takes away contacts that another face stands for (wall_forces.h), and
/// hands their springs over.
void keepLocalMinima(const environment::WallsAt& walls, const Vec3d& centre, double radius,
                     std::span<FaceTouch> touches);

}  // namespace talus::grains
