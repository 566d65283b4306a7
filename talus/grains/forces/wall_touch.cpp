#include "talus/grains/forces/wall_touch.h"

#include "talus/grains/forces/wall_kernel.h"

namespace talus::grains {

void findTouch(const environment::WallsAt& walls, const Vec3d& centre, double radius, FaceTouch& touch) {
    face_touches::find(walls, centre, radius, touch);
}

void keepLocalMinima(const environment::WallsAt& walls, const Vec3d& centre, double radius,
                     std::span<FaceTouch> touches) {
    face_touches::keepMinima(walls, centre, radius, {touches.data(), touches.size()});
}

}  // namespace talus::grains
