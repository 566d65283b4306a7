#pragma once
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "talus/environment/sources/layers.h"
#include "talus/math/vec.h"

/// The water of a scene file: plain structs that do not change during a run.
namespace talus::water {

/// How the pressure is found.
enum class Solver {
    Dfsph,   ///< incompressible: solves for pressures that remove compression
    Wcsph,   ///< weakly compressible: an equation of state with a speed of sound
    Mueller  ///< the equation of state of Mueller, Charypar, Gross (2003), for reproducing papers
};

enum class Kernel { CubicSpline, WendlandC2 };

/// The liquid and how it is computed.
struct Water {
    double spacing = 0.02;  ///< of particles at rest [m], > 0; Mueller: follows from the mass
    double density = 1000;  ///< at rest [kg/m^3], > 0
    Solver solver = Solver::Dfsph;
    std::string preset = "none";  ///< "none", or "thesis", "lab": values of a paper (check.cpp)
    Kernel kernel = Kernel::CubicSpline;
    double support = 2;  ///< of the kernel, in spacings

    double viscosity = 1e-3;          ///< dynamic [Pa s], >= 0
    double artificial_viscosity = 0;  ///< alpha of Monaghan (1992), >= 0
    double noise_damping = 1;         ///< Dfsph: beta of Monaghan (1992), >= 0
    double xsph = 0;  ///< share of the neighbours' velocity that a particle takes in a step, 0 to 1
    double surface_tension = 0;         ///< [N/m], >= 0
    std::optional<double> wall_slip{};  ///< 0: water sticks to walls; 1: it slips; absent: 0

    double density_error = 1e-3;   ///< Dfsph: accepted mean compression, as a share of the density
    double velocity_error = 1e-4;  ///< Dfsph: accepted mean rate of compression times the step
    int max_iterations = 200;      ///< Dfsph: of each solve

    std::optional<double> sound_speed{};  ///< Wcsph [m/s]; absent: ten times the expected maximum speed
    double density_diffusion = 0.1;       ///< Wcsph: delta of Molteni and Colagrossi (2009), >= 0

    double gas_stiffness = 3;      ///< Mueller: k in p = k (rho - rho_0) [J/kg]
    double particle_mass = 0.02;   ///< Mueller [kg]
    double smoothing = 0.0457;     ///< Mueller: support of all kernels [m]
    double tension_threshold = 7;  ///< Mueller: l, minimum colour gradient at a surface [1/m]
    double restitution = 0;        ///< c_R of contact with walls and ground, 0 to 1

    double cfl = 0.4;                  ///< share of a spacing that the fastest particle may move in a step
    std::optional<double> dt{};        ///< fixed maximum of the time step [s]; absent: by cfl
    std::optional<double> speed{};     ///< expected maximum [m/s]; absent: from the scene
    std::int64_t limit = 100'000'000;  ///< maximum number of particles; the run stops above it

    std::string drawn = "surface";   ///< "surface", "spheres"
    std::string look = "water";      ///< of the surface: "water", "clear", "milk", "honey", "mud", "mercury"
    Vec3d colour{0.13, 0.42, 0.52};  ///< of spheres, sRGB
};

struct Lake;
struct Streams;

/// Water at the start: a region filled with particles.
struct Block : environment::Region {
    Block() { shape = Shape::Box; }

    std::string name;
    Vec3d velocity;            ///< [m/s]
    bool above_ground = true;  ///< no particles in walls, bodies or the ground
    // Shape::Elsewhere is a lake: the ground determines its extent.
    std::vector<double> at{0, 0};        ///< x and y of a point in it [m]
    double level = 0;                    ///< height of its surface [m]
    std::shared_ptr<const Lake> lake{};  ///< set by findLakes() (sources/lake.h)

    bool isLake() const { return shape == Shape::Elsewhere; }
};

/// The bounds of a block; for a lake those of its hollow.
geometry::Box boundsOf(const Block& block);

/// Maximum speed of an inflow [m/s]: a choice, some fifth of the speed of sound of water.
inline constexpr double fastest_inflow = 300;

/// Water that flows in through a disc or a rectangle.
struct Inflow : environment::Layered {
    std::string name;
    std::optional<double> discharge{};  ///< instead of the rate [m^3/s], > 0
};

/// Rain on a rectangle in x and y. The rates of its schedule are depths of water over time [m/s], and its
/// amounts metres of water.
struct Rain : environment::Schedule {
    Rain() { rate = 0; }

    std::string name;
    std::vector<double> min{0, 0}, max{1, 1};  ///< corners in x and y [m]
    double height = 0;                         ///< height from which it falls, at rest [m]
    /// If present, rain comes down where at least this area of land drains to [m^2], > 0, from `height` above
    /// the ground; if absent, where it rains.
    std::optional<double> gather{};
    std::shared_ptr<const Streams> streams{};  ///< set by findStreams() (sources/streams.h)
};

/// Everything about water in a scene.
struct Part {
    std::optional<Water> water;
    std::vector<Block> blocks;
    std::vector<Inflow> inflows;
    std::vector<Rain> rains;
};

/// @param scene holds a Part
template <class Scene>
auto& in(Scene& scene) {
    return scene.template of<Part>();
}

}  // namespace talus::water
