#pragma once
#include <vector>

#include "talus/cloth/contact/body_paths.h"
#include "talus/cloth/setup.h"
#include "talus/environment/wall_state.h"

namespace talus::cloth {

/// The poses of walls that follow bodies, as the columns of a table.
struct PoseColumns {
    std::vector<Vec3d> shift, axis_x, axis_y, velocity, spin;
    environment::WallState views() const;
};

/// Walls that follow bodies, within a step of the cloth. The bodies have made their whole step before: each
/// goes evenly from where the cloth met it last to where it is now. What the cloth does to a free body
/// meanwhile adds to that motion, so a light ball bounces off a heavy sheet within the step.
class FollowedWalls {
  public:
    /// @param met where the cloth met them last @param now where they are
    FollowedWalls(const Setup& setup, View<const Vec3d> met_shift, View<const Vec3d> met_axis_x,
                  View<const Vec3d> met_axis_y, const environment::WallState& now, double begin, double dt);

    bool any() const { return !rows_.empty(); }
    environment::Pose at(std::size_t row, double time) const;
    /// Of all walls; rows of walls that follow no body are not used.
    PoseColumns at(double time) const;

    /// Takes how bodies moved in a small step that ends at `time`.
    void take(const BodyPaths& paths, double time, double h);
    /// An impulse at a place on a free body, at the present time [N s], [m].
    void kick(std::size_t wall, const Vec3d& at, const Vec3d& impulse);
    /// Writes where the cloth has met the bodies.
    void store(View<Vec3d> met_shift, View<Vec3d> met_axis_x, View<Vec3d> met_axis_y) const;

  private:
    struct Row {
        std::size_t wall = 0;
        environment::Pose start, end;  ///< of the way that the body has made
        Vec3d rotation;                ///< rotation vector from start to end [rad]
        // What the cloth adds to it.
        bool pushed = false;
        Vec3d shift;  ///< [m]
        Rotation turned_by{};
        Vec3d velocity, spin;  ///< [m/s], [rad/s]
    };
    environment::Pose way(const Row& row, double time) const;

    const Setup& setup_;
    double begin_, dt_;
    double now_;  ///< up to which `shift` and `turned_by` hold [s]
    std::vector<Row> rows_;
};

}  // namespace talus::cloth
