#pragma once
#include <array>
#include <memory>
#include <mutex>
#include <optional>

#include "talus/environment/wall_faces.h"
#include "talus/environment/wall_mobility.h"
#include "talus/exec/view.h"
#include "talus/geometry/mesh/triangle_tree.h"

namespace talus::environment {

/// One wall, prepared for contact: a range of faces, and how they move.
struct WallBody {
    std::vector<Motion> motions;  ///< empty: it stands still, or follows a body
    bool follows = false;         ///< it follows a body: its pose is in the state
    bool deforms = false;         ///< the corners of its faces are points of the state
    WallMobility mobility;        ///< not zero for a free body
    Vec3d reference;              ///< the torque on the wall is about this point, in the wall's frame [m]
    std::uint32_t first_face = 0;
    std::uint32_t end_face = 0;
    std::shared_ptr<const geometry::TriangleTree> tree;  ///< of a mesh; deforms: at the start
    geometry::Box bounds;                                ///< likewise
    std::vector<std::array<std::uint32_t, 3>> corners;   ///< deforms: points of each face
    std::uint32_t first_row = 0;                         ///< deforms: of its faces in the state
};

/// All walls of a scene. Nothing in here changes during a run.
class Walls {
  public:
    Walls() = default;
    /// @param material_of index of each wall's material
    /// @param motions in the order of the scene; each names its wall
    /// @param mobility of each wall; empty if none is a free body
    /// @param points of walls that deform; nothing if none does
    Walls(const std::vector<Wall>& walls, const std::vector<std::uint16_t>& material_of,
          const std::vector<Motion>& motions, const std::vector<WallMobility>& mobility = {},
          const std::optional<DeformingPoints>& points = {});

    const std::vector<WallFace>& faces() const { return faces_; }
    const std::vector<WallBody>& bodies() const { return bodies_; }
    bool moves(std::size_t wall) const {
        return !bodies_[wall].motions.empty() || bodies_[wall].follows || bodies_[wall].deforms;
    }
    /// Whether any wall follows a body, so that its pose is in the state.
    bool anyFollows() const { return any_follows_; }
    /// Whether a wall is a mesh that follows a body: such meshes are closed and face outwards.
    bool isMeshOfBody(std::size_t wall) const { return bodies_[wall].follows && bodies_[wall].tree; }
    bool isFreeBody(std::size_t wall) const { return bodies_[wall].mobility.inverse_mass > 0; }
    bool anyFreeBody() const { return any_free_body_; }
    /// Where the points of walls that deform are; null if none deforms.
    const DeformingPoints* points() const { return points_ ? &*points_ : nullptr; }
    /// Number of points that walls refer to.
    std::size_t pointCount() const { return point_count_; }

    /// A bound on how far any point of the surface of a rigid wall is from the surface's earlier position
    /// [m].
    double drift(std::size_t wall, const Pose& from, const Pose& to) const;

  private:
    std::vector<WallFace> faces_;
    std::vector<WallBody> bodies_;
    bool any_follows_ = false;
    bool any_free_body_ = false;
    std::optional<DeformingPoints> points_;
    std::size_t point_count_ = 0;
};

/// An impulse on a wall that deforms.
struct FaceImpulse {
    std::uint32_t face = 0;
    Vec3d point;    ///< on the face [m]
    Vec3d impulse;  ///< [N s]
};

/// The points and faces of walls that deform, as they are in the state; empty if none deforms.
struct PointsNow {
    exec::View<const Vec3d> position, velocity;
    exec::View<const double> mass;
    exec::View<const std::uint8_t> torn;
};

/// What the state says of walls: the poses of those that follow a body, one row a wall, and the points of
/// those that deform. Each is empty in scenes without such walls.
struct WallState {
    exec::View<const Vec3d> shift, axis_x, axis_y, velocity, spin;
    PointsNow points{};

    Pose at(std::size_t wall) const {
        return {{axis_x[wall], axis_y[wall], cross(axis_x[wall], axis_y[wall])},
                shift[wall],
                velocity[wall],
                spin[wall]};
    }
};

/// A point on a face of a wall that deforms: the points at the corners of the face, and the barycentric
/// coordinate that belongs to each. These add up to 1.
struct PointOnFace {
    std::array<std::uint32_t, 3> points;
    std::array<double, 3> shares;
};

/// The faces of a scene in which walls deform, as they are at one time.
class DeformedFaces {
  public:
    DeformedFaces(const Walls& walls, const PointsNow& points);

    const std::vector<WallFace>& faces() const { return faces_; }
    const PointsNow& points() const { return points_; }
    /// Of the faces of a wall that deforms, counted from its first. Made when it is first asked for; safe for
    /// threads.
    const geometry::TriangleTree& tree(std::size_t wall) const;

  private:
    const Walls* walls_;
    PointsNow points_;
    std::vector<WallFace> faces_;
    mutable std::once_flag once_;
    mutable std::vector<geometry::TriangleTree> trees_;  ///< of each wall; empty for others
};

/// All walls at one time.
class WallsAt {
  public:
    WallsAt(const Walls& walls, double time, const WallState& state = {});

    const Walls& walls() const { return *walls_; }
    const Pose& pose(std::size_t wall) const { return poses_[wall]; }
    /// In its wall's frame, or where it is now if its wall deforms and its points are known.
    const WallFace& face(std::size_t face) const { return faces_[face]; }
    /// The point of a face that is nearest to a position. @pre the wall of the face deforms
    PointOnFace pointOn(std::size_t face, const Vec3d& position) const;
    bool moves(std::size_t wall) const { return walls_->moves(wall); }
    /// The velocity of a point of a face [m/s]. @param point on the face, or near it, in the scene's frame
    Vec3d velocityAt(std::size_t face, const Vec3d& point) const;
    /// The inverse of the mass that an impulse along n meets at a point of a face [1/kg]; 0 for a wall whose
    /// motion is prescribed.
    double mobility(std::size_t face, const Vec3d& point, const Vec3d& n) const;
    /// Gives the points of a wall that deforms an impulse at a point of a face: each takes its share, so that
    /// momentum and angular momentum are those of the impulse there.
    /// @param velocity of all points, in the column of DeformingPoints
    void push(const FaceImpulse& given, exec::View<Vec3d> velocity) const;
    /// Whether the faces of a wall are where its points are now.
    bool deforms(std::size_t wall) const { return deformed_ && walls_->bodies()[wall].deforms; }
    /// Calls take(face) for the faces of a wall that can be within `reach` of p, in increasing order. p is in
    /// the wall's own frame.
    template <class Take>
    void forFacesNear(std::size_t wall, const Vec3d& p, double reach, Take take) const {
        const WallBody& body = walls_->bodies()[wall];
        if (const geometry::TriangleTree* tree =
                body.deforms && deformed_ ? &deformed_->tree(wall) : body.tree.get()) {
            std::vector<std::uint32_t> near;
            tree->near(p, reach, near);
            for (const std::uint32_t triangle : near) take(body.first_face + triangle);
        } else {
            for (std::uint32_t f = body.first_face; f < body.end_face; ++f) take(f);
        }
    }
    /// A position in the frame of a wall; unchanged for a wall that stands still.
    Vec3d inFrame(std::size_t wall, const Vec3d& x) const {
        return walls_->moves(wall) ? poses_[wall].toLocal(x) : x;
    }
    WallDistance distance(std::size_t face, const Vec3d& x) const;
    /// The signed distance from a closed mesh whose triangles face outwards: negative inside.
    WallDistance distanceFromMesh(std::size_t wall, const Vec3d& x) const;

    /// As the walls at the begin of a step with these at its end: a body that enters or leaves in the step
    /// does not move through the scene.
    void skipEntering(const WallsAt& end);

  private:
    const Walls* walls_;
    std::vector<Pose> poses_;
    std::shared_ptr<const DeformedFaces> deformed_;  ///< null if no wall deforms
    const WallFace* faces_;
};

}  // namespace talus::environment
