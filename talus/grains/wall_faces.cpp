#include "talus/grains/wall_faces.h"

namespace talus::grains {

std::vector<WallFace> wallFaces(const std::vector<Wall>& walls,
                                const std::vector<std::uint16_t>& material_of) {
    std::vector<WallFace> faces;
    for (std::size_t w = 0; w < walls.size(); ++w) {
        const Wall& wall = walls[w];
        const auto add = [&](WallFace::Kind kind, const Vec3d& a, const Vec3d& b) {
            faces.push_back({kind, static_cast<std::uint16_t>(w), material_of[w], a, b});
        };
        switch (wall.kind) {
            case Wall::Kind::Plane:
                add(WallFace::Kind::Plane, wall.plane.point, normalized(wall.plane.normal));
                break;
            case Wall::Kind::BoxInside:
                add(WallFace::Kind::Plane, wall.box.min, {1, 0, 0});
                add(WallFace::Kind::Plane, wall.box.max, {-1, 0, 0});
                add(WallFace::Kind::Plane, wall.box.min, {0, 1, 0});
                add(WallFace::Kind::Plane, wall.box.max, {0, -1, 0});
                add(WallFace::Kind::Plane, wall.box.min, {0, 0, 1});
                add(WallFace::Kind::Plane, wall.box.max, {0, 0, -1});
                break;
            case Wall::Kind::BoxOutside: add(WallFace::Kind::BoxOutside, wall.box.min, wall.box.max); break;
            case Wall::Kind::SphereInside:
                add(WallFace::Kind::SphereInside, wall.sphere.centre, {wall.sphere.radius, 0, 0});
                break;
            case Wall::Kind::SphereOutside:
                add(WallFace::Kind::SphereOutside, wall.sphere.centre, {wall.sphere.radius, 0, 0});
                break;
        }
    }
    return faces;
}

}  // namespace talus::grains
