#pragma once
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "talus/environment/air/flow.h"
#include "talus/environment/sources/region.h"
#include "talus/environment/sources/schedule.h"
#include "talus/math/vec.h"

/// Settings of a scene for particle systems. Nothing here changes during a run.
namespace talus::particles {

/// A random quantity of each particle: uniform between mean (1 - spread) and mean (1 + spread).
struct Drawn {
    double mean = 0;
    double spread = 0;  ///< 0 to 1
};

/// Makes particles: its region, its schedule [1/s], and the properties of particles. Shape Elsewhere:
/// particles where grains hit (couple/dust/).
struct Emitter : environment::Region, environment::Schedule {
    Emitter() { rate = 1000; }

    /// Along: in `direction`. Normal: out of the shape (environment::RegionPoint), or from the centre of a
    /// grain.
    enum class Flow { Along, Normal };

    std::string name;
    double per_joule = 1000;  ///< Elsewhere: particles per work of contact forces on grains [1/J], >= 0
    double carried = 0.2;     ///< Elsewhere: share of the grain's velocity that is added, 0 to 1

    Flow flow = Flow::Along;
    double cone = 0;                   ///< maximum angle to the direction of the flow [rad], 0 to pi
    Drawn speed{1, 0};                 ///< [m/s]
    Vec3d velocity;                    ///< added to that of every particle [m/s]
    std::optional<double> lifetime{};  ///< mean [s], > 0; none: infinite
    double lifetime_spread = 0;        ///< as Drawn::spread, below 1
    Drawn mass{1e-6, 0};               ///< [kg], > 0
    Drawn radius_of{0.001, 0};         ///< [m], >= 0
    Drawn temperature{293, 0};         ///< [K]
    Vec3d colour{1, 1, 1};             ///< sRGB, each 0 to 1
    double colour_spread = 0;          ///< maximum deviation of brightness, as a share, 0 to 1
    std::string wall{};                ///< name of a wall or body with which it moves; empty: none
    std::string system{};              ///< name of its particle system
};

using environment::Turbulence;
using environment::Wind;

/// Air that rotates about an axis, for one particle system.
struct Vortex : environment::Vortex {
    std::string system{};  ///< name of its particle system
};

/// Attraction to a point: acceleration strength d / (|d|^2 + softening^2)^(3/2), d to the point.
struct Attractor {
    Vec3d point;              ///< [m]
    double strength = 1;      ///< [m^3/s^2]; below 0: repulsion
    double softening = 0.05;  ///< [m], > 0
    std::string system{};     ///< name of its particle system
};

/// Buoyancy of warm particles: acceleration -expansion (T - ambient) g. T - ambient decays with the time
/// constant `cooling`.
struct Buoyancy {
    bool on = false;
    double expansion = 3.4e-3;        ///< of the air, 1 / T_ambient for an ideal gas [1/K], >= 0
    double ambient = 293;             ///< [K]
    std::optional<double> cooling{};  ///< [s], > 0; none: they keep their temperature
};

/// Drag relative to the air: -linear u - quadratic u |u|.
struct Drag {
    double linear = 0;     ///< [N s/m], >= 0
    double quadratic = 0;  ///< [N s^2/m^2], >= 0
};

/// Force between two particles along the line of their centres, where these are nearer than
/// size (r_i + r_j) + range. A spring repels below the rest length size (r_i + r_j), cohesion attracts beyond
/// it, and a dashpot acts at all these distances.
struct PairForce {
    double size = 1;       ///< rest length over the sum of the radii, > 0
    double stiffness = 0;  ///< of the spring [N/m], >= 0
    double cohesion = 0;   ///< maximum attraction, in the middle of the range [N], >= 0
    double range = 0;      ///< of cohesion beyond the rest length [m], >= 0
    double damping = 0;    ///< of the dashpot [N s/m], >= 0
};

/// How particles bounce off walls and ground.
struct Bounce {
    std::string material;      ///< of walls and ground; empty: all that no other entry names
    double restitution = 0.5;  ///< 0 to 1
    double friction = 0.3;     ///< >= 0
    std::string system{};      ///< name of its particle system
};

enum class Integrator { SemiImplicitEuler, VelocityVerlet, LeapFrog, RungeKutta4 };

/// Appearance of particles over their lifetime: keyframes at shares of it, linear in between. Empty lists
/// mean a constant 1; for the colour, that of the emitter.
struct Appearance {
    enum class Kind { Points, Spheres, Sprites };
    std::vector<double> size_at{}, size{};        ///< multiplies the radius, >= 0
    std::vector<double> opacity_at{}, opacity{};  ///< 0 to 1
    std::vector<double> colour_at{};              ///< multiplies the emitter's colour
    std::vector<Vec3d> colour{};
    double glow = 0;     ///< brightness of emitted light, 1: white paper in the sun, >= 0; 0: they are lit
    double texture = 1;  ///< of sprites: 0 smooth and round, 1 billows and wisps
    double streak = 0;   ///< drawn as a line along the path within this time [s], >= 0
};

/// One particle system: its own particles, its own list of stages.
struct System {
    std::string name;
    /// Names of stages (pipeline.h), in order; empty: all that the settings need, in the default order.
    std::vector<std::string> stages{};
    Integrator integrator = Integrator::SemiImplicitEuler;
    std::optional<double> dt{};        ///< maximum time step [s]; none: by needsOf()
    std::uint64_t limit = 10'000'000;  ///< maximum number of particles at a time
    std::vector<Emitter> emitters{};
    double gravity = 1;  ///< share of the scene's gravity that acts on them
    std::vector<Attractor> attractors{};
    Buoyancy buoyancy{};
    Wind wind{};
    std::vector<Vortex> vortices{};
    Turbulence turbulence{};
    Drag drag{};
    PairForce pairs{};
    bool interact = false;  ///< whether `pairs` acts
    bool contact = true;    ///< whether walls and ground stop them
    std::vector<Bounce> bounces{};
    Appearance::Kind drawn = Appearance::Kind::Spheres;
    Appearance appearance{};
};

}  // namespace talus::particles
