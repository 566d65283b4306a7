#include "talus/grains/wall_faces.h"

#include <algorithm>

namespace talus::grains {
namespace {

using Kind = WallFace::Kind;

/// Of a solid: the point is outside by `away`, or inside and nearest to the side that `out` and `depth` tell.
WallDistance ofSolid(const Vec3d& away, double depth, const Vec3d& out, bool at_edge) {
    const double d = length(away);
    if (d > 0) return {d, away / d, Side::None, at_edge};
    return {depth, out, Side::None, false};
}

WallDistance toBox(const Vec3d& min, const Vec3d& max, const Vec3d& p) {
    const Vec3d low = min - p, high = p - max;  // positive: outside on that side
    const auto beyond = [](double l, double h) { return l > 0 ? -l : h > 0 ? h : 0.0; };
    const Vec3d away{beyond(low.x, high.x), beyond(low.y, high.y), beyond(low.z, high.z)};
    double depth = low.x;
    Vec3d out{-1, 0, 0};
    const auto nearer = [&](double value, const Vec3d& direction) {
        if (value > depth) {
            depth = value;
            out = direction;
        }
    };
    nearer(high.x, {1, 0, 0});
    nearer(low.y, {0, -1, 0});
    nearer(high.y, {0, 1, 0});
    nearer(low.z, {0, 0, -1});
    nearer(high.z, {0, 0, 1});
    return ofSolid(away, depth, out, (away.x != 0) + (away.y != 0) + (away.z != 0) > 1);
}

WallDistance toRod(const WallFace& rod, const Vec3d& p) {
    const Vec3d from = p - rod.a;
    const double z = dot(from, rod.b), middle = 0.5 * rod.c.x;
    const Vec3d across = from - rod.b * z;
    const double r = length(across);
    const Vec3d round = r > 0 ? across / r : geometry::perpendicularTo(rod.b);
    const Vec3d end = z > middle ? rod.b : -rod.b;
    const double beyond_end = std::abs(z - middle) - middle, beyond_round = r - rod.c.y;
    const Vec3d away = end * std::max(beyond_end, 0.0) + round * std::max(beyond_round, 0.0);
    const bool by_end = beyond_end > beyond_round;
    return ofSolid(away, by_end ? beyond_end : beyond_round, by_end ? end : round,
                   beyond_end > 0 && beyond_round > 0);
}

/// Positive outside of the ball.
WallDistance toBall(const Vec3d& centre, double radius, const Vec3d& p) {
    const Vec3d from = p - centre;
    const double r = length(from);
    // At the very centre every direction is as good.
    return {r - radius, r > 0 ? from / r : Vec3d{0, 0, 1}, Side::None, false};
}

WallDistance toThin(const geometry::ClosestPoint& closest, const Vec3d& p) {
    const Vec3d away = p - closest.point;
    const double d = length(away);
    const bool front = dot(away, closest.normal) >= 0;
    return {d, d > 0 ? away / d : closest.normal, front ? Side::Front : Side::Back, closest.at_edge};
}

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
            // What leaves through an open side must find the others to end at their edges.
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

WallDistance distanceTo(const WallFace& face, const Vec3d& p) {
    switch (face.kind) {
        case Kind::Plane: return {dot(p - face.a, face.b), face.b, Side::None, false};
        case Kind::BoxOutside: return toBox(face.a, face.b, p);
        case Kind::SphereOutside: return toBall(face.a, face.b.x, p);
        case Kind::SphereInside: {
            const WallDistance out = toBall(face.a, face.b.x, p);
            return {-out.distance, -out.normal, Side::None, false};
        }
        case Kind::Rod: return toRod(face, p);
        case Kind::Capsule: return toBall(geometry::closestOnSegment(face.a, face.b, p), face.c.x, p);
        case Kind::Plate: return toThin(geometry::closestOnRectangle(face.a, face.b, face.c, p), p);
        case Kind::Swept:
            return toThin(geometry::closestOnSwept({face.a, face.b, face.c.x, face.c.y, face.c.z}, p), p);
        case Kind::Triangle: return toThin(geometry::closestOnTriangle(face.a, face.b, face.c, p), p);
    }
    return {};
}

}  // namespace talus::grains
