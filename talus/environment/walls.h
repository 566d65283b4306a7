#pragma once
#include <memory>

#include "talus/environment/wall_faces.h"
#include "talus/environment/wall_mobility.h"
#include "talus/exec/view.h"
#include "talus/geometry/mesh/triangle_tree.h"

namespace talus::environment {

/// One wall, prepared for contact: a range of faces, and how they move.
struct WallBody {
    std::vector<Motion> motions;  ///< empty: it stands still, or follows a body
    bool follows = false;         ///< it follows a body: its pose is in the state
    WallMobility mobility;        ///< not zero for a free body
    Vec3d reference;              ///< the torque on the wall is about this point, in the wall's frame [m]
    std::uint32_t first_face = 0;
    std::uint32_t end_face = 0;
    std::shared_ptr<const geometry::TriangleTree> tree;  ///< of a mesh
    geometry::Box bounds;                                ///< of a mesh
};

/// All walls of a scene. Nothing in here changes during a run.
class Walls {
  public:
    Walls() = default;
    /// @param material_of index of each wall's material
    /// @param motions in the order of the scene; each names its wall
    /// @param mobility of each wall; empty if none is a free body
    Walls(const std::vector<Wall>& walls, const std::vector<std::uint16_t>& material_of,
          const std::vector<Motion>& motions, const std::vector<WallMobility>& mobility = {});

    const std::vector<WallFace>& faces() const { return faces_; }
    const std::vector<WallBody>& bodies() const { return bodies_; }
    bool moves(std::size_t wall) const { return !bodies_[wall].motions.empty() || bodies_[wall].follows; }
    /// Whether any wall follows a body, so that its pose is in the state.
    bool anyFollows() const { return any_follows_; }
    bool isFreeBody(std::size_t wall) const { return bodies_[wall].mobility.inverse_mass > 0; }
    bool anyFreeBody() const { return any_free_body_; }

    /// Calls take(face) for the faces of a wall that can be within `reach` of p, in increasing order. p is in
    /// the wall's own frame.
    template <class Take>
    void forFacesNear(std::size_t wall, const Vec3d& p, double reach, Take take) const {
        const WallBody& body = bodies_[wall];
        if (body.tree) {
            std::vector<std::uint32_t> near;
            body.tree->near(p, reach, near);
            for (const std::uint32_t triangle : near) take(body.first_face + triangle);
        } else {
            for (std::uint32_t f = body.first_face; f < body.end_face; ++f) take(f);
        }
    }

    /// A bound on how far any point of a wall's surface is from the surface's earlier position [m].
    double drift(std::size_t wall, const Pose& from, const Pose& to) const;

  private:
    std::vector<WallFace> faces_;
    std::vector<WallBody> bodies_;
    bool any_follows_ = false;
    bool any_free_body_ = false;
};

/// The poses of all walls in the state, one row each; empty in scenes where no wall follows a body.
struct FollowedPoses {
    exec::View<const Vec3d> shift, turn_x, turn_y, velocity, spin;

    Pose at(std::size_t wall) const {
        return {{turn_x[wall], turn_y[wall], cross(turn_x[wall], turn_y[wall])},
                shift[wall],
                velocity[wall],
                spin[wall]};
    }
};

/// All walls at one time.
class WallsAt {
  public:
    WallsAt(const Walls& walls, double time, const FollowedPoses& followed = {});

    const Walls& walls() const { return *walls_; }
    const Pose& pose(std::size_t wall) const { return poses_[wall]; }
    const WallFace& face(std::size_t face) const { return walls_->faces()[face]; }
    bool moves(std::size_t wall) const { return walls_->moves(wall); }
    /// WallMobility::at() for the wall's pose at this time.
    double mobility(std::size_t wall, const Vec3d& point, const Vec3d& n) const {
        return walls_->bodies()[wall].mobility.at(poses_[wall], point, n);
    }
    /// A position in the frame of a wall; unchanged for a wall that stands still.
    Vec3d inFrame(std::size_t wall, const Vec3d& x) const {
        return walls_->moves(wall) ? poses_[wall].back(x) : x;
    }
    WallDistance distance(std::size_t face, const Vec3d& x) const;

    /// As the walls at the begin of a step with these at its end: a body that enters or leaves in the step
    /// does not move through the scene.
    void skipEntering(const WallsAt& end);

  private:
    const Walls* walls_;
    std::vector<Pose> poses_;
};

}  // namespace talus::environment
