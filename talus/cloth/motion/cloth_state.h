#pragma once
#include <vector>

#include "talus/cloth/contact/respond.h"
#include "talus/cloth/motion/followed_walls.h"
#include "talus/cloth/setup.h"
#include "talus/cloth/solve/springs.h"
#include "talus/environment/wall_impulses.h"
#include "talus/exec/for_each.h"
#include "talus/step/stage.h"

/// The columns of cloth as a stage sees them, and the walls around it as they move within a step.
namespace talus::cloth {

/// Scratch of the stages that move cloth.
struct MotionScratch {
    ClosePairs close;
    Contacts contacts;
    std::vector<std::size_t> spring_colours, hinge_colours;
    std::vector<double> spring_multiplier;
    std::vector<Vec3d> hinge_multiplier, anchor_multiplier;
    std::vector<Vec3d> old_velocity;
    std::vector<Vec3d> water_force, begin_velocity;  ///< in this step; empty where no water touches the cloth
    std::vector<Vec3d> from, move, wish, moved, velocity;  ///< of the cloth and the obstacles [m]
    std::vector<double> mobility;
    std::vector<Vec3d> triangle_force;
    std::vector<std::uint32_t> triangles_of, first_triangle_of;  ///< the triangles at each point
    BodyPaths bodies;
};
inline constexpr const char* motion_scratch = "motion of cloth";

/// The views of a step.
struct ClothState {
    View<Vec3d> position, velocity, start, force, reaction;
    View<double> mobility;
    View<const double> mass;
    View<const Vec3d> rest;
    View<const std::uint16_t> sheet, copy;
    View<const std::array<std::uint32_t, 3>> corners;
    View<const std::uint8_t> owned;
    View<const std::uint8_t> torn;
    View<std::uint8_t> tearing;    ///< the same as `torn`, to be written; empty where no sheet tears
    View<double> stiffness, bend;  ///< of springs and hinges, likewise
    SpringRows springs;
    HingeRows hinges;
    View<const std::uint32_t> held_point;
    View<const std::uint16_t> held_entry;
    View<const Vec3d> anchor;
    View<std::uint8_t> broken;
    View<Vec3d> impulse, angular_impulse;
    View<double> load_time;
    View<std::uint64_t> unresolved_contacts;
    View<Vec3d> met_shift, met_axis_x, met_axis_y;  ///< where the cloth met bodies; empty without bodies
    View<Vec3d> pushed, twisted;  ///< impulses on free bodies (environment/wall_impulses.h); may be empty

    // Of water (environment/deforming/point_impulses.h); empty where none touches the cloth.
    View<Vec3d> spread_impulse, other_acceleration;
    View<double> spread_time, last_mobility;
    View<const double> carried;

    std::size_t points() const { return position.size(); }
    /// The mass of a point with the water that moves with it [kg].
    double inertia(std::size_t p) const { return carried.empty() ? mass[p] : mass[p] + carried[p]; }
};

/// What a stage that moves cloth accesses.
step::Access motionAccess(const Setup& setup);
/// The views. @pre the stage's access() is motionAccess()
ClothState stateIn(step::Step& step, const Setup& setup, MotionScratch& scratch);

/// The walls at a time within the step, and the fraction of the step that has passed by then.
struct Moment {
    double time = 0;   ///< [s]
    double share = 0;  ///< 0 at the start of the step, 1 at its end
};

/// Where the walls are within a step.
class Surroundings {
  public:
    Surroundings(const Setup& setup, const step::Step& step, const ClothState& cloth);

    environment::WallsAt at(double time) const {
        const PoseColumns poses = followed_.at(time);
        return {*setup_->walls, time, poses.views()};
    }
    FollowedWalls& followed() { return followed_; }
    const FollowedWalls& followed() const { return followed_; }
    /// Positions of all points of obstacles at a time.
    void placeObstacles(const exec::Exec& exec, const environment::WallsAt& walls, Vec3d* to) const;
    /// Half-spaces between two times.
    void placeHalfSpaces(const environment::WallsAt& start, const environment::WallsAt& end,
                         std::vector<HalfSpaceNow>& to) const;

  private:
    const Setup* setup_;
    FollowedWalls followed_;
    View<const double> ground_;
};

}  // namespace talus::cloth
