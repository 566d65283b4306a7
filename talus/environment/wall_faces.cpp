#include "talus/environment/wall_faces.h"

#include <algorithm>

#include "talus/environment/wall_distance.h"

namespace talus::environment {
namespace {

using Kind = WallFace::Kind;

class Faces {
  public:
    Faces(std::uint16_t wall, std::uint16_t material) : wall_(wall), material_(material) {}

    void add(Kind kind, const Vec3d& a, const Vec3d& b, const Vec3d& c = {}) {
        list.push_back({kind, wall_, material_, a, b, c});
    }
    void addDisc(const Vec3d& centre, const Vec3d& axis, double hole, double radius) {
        add(Kind::Swept, centre, axis, {0, hole, radius});
    }
    void addBox(const geometry::Box& box, const std::vector<std::string>& open, bool bounded) {
        const auto isOpen = [&](const char* side) {
            return std::find(open.begin(), open.end(), side) != open.end();
        };
        const Vec3d size = box.max - box.min;
        const Vec3d x{size.x, 0, 0}, y{0, size.y, 0}, z{0, 0, size.z};
        const auto side = [&](const char* name, const Vec3d& point, const Vec3d& normal, const Vec3d& u,
                              const Vec3d& v) {
            // Grains that leave through an open side must find that the other sides end at their edges.
            if (open.empty() && !bounded)
                add(Kind::Plane, point, normal);
            else if (!isOpen(name))
                add(Kind::Plate, dot(normal, Vec3d{1, 1, 1}) > 0 ? box.min : box.max - u - v, u, v);
        };
        side("-x", box.min, {1, 0, 0}, y, z);
        side("+x", box.max, {-1, 0, 0}, y, z);
        side("-y", box.min, {0, 1, 0}, x, z);
        side("+y", box.max, {0, -1, 0}, x, z);
        side("-z", box.min, {0, 0, 1}, x, y);
        side("+z", box.max, {0, 0, -1}, x, y);
    }
    /// @param end the radius at `to`
    void addShell(const geometry::Cone& cone, double end, const std::vector<std::string>& caps) {
        const Vec3d along = cone.to - cone.from;
        const double size = length(along);
        const Vec3d axis = along / size;
        add(Kind::Swept, cone.from, axis, {size, cone.radius, end});
        for (const std::string& cap : caps) {
            const bool first = cap == "from";
            if (const double radius = first ? cone.radius : end; radius > 0)
                addDisc(first ? cone.from : cone.to, axis, 0, radius);
        }
    }

    std::vector<WallFace> list;

  private:
    std::uint16_t wall_, material_;
};

}  // namespace

std::vector<WallFace> facesOf(const Wall& wall, std::uint16_t index, std::uint16_t material, bool bounded) {
    Faces faces(index, material);
    switch (wall.kind) {
        case Wall::Kind::Plane:
            faces.add(Kind::Plane, wall.plane.point, normalized(wall.plane.normal));
            break;
        case Wall::Kind::Rectangle:
            faces.add(Kind::Plate, wall.rectangle.corner, wall.rectangle.u, wall.rectangle.v);
            break;
        case Wall::Kind::Disc:
            faces.addDisc(wall.disc.centre, normalized(wall.disc.normal), wall.disc.hole, wall.disc.radius);
            break;
        case Wall::Kind::BoxInside: faces.addBox(wall.box, wall.open, bounded); break;
        case Wall::Kind::BoxOutside: faces.add(Kind::BoxOutside, wall.box.min, wall.box.max); break;
        case Wall::Kind::SphereInside:
            faces.add(Kind::SphereInside, wall.sphere.centre, {wall.sphere.radius, 0, 0});
            break;
        case Wall::Kind::SphereOutside:
            faces.add(Kind::SphereOutside, wall.sphere.centre, {wall.sphere.radius, 0, 0});
            break;
        case Wall::Kind::CylinderInside: faces.addShell(wall.cone, wall.cone.radius, wall.caps); break;
        case Wall::Kind::Cone: faces.addShell(wall.cone, wall.cone.end_radius, wall.caps); break;
        case Wall::Kind::CylinderOutside: {
            const Vec3d along = wall.cone.to - wall.cone.from;
            faces.add(Kind::Rod, wall.cone.from, normalized(along), {length(along), wall.cone.radius, 0});
            break;
        }
        case Wall::Kind::Capsule:
            faces.add(Kind::Capsule, wall.capsule.from, wall.capsule.to, {wall.capsule.radius, 0, 0});
            break;
        case Wall::Kind::Mesh:
            if (!wall.mesh) break;
            for (const auto& [a, b, c] : wall.mesh->triangles)
                faces.add(Kind::Triangle, wall.mesh->points[a], wall.mesh->points[b], wall.mesh->points[c]);
            break;
    }
    return std::move(faces.list);
}

WallDistance distanceTo(const WallFace& face, const Vec3d& p) { return nearest::onFace(face, p); }

}  // namespace talus::environment
