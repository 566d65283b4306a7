#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "talus/environment/sources/layers.h"
#include "talus/math/vec.h"

/// Sand as a continuum, as a scene file describes it: plain structs that do not change during a run.
namespace talus::sand {

/// How the stress of the sand is found. All have the same material, sources and boundaries.
enum class Solver {
    Mpm,         ///< elastic and plastic: the material point method, explicit
    Narain,      ///< rigid and plastic: pressure and friction that minimise the kinetic energy
    ZhuBridson,  ///< incompressible, with rigid clusters: for reproducing the paper
    Grains       ///< no continuum: the scene is computed with grains in its place (couple/sand_as_grains/)
};

/// The sand and how it is computed.
struct Sand {
    Solver solver = Solver::Mpm;
    std::string material;  ///< of its grains; density, friction and colour follow from it
    double cell = 0.02;    ///< side of a cell of the grid [m], > 0

    std::optional<double> density{};         ///< of the bulk [kg/m^3], > 0; absent: from the material
    std::optional<double> friction_angle{};  ///< [rad], >= 0; absent: from the material
    std::optional<double> cohesion{};        ///< shear strength without pressure [Pa], >= 0; absent: likewise
    std::optional<double> wall_friction{};   ///< of all walls, >= 0; absent: from the materials

    /// Mpm: the friction angle at very fast shear [rad], above friction_angle; absent: friction does not
    /// depend on the rate of shear. It needs grain_radius.
    std::optional<double> flowing_friction_angle{};
    /// Mpm: the inertial number at which friction is halfway. Glass beads: Jop, Forterre, Pouliquen 2006.
    double inertial_number = 0.279;

    std::optional<double> stiffness{};  ///< Mpm: Young's modulus [Pa], > 0; absent: from `compression`
    double compression = 0.01;          ///< Mpm: accepted compression by the largest pressure expected
    double poisson_ratio = 0.3;         ///< Mpm: >= 0, < 0.5
    double damping = 0;                 ///< Mpm: maximum damping ratio of compression (mpm/relaxation.h)
    std::string transfer = "aflip";  ///< Mpm: "apic" or "aflip", how particles take velocities from the grid

    /// Narain and ZhuBridson: "unilateral", sand cannot become denser; "equal", nor looser either; "auto": as
    /// the paper of each, unilateral for Narain.
    std::string pressure = "auto";

    double cfl = 0.4;                  ///< share of a cell that sound and sand together cross in a step
    std::optional<double> dt{};        ///< fixed maximum of the time step [s]; absent: by cfl
    std::optional<double> speed{};     ///< expected maximum [m/s]; absent: from the scene
    std::int64_t limit = 100'000'000;  ///< maximum number of particles; the run stops above it

    /// [m], > 0; for Grains and flowing_friction_angle; absent: as many grains as particles
    std::optional<double> grain_radius{};

    std::string drawn = "grains";  ///< "grains" or "particles"
};

/// Particles along each side of a cell: eight in a cell. Fewer let sand break apart where it is stretched.
inline constexpr int particles_along_cell = 2;
/// In a cell: the mass of a node in dense sand, in masses of a particle.
inline constexpr int particles_in_cell = particles_along_cell * particles_along_cell * particles_along_cell;

/// Sand at the start: a region filled with particles.
struct Block : environment::Region {
    Block() { shape = Shape::Box; }

    std::string name;
    Vec3d velocity;                 ///< [m/s]
    bool only_free = true;          ///< no particles in walls, bodies or the ground
    std::optional<double> depth{};  ///< only where it is at most this high above the ground [m]
    std::vector<double> colour{};   ///< sRGB; empty: that of the material
};

/// Sand that pours in through a disc or a rectangle. The rates of its schedule are speeds [m/s], and its
/// amounts metres of sand.
struct Spout : environment::Layered {
    std::string name;
    std::vector<double> colour{};  ///< sRGB; empty: that of the material
};

/// Everything about continuum sand in a scene.
struct Part {
    std::optional<Sand> sand;
    std::vector<Block> blocks;
    std::vector<Spout> spouts;
};

/// @param scene holds a Part
template <class Scene>
auto& in(Scene& scene) {
    return scene.template of<Part>();
}

}  // namespace talus::sand
