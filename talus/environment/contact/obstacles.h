#pragma once
#include <optional>
#include <vector>

#include "talus/environment/contact/bounce.h"
#include "talus/environment/contact/first_hit.h"
#include "talus/environment/walls.h"
#include "talus/geometry/ground_surface.h"
#include "talus/geometry/volume/volume_surface.h"

namespace talus::environment {

/// How what stops particles does it.
struct Surfaces {
    std::vector<Surface> walls;  ///< one each
    Surface ground;
};

/// What is given to a wall, or to the ground.
struct Load {
    Vec3d impulse;          ///< [N s]
    Vec3d angular_impulse;  ///< about the wall's reference point, of the ground about the origin [N m s]
};
struct Loads {
    std::vector<Load> walls;  ///< one each
    Load ground;
};

/// A round thing on its way through a step: a particle, a drop.
struct Traveller {
    Vec3d place;        ///< at the start of the step [m]
    Vec3d target;       ///< at its end, if nothing is in the way [m]
    Vec3d velocity;     ///< [m/s]
    double radius = 0;  ///< [m]
    double mass = 0;    ///< [kg]
};

/// Each wall's faces, with balls around them; made once.
struct FaceBounds {
    explicit FaceBounds(const Walls& walls);
    std::vector<FaceBound> of;  ///< as Walls::faces(); of meshes not filled
};

/// All that stops particles within one step: walls from where they were to where they go, and the ground.
class Obstacles {
  public:
    /// A particle is kept no nearer to a wall than this, if it has no size [m]: so that no round-off puts it
    /// on the other side of one that is thin.
    static constexpr double smallest_reach = 1e-6;

    /// @param begin, end the walls at the start and at the end of the step
    /// @param ground, volume null: there is none
    Obstacles(const Surfaces& surfaces, const FaceBounds& bounds, const WallsAt& begin, const WallsAt& end,
              const geometry::GroundSurface* ground, const geometry::VolumeSurface* volume = nullptr);

    /// What moving walls a traveller has met so far; kept by the caller, so that it allocates once.
    struct Scratch {
        std::vector<Vec3d> local;  ///< where the traveller is in the frame of each wall that moves
    };

    /// Takes the particle along its way, bouncing where it meets something: on return it is at `place`. What
    /// is left of the way after `most_bounces` is given up, so that nothing ever gets through.
    /// @param dt [s] @param loads what it gave is added
    void travel(Traveller& t, double dt, Scratch& scratch, Loads& loads) const;

    /// The last place on the way that touches nothing: for what just appears.
    Vec3d lastFreePosition(const Vec3d& from, const Vec3d& to, double radius, Scratch& scratch) const;

    static constexpr int most_bounces = 8;

  private:
    struct Hit {
        double share = 0;
        Vec3d normal;  ///< of the wall's own frame at the step's end, turned to the scene's
        bool on_ground = false;
        std::uint32_t wall = 0;  ///< of what is not on the ground
        std::uint32_t face = 0;
        Vec3d local_way;  ///< of a wall that moves: the way in its frame, turned to the scene's
    };
    static constexpr std::uint32_t no_face = 0xffffffffu;
    std::optional<Hit> first(const Vec3d& from, const Vec3d& to, double reach, const Scratch& scratch,
                             std::uint32_t but_for = no_face) const;
    void enter(const Vec3d& place, Scratch& scratch) const;
    void goOn(Traveller& t, const Vec3d& target, double share, Scratch& scratch) const;
    Vec3d velocityOf(const Hit& hit, const Vec3d& way, double time) const;
    void exchange(const Hit& hit, Traveller& t, double reach, const Vec3d& wall_velocity,
                  const Surface& surface, Loads& loads) const;
    void give(const Hit& hit, const Vec3d& impulse, const Vec3d& point, Loads& loads) const;
    const Surface& surfaceOf(const Hit& hit) const {
        return hit.on_ground ? surfaces_.ground : surfaces_.walls[hit.wall];
    }
    void pushOut(Vec3d& place, double reach, Scratch& scratch) const;
    void slideAlong(const Vec3d& fold, const Hit& hit, Traveller& t, double reach, double left_time,
                    Scratch& scratch, Loads& loads) const;
    Vec3d slide(const Hit& hit, Traveller& t, double reach, double left_time, Load& load) const;
    void slideWith(Hit hit, Traveller& t, double reach, double left_time, Scratch& scratch,
                   Loads& loads) const;
    template <class Take>
    void forNear(std::uint32_t wall, const Vec3d& from, const Vec3d& to, double reach, Take take) const;

    const Surfaces& surfaces_;
    const FaceBounds& bounds_;
    const WallsAt &begin_, &end_;
    const geometry::GroundSurface* ground_;
    const geometry::VolumeSurface* volume_;
};

}  // namespace talus::environment
