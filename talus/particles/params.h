#pragma once
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "talus/environment/sources/region.h"
#include "talus/environment/sources/schedule.h"
#include "talus/math/vec.h"

/// What a scene says of its particle systems: plain structs, nothing of which changes during a run.
namespace talus::particles {

/// A quantity that each particle draws for itself: evenly in mean (1 - spread) to mean (1 + spread).
struct Drawn {
    double mean = 0;
    double spread = 0;  ///< 0 to 1
};

/// Where particles appear, when how many of them [1/s], and how. Shape Elsewhere: where grains hit, as
/// couple/dust/ makes them.
struct Emitter : environment::Region, environment::Schedule {
    Emitter() { rate = 1000; }

    /// Along: in `direction`. Normal: out of the shape (environment::RegionPoint), or from the centre of a grain.
    enum class Flow { Along, Normal };

    std::string name;
    double per_joule = 1000;  ///< Elsewhere: particles for the work of contact forces on grains [1/J], >= 0
    double carried = 0.2;     ///< Elsewhere: share of the grain's velocity that they have besides, 0 to 1

    Flow flow = Flow::Along;
    double cone = 0;                   ///< half of the angle within which the flow spreads [rad], 0 to pi
    Drawn speed{1, 0};                 ///< [m/s]
    Vec3d velocity;                    ///< of the emitter: every particle has it besides [m/s]
    std::optional<double> lifetime{};  ///< mean [s], > 0; none: until a sink takes it
    double lifetime_spread = 0;        ///< as Drawn::spread, below 1
    Drawn mass{1e-6, 0};               ///< [kg], > 0
    Drawn radius_of{0.001, 0};         ///< [m], >= 0
    Drawn temperature{293, 0};         ///< [K]
    Vec3d colour{1, 1, 1};             ///< sRGB, each 0 to 1
    double colour_spread = 0;          ///< of brightness, share, 0 to 1
    std::string wall{};                ///< it goes where this wall or body goes, by name; empty: it stays
    std::string system{};              ///< that it belongs to, by name
};

/// Air that blows everywhere with one velocity, which gusts change. Air acts on particles by drag alone.
struct Wind {
    Vec3d velocity;        ///< mean [m/s]
    double gusts = 0;      ///< standard deviation of the strength, share of the mean, >= 0
    double gust_time = 2;  ///< over which it changes [s], > 0
};

/// Air that turns about an axis: the vortex of Lamb and Oseen, v = Gamma / (2 pi r) (1 - exp(-r^2 / c^2)).
struct Vortex {
    Vec3d point;             ///< of the axis [m]
    Vec3d axis{0, 0, 1};     ///< of any length
    double circulation = 1;  ///< Gamma [m^2/s]
    double core = 0.1;       ///< c [m], > 0
    double updraft = 0;      ///< along the axis, in its middle; exp(-r^2 / c^2) of it at r [m/s]
    std::string system{};    ///< that it belongs to, by name
};

/// Air that swirls at random: curl noise, without sources (curl_noise.h).
struct Turbulence {
    double speed = 0;       ///< root of its mean square [m/s], >= 0; 0: none
    double size = 0.5;      ///< of the largest eddies: their wavelength [m], > 0
    double smallest = 0.1;  ///< of the smallest [m], > 0, at most `size`
    double turnover = 1;    ///< time in which the largest change [s], > 0
    Vec3d drift;            ///< velocity of the pattern [m/s]
};

/// Pulls towards a point: acceleration strength d / (|d|^2 + softening^2)^(3/2).
struct Attractor {
    Vec3d point;              ///< [m]
    double strength = 1;      ///< [m^3/s^2]; below 0 it pushes
    double softening = 0.05;  ///< [m], > 0
    std::string system{};     ///< that it belongs to, by name
};

/// Warm particles rise: acceleration -expansion (T - ambient) g, and T -> ambient in the time `cooling`.
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

/// Between two particles whose centres are nearer than size (r_i + r_j) + range, along the line that joins
/// them: a spring, and a dashpot that acts within the whole range.
struct PairForce {
    double size = 1;       ///< share of the sum of the radii at which the spring has no force, > 0
    double stiffness = 0;  ///< where they are nearer than that [N/m], >= 0
    double cohesion = 0;   ///< largest pull, in the middle of the range [N], >= 0
    double range = 0;      ///< beyond that place [m], >= 0
    double damping = 0;    ///< of the dashpot [N s/m], >= 0
};

/// How particles bounce off walls and ground.
struct Bounce {
    std::string material;      ///< of the walls; empty: all that no other names
    double restitution = 0.5;  ///< 0 to 1
    double friction = 0.3;     ///< >= 0
    std::string system{};      ///< that it belongs to, by name
};

enum class Integrator { SemiImplicitEuler, VelocityVerlet, LeapFrog, RungeKutta4 };

/// How particles look over their life: keys at shares of it, linear in between. Empty lists: 1 throughout;
/// of the colour: the emitter's.
struct Appearance {
    enum class Kind { Points, Spheres, Sprites };
    std::vector<double> size_at{}, size{};        ///< multiplies the radius, >= 0
    std::vector<double> opacity_at{}, opacity{};  ///< 0 to 1
    std::vector<double> colour_at{};              ///< multiplies the emitter's colour
    std::vector<Vec3d> colour{};
    double glow = 0;     ///< of light of their own, 1 is as white paper in the sun, >= 0; 0: they are lit
    double texture = 1;  ///< of sprites: 0 smooth and round, 1 billows and wisps
    double streak = 0;   ///< length drawn along the velocity: the way within this time [s], >= 0
};

/// One particle system: its own particles, its own list of stages.
struct System {
    std::string name;
    /// In this order, as names of pipeline.h; empty: all that the settings call for, in the usual order.
    std::vector<std::string> stages{};
    Integrator integrator = Integrator::SemiImplicitEuler;
    std::optional<double> dt{};        ///< longest step [s]; none: as longestStep() says
    std::uint64_t limit = 10'000'000;  ///< particles at a time, at most
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
