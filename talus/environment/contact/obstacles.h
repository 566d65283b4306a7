#pragma once
#include <optional>
#include <vector>

#include "talus/environment/contact/bounce.h"
#include "talus/environment/contact/first_hit.h"
#include "talus/environment/walls.h"
#include "talus/geometry/ground_surface.h"
#include "talus/geometry/volume/volume_surface.h"

namespace talus::environment {

/// How particles bounce off walls and ground.
struct Surfaces {
    std::vector<Surface> walls;  ///< of each wall
    Surface ground;
};

/// Sum of the impulses of particles on a wall, or on the ground.
struct Load {
    Vec3d impulse;          ///< [N s]
    Vec3d angular_impulse;  ///< about the wall's reference point; for the ground about the origin [N m s]
};
struct Loads {
    std::vector<Load> walls;  ///< of each wall
    Load ground;
    std::vector<FaceImpulse> on_faces{};  ///< each impulse on a wall that deforms
};

/// A particle that moves past obstacles during one step.
struct Traveller {
    Vec3d position;  ///< position of the centre: first at the start of the step, then where it has got to [m]
    Vec3d target;    ///< position at the end of the step if nothing is hit [m]
    Vec3d velocity;  ///< [m/s]
    double radius = 0;    ///< [m]
    double mass = 0;      ///< [kg]
    Vec3d residual = {};  ///< velocity that does not move it; taken by what stops it [m/s]
};

/// Bounding volumes of all faces; made once.
struct FaceBounds {
    explicit FaceBounds(const Walls& walls);
    std::vector<FaceBound> of;  ///< indexed as Walls::faces(); not set for faces of meshes
};

/// All obstacles of one step: walls, from their poses at its start to those at its end, and the ground.
/// Collisions are resolved one after another: the particle moves straight to the first hit, bounces
/// (bounce.h), and goes on for the rest of the step.
class Obstacles {
  public:
    /// Smallest distance of a particle without size from a wall [m]. It keeps round-off from moving the
    /// particle to the other side of a thin wall.
    static constexpr double smallest_reach = 1e-6;

    /// @param begin, end the walls at the start and at the end of the step
    /// @param ground, volume null: none
    Obstacles(const Surfaces& surfaces, const FaceBounds& bounds, const WallsAt& begin, const WallsAt& end,
              const geometry::GroundSurface* ground, const geometry::VolumeSurface* volume = nullptr);

    /// Scratch of a traveller; kept by the caller, so that it allocates once.
    struct Scratch {
        std::vector<Vec3d> local;  ///< position of the traveller in the frame of each moving wall
    };

    /// Moves the particle along its path to the end of the step, with a bounce at each hit. On return it is
    /// at `position`. After `max_bounces` it slides or stops, so that nothing ever gets through a wall.
    /// @param dt [s] @param loads the particle's impulses on walls and ground are added to these
    void travel(Traveller& t, double dt, Scratch& scratch, Loads& loads) const;

    /// The last position on the path from `from` to `to` that touches nothing: for particles that just
    /// appear.
    Vec3d lastFreePosition(const Vec3d& from, const Vec3d& to, double radius, Scratch& scratch) const;

    static constexpr int max_bounces = 8;

  private:
    struct Hit {
        double share = 0;  ///< share of the path before the hit
        Vec3d normal;      ///< in the scene's frame, by the wall's pose at the end of the step
        bool on_ground = false;
        std::uint32_t wall = 0;  ///< if not on the ground
        std::uint32_t face = 0;  ///< if not on the ground
        Vec3d local_path;        ///< of a moving wall: the path in its frame, turned to the scene's
    };
    static constexpr std::uint32_t no_face = 0xffffffffu;
    std::optional<Hit> first(const Vec3d& from, const Vec3d& to, double reach, const Scratch& scratch,
                             std::uint32_t excluded_face = no_face) const;
    void setLocal(const Vec3d& position, Scratch& scratch) const;
    void advance(Traveller& t, const Vec3d& target, double share, Scratch& scratch) const;
    Vec3d velocityOf(const Hit& hit, const Vec3d& position, const Vec3d& path, double time) const;
    void exchange(const Hit& hit, Traveller& t, double reach, const Vec3d& wall_velocity,
                  const Surface& surface, Loads& loads) const;
    void addReaction(const Hit& hit, const Vec3d& impulse, const Vec3d& point, Loads& loads) const;
    const Surface& surfaceOf(const Hit& hit) const {
        return hit.on_ground ? surfaces_.ground : surfaces_.walls[hit.wall];
    }
    void pushOut(Vec3d& position, double reach, Scratch& scratch) const;
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
