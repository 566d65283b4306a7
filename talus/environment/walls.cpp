#include "talus/environment/walls.h"

#include <algorithm>
#include <limits>

#include "talus/environment/wall_motion.h"
#include "talus/environment/wall_shape.h"
#include "talus/geometry/closest_point.h"
#include "talus/geometry/grow_box.h"
#include "talus/geometry/mesh/signed_distance.h"

namespace talus::environment {
namespace {

/// The largest distance that any point of a face's surface moves from one pose to another [m].
class FaceDrift {
  public:
    FaceDrift(const Pose& from, const Pose& to) : from_(from), to_(to) {}

    double of(const WallFace& face) const {
        switch (face.kind) {
            case WallFace::Kind::Plane: return ofPlane(face);
            case WallFace::Kind::BoxOutside: return of(geometry::Box{face.a, face.b});
            case WallFace::Kind::SphereOutside:
            case WallFace::Kind::SphereInside: return at(face.a);
            case WallFace::Kind::Capsule: return std::max(at(face.a), at(face.b));
            case WallFace::Kind::Rod: return ofRound(face, face.c.y, face.c.y);
            case WallFace::Kind::Swept: return ofRound(face, face.c.y, face.c.z);
            case WallFace::Kind::Plate:
                return std::max(
                    {at(face.a), at(face.a + face.b), at(face.a + face.c), at(face.a + face.b + face.c)});
            case WallFace::Kind::Triangle: return std::max({at(face.a), at(face.b), at(face.c)});
        }
        return std::numeric_limits<double>::infinity();
    }

    /// For anything in the box.
    double of(const geometry::Box& box) const {
        double largest = 0;
        for (int k = 0; k < 8; ++k) largest = std::max(largest, at(cornerOf(box, k)));
        return largest;
    }

  private:
    /// Of one point. A rigid motion moves no point of a convex body further than some corner of it.
    double at(const Vec3d& p) const { return length(to_.toWorld(p) - from_.toWorld(p)); }
    double tilt(const Vec3d& axis) const {
        return length(rotated(to_.rotation, axis) - rotated(from_.rotation, axis));
    }

    /// A rotation about its own axis does not change a surface of revolution: only the motion of the axis
    /// counts.
    double ofRound(const WallFace& face, double radius, double end_radius) const {
        const double tilted = tilt(face.b);
        return std::max(at(face.a) + radius * tilted,
                        at(face.a + face.b * face.c.x) + std::max(radius, end_radius) * tilted);
    }
    /// A rotation about its normal does not change a plane. A plane that tilts has no bound: the scene reader
    /// rejects it.
    double ofPlane(const WallFace& face) const {
        if (tilt(face.b) > 1e-9) return std::numeric_limits<double>::infinity();
        return std::abs(dot(to_.toWorld(face.a) - from_.toWorld(face.a), rotated(to_.rotation, face.b)));
    }

    const Pose& from_;
    const Pose& to_;
};

}  // namespace

Walls::Walls(const std::vector<Wall>& walls, const std::vector<std::uint16_t>& material_of,
             const std::vector<Motion>& motions, const std::vector<WallMobility>& mobility,
             const std::optional<DeformingPoints>& points)
    : points_(points) {
    for (std::size_t w = 0; w < walls.size(); ++w) {
        WallBody body;
        body.follows = walls[w].follows;
        any_follows_ |= body.follows;
        if (!mobility.empty()) body.mobility = mobility[w];
        any_free_body_ |= body.mobility.inverse_mass > 0;
        // A body that the wall follows rotates about the origin of the wall's frame.
        body.reference = body.follows ? Vec3d{} : referenceOf(walls[w]);
        for (const Motion& motion : motions)
            if (motion.wall == walls[w].name && !body.follows) body.motions.push_back(motion);
        // Infinite planes cannot rotate: far out they would move at any speed. A box becomes plates.
        const bool turns = std::any_of(body.motions.begin(), body.motions.end(), [](const Motion& m) {
            return m.kind == Motion::Kind::Rotate || !m.keyframes.rotations.empty();
        });
        const auto own = facesOf(walls[w], static_cast<std::uint16_t>(w), material_of[w], turns);
        if (walls[w].deforms) {
            body.deforms = true;
            body.first_row = walls[w].first_triangle;
            for (auto corners : walls[w].mesh->triangles) {
                for (std::uint32_t& corner : corners) {
                    corner += walls[w].first_point;
                    point_count_ = std::max(point_count_, std::size_t{corner} + 1);
                }
                body.corners.push_back(corners);
            }
        }
        if (walls[w].mesh) {
            body.tree = std::make_shared<const geometry::TriangleTree>(*walls[w].mesh);
            body.bounds = boundsOf(*walls[w].mesh);
        }
        body.first_face = static_cast<std::uint32_t>(faces_.size());
        faces_.insert(faces_.end(), own.begin(), own.end());
        body.end_face = static_cast<std::uint32_t>(faces_.size());
        bodies_.push_back(std::move(body));
    }
}

double Walls::drift(std::size_t wall, const Pose& from, const Pose& to) const {
    const FaceDrift drift(from, to);
    if (bodies_[wall].tree) return drift.of(bodies_[wall].bounds);
    double largest = 0;
    for (std::uint32_t f = bodies_[wall].first_face; f < bodies_[wall].end_face; ++f)
        largest = std::max(largest, drift.of(faces_[f]));
    return largest;
}

DeformedFaces::DeformedFaces(const Walls& walls, const PointsNow& points)
    : walls_(&walls), points_(points), faces_(walls.faces()) {
    for (const WallBody& body : walls.bodies())
        for (std::size_t k = 0; k < body.corners.size(); ++k) {
            const auto& [a, b, c] = body.corners[k];
            WallFace& face = faces_[body.first_face + k];
            face.a = points.position[a];
            face.b = points.position[b];
            face.c = points.position[c];
            // As bodies that are not in the scene: out of reach.
            if ((points.torn[body.first_row + k] & 1U) != 0)
                for (Vec3d* corner : {&face.a, &face.b, &face.c}) *corner += absentPose(0).shift;
        }
}

const geometry::TriangleTree& DeformedFaces::tree(std::size_t wall) const {
    std::call_once(once_, [&] {
        for (const WallBody& body : walls_->bodies()) {
            std::vector<geometry::Box> boxes;
            for (std::size_t k = 0; k < body.corners.size(); ++k) {
                const WallFace& face = faces_[body.first_face + k];
                geometry::Box box = geometry::emptyBox();
                for (const Vec3d& corner : {face.a, face.b, face.c}) geometry::include(box, corner);
                boxes.push_back(box);
            }
            trees_.emplace_back(boxes);
        }
    });
    return trees_[wall];
}

WallsAt::WallsAt(const Walls& walls, double time, const WallState& state) : walls_(&walls) {
    for (const WallBody& body : walls.bodies())
        poses_.push_back(!body.follows         ? poseOf(body.motions, time)
                         : state.shift.empty() ? absentPose(poses_.size())
                                               : state.at(poses_.size()));
    if (!state.points.position.empty())
        deformed_ = std::make_shared<const DeformedFaces>(walls, state.points);
    faces_ = deformed_ ? deformed_->faces().data() : walls.faces().data();
}

PointOnFace WallsAt::pointOn(std::size_t face, const Vec3d& position) const {
    const WallFace& of = faces_[face];
    const WallBody& body = walls_->bodies()[of.wall];
    return {body.corners[face - body.first_face],
            geometry::sharesOfCorners(of.a, of.b, of.c,
                                      geometry::closestOnTriangle(of.a, of.b, of.c, position).point)};
}

Vec3d WallsAt::velocityAt(std::size_t face, const Vec3d& point) const {
    const std::size_t wall = faces_[face].wall;
    if (!deforms(wall)) return poses_[wall].velocityAt(point);
    const PointOnFace on = pointOn(face, point);
    Vec3d velocity;
    for (std::size_t k = 0; k < 3; ++k) velocity += deformed_->points().velocity[on.points[k]] * on.shares[k];
    return velocity;
}

void WallsAt::push(const FaceImpulse& given, exec::View<Vec3d> velocity) const {
    const PointOnFace on = pointOn(given.face, given.point);
    for (std::size_t k = 0; k < 3; ++k)
        velocity[on.points[k]] += given.impulse * (on.shares[k] / deformed_->points().mass[on.points[k]]);
}

double WallsAt::mobility(std::size_t face, const Vec3d& point, const Vec3d& n) const {
    const std::size_t wall = faces_[face].wall;
    if (!deforms(wall)) return walls_->bodies()[wall].mobility.at(poses_[wall], point, n);
    // Each point of the face takes its share of the impulse.
    const PointOnFace on = pointOn(face, point);
    double sum = 0;
    for (std::size_t k = 0; k < 3; ++k)
        sum += on.shares[k] * on.shares[k] / deformed_->points().mass[on.points[k]];
    return sum;
}

void WallsAt::skipEntering(const WallsAt& end) {
    for (std::size_t w = 0; w < poses_.size(); ++w)
        if (isAbsent(poses_[w]) != isAbsent(end.poses_[w])) poses_[w] = end.poses_[w];
}

WallDistance WallsAt::distanceFromMesh(std::size_t wall, const Vec3d& x) const {
    const WallBody& body = walls_->bodies()[wall];
    const auto corners = [&](std::uint32_t triangle) {
        const WallFace& face = faces_[body.first_face + triangle];
        return std::array<Vec3d, 3>{face.a, face.b, face.c};
    };
    const auto [distance, normal] = geometry::signedDistance(*body.tree, corners, inFrame(wall, x));
    return {distance, walls_->moves(wall) ? rotated(poses_[wall].rotation, normal) : normal, Side::None,
            false};
}

WallDistance WallsAt::distance(std::size_t face, const Vec3d& x) const {
    const WallFace& of = faces_[face];
    WallDistance found = distanceTo(of, inFrame(of.wall, x));
    if (walls_->moves(of.wall)) found.normal = rotated(poses_[of.wall].rotation, found.normal);
    return found;
}

}  // namespace talus::environment
