#pragma once
#include <cstdint>
#include <vector>

#include "talus/cloth/contact/close_pairs.h"
#include "talus/environment/walls.h"

namespace talus::cloth {

/// The walls that follow bodies, in a small step. Each moves as a whole: its origin by `shift`, while it
/// turns by `turn`. A prescribed body moves as planned. A free one gives way to the cloth, by its mass and
/// inertia; and where the cloth has nowhere to go, it stops.
class BodyPaths {
  public:
    struct Body {
        std::uint16_t wall = 0;
        std::uint32_t first = 0, end = 0;  ///< its points, among those of cloth and obstacles
        environment::WallMobility mobility;
        environment::Pose from;           ///< at the start of the small step
        Vec3d shift, rotation;            ///< displacement of its origin [m], rotation vector [rad]
        Vec3d planned, planned_rotation;  ///< the same without cloth
        Vec3d push, twist;                ///< sums of corrections on it [kg m], [kg m^2], about its origin
        int held_back = 0;                ///< how often it was held back in this small step

        bool free() const { return mobility.inverse_mass > 0; }
        /// Displacement of its material at a place [m].
        Vec3d moveAt(const Vec3d& x) const { return shift + cross(rotation, x - from.shift); }
        double mobilityAt(const Vec3d& x, const Vec3d& n) const { return mobility.at(from, x, n); }
        /// Adds a correction at a place [kg m].
        void pushAt(const Vec3d& x, const Vec3d& correction);
        /// The same for one that the body gets only after this small step.
        void pushLater(const Vec3d& x, const Vec3d& correction);
        environment::Pose end_pose() const;
    };

    /// Begins a small step.
    void begin(const environment::Walls& walls, const ObstacleShapes& shapes, std::size_t cloth_points,
               const environment::WallsAt& from, const environment::WallsAt& to);
    /// A point of the cloth that a body holds. @param anchor in the frame of its wall [m]
    void holds(std::uint32_t point, std::size_t wall, const Vec3d& anchor);
    /// All bodies move as planned again.
    void restart();

    bool any() const { return !bodies_.empty(); }
    std::size_t clothPoints() const { return cloth_points_; }
    std::vector<Body>& bodies() { return bodies_; }
    const std::vector<Body>& bodies() const { return bodies_; }
    /// The body that a wall follows; null if it follows none.
    Body* of(std::uint16_t wall) {
        return wall < row_of_wall_.size() && row_of_wall_[wall] != none ? &bodies_[row_of_wall_[wall]]
                                                                        : nullptr;
    }
    /// Whether a body holds a point of the cloth.
    bool isHeldBy(std::uint32_t point, const Body& body) const {
        return !holder_.empty() && holder_[point] == body.wall;
    }

    /// Sets the displacements of all that moves with a body.
    void place(const Body& body, View<const Vec3d> from, View<Vec3d> move) const;
    /// Holds a body back, one of whose points moves along the unit vector n by `now` instead of `limit` [m]:
    /// by a push at x, which takes no more than the motion there, or on a shorter way where that is not the
    /// reason, after many pushes, and with `shorten`.
    void holdBack(Body& body, const Vec3d& x, const Vec3d& n, double now, double limit, bool shorten) const;
    /// The body on a share of its way, 0 to 1.
    static void shorten(Body& body, double share);

  private:
    struct Held {
        std::uint32_t point = 0;
        std::uint16_t wall = 0;
        Vec3d anchor;
    };
    static constexpr std::uint16_t none = 0xffff;

    std::vector<Body> bodies_;
    std::vector<std::uint16_t> row_of_wall_;
    std::vector<Held> held_;
    std::vector<std::uint16_t> holder_;  ///< of each point of the cloth; empty if bodies hold none
    const ObstacleShapes* shapes_ = nullptr;
    std::size_t cloth_points_ = 0;
};

}  // namespace talus::cloth
