#pragma once
#include <span>

#include "talus/environment/walls.h"

namespace talus::grains {

/// A listed pair of one grain and one face, in one step.
struct FaceTouch {
    std::uint32_t face = 0;
    environment::Side side = environment::Side::None;  ///< side of a thin face on which the grain is
    Vec3d spring;                                      ///< history of the tangential spring
    Vec3d angle;                                       ///< of the spring against rolling and twisting [rad]
    bool acting = false;  ///< whether the contact acts; before findTouch: whether it did in the last step
    environment::WallDistance found;  ///< closest point and distance, on that side
    double overlap = 0;               ///< [m]; < 0: a gap
};

/// Computes distance and overlap of a pair. A grain beyond the border of a thin face, which does not overlap
/// the face deeply, may change sides.
void findTouch(const environment::WallsAt& walls, const Vec3d& centre, double radius, FaceTouch& touch);

/// Among all faces near one grain, removes contacts that another face represents (wall_forces.h), and moves
/// their springs to that face.
void keepLocalMinima(const environment::WallsAt& walls, const Vec3d& centre, double radius,
                     std::span<FaceTouch> touches);

}  // namespace talus::grains
