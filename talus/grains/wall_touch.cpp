#include "talus/grains/wall_touch.h"

#include "talus/grains/wall_kernel.h"

namespace talus::grains {

void findTouch(const WallsAt& walls, const Vec3d& centre, double radius, FaceTouch& touch) {
    face_touches::find(walls, centre, radius, touch);
}

void keepLocalMinima(const WallsAt& walls, const Vec3d& centre, double radius, std::span<FaceTouch> touches) {
    face_touches::keepMinima(walls, centre, radius, {touches.data(), touches.size()});
}

}  // namespace talus::grains
