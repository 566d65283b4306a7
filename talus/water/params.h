#pragma once
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "talus/environment/sources/region.h"
#include "talus/environment/sources/schedule.h"
#include "talus/math/vec.h"

/// What a scene says of its water: plain structs, nothing of which changes during a run.
namespace talus::water {

/// How the pressure comes about.
enum class Solver {
    Dfsph,   ///< no compression: densities and velocities are corrected until they say so
    Wcsph,   ///< weak compression: an equation of state, and a speed of sound
    Mueller  ///< the equation of state of Mueller, Charypar, Gross (2003), for reproducing papers
};

enum class Kernel { CubicSpline, WendlandC2 };

/// The liquid and how it is computed.
struct Water {
    double spacing = 0.02;  ///< of particles at rest [m], > 0; Mueller: follows from the mass
    double density = 1000;  ///< at rest [kg/m^3], > 0
    Solver solver = Solver::Dfsph;
    std::string preset = "none";  ///< "thesis", "lab": a paper's numbers (presets.h)
    Kernel kernel = Kernel::CubicSpline;
    double support = 2;  ///< of the kernel, in spacings

    double viscosity = 1e-3;          ///< dynamic [Pa s], >= 0
    double artificial_viscosity = 0;  ///< alpha of Monaghan (1992), >= 0
    double noise_damping = 1;         ///< Dfsph: beta of Monaghan (1992), >= 0
    double xsph = 0;                  ///< share of the neighbours' velocity that is mixed in, 0 to 1
    double surface_tension = 0;       ///< [N/m], >= 0
    std::optional<double>
        wall_slip{};  ///< 0: water sticks to walls; 1: it slips; absent: 0 where it is viscous

    double density_error = 1e-3;   ///< Dfsph: mean compression that is left, share of the density
    double velocity_error = 1e-4;  ///< Dfsph: mean rate of compression that is left, times the step
    int max_iterations = 200;      ///< Dfsph: of each solve

    std::optional<double> sound_speed{};  ///< Wcsph [m/s]; absent: ten times the speed that is expected
    double density_diffusion = 0.1;       ///< Wcsph: delta of Molteni and Colagrossi (2009), >= 0

    double gas_stiffness = 3;      ///< Mueller: k in p = k (rho - rho_0) [J/kg]
    double particle_mass = 0.02;   ///< Mueller [kg]
    double smoothing = 0.0457;     ///< Mueller: support of all kernels [m]
    double tension_threshold = 7;  ///< Mueller: l, the length of the colour field's gradient [1/m]
    double restitution = 0;        ///< c_R of contact with walls and ground, 0 to 1

    double cfl = 0.4;                  ///< share of a spacing that the fastest particle may go in a step
    std::optional<double> dt{};        ///< [s]: fixed step; absent: by cfl
    std::optional<double> speed{};     ///< [m/s] that is expected at most; absent: from the scene
    std::int64_t limit = 100'000'000;  ///< the run stops at more particles

    std::string drawn = "surface";   ///< "surface", "spheres"
    std::string look = "water";      ///< of the surface: "water", "clear", "milk", "honey", "mud"
    Vec3d colour{0.13, 0.42, 0.52};  ///< of spheres, sRGB
};

struct Lake;
struct Streams;

/// Water that is there at the start: a solid region, filled with particles.
struct Block : environment::Region {
    Block() { shape = Shape::Box; }

    std::string name;
    Vec3d velocity;            ///< [m/s]
    bool above_ground = true;  ///< particles that would be in walls or in the ground are left out
    // Elsewhere: a lake, whose place the ground says.
    std::vector<double> at{0, 0};        ///< a point in the plan that it holds [m]
    double level = 0;                    ///< height of its surface [m]
    std::shared_ptr<const Lake> lake{};  ///< found (sources/lake.h)

    bool isLake() const { return shape == Shape::Elsewhere; }
};

/// Of a lake, those of the hollow that holds it.
geometry::Box boundsOf(const Block& block);

/// Faster than this water is no liquid [m/s]: a choice, some fifth of its speed of sound.
inline constexpr double fastest_inflow = 300;

/// Water that flows in through a disc or a rectangle. Its schedule counts metres of water that have come
/// through: its rates are speeds [m/s].
struct Inflow : environment::Region, environment::Schedule {
    Inflow() { direction = {0, 0, -1}; }

    std::string name;
    std::optional<double> volume{};     ///< [m^3] after which it ends
    std::optional<double> discharge{};  ///< [m^3/s], > 0, in place of the rate
};

/// Rain on a rectangle in the plan. Its schedule counts metres of water that have come down: its rates are
/// those of rain [m/s].
struct Rain : environment::Schedule {
    Rain() { rate = 0; }

    std::string name;
    std::vector<double> min{0, 0}, max{1, 1};  ///< corners in x and y [m]
    double height = 0;                         ///< from which it falls, at rest [m]
    /// So much land must drain to a place for its rain to be a stream, which begins there [m^2], > 0, and
    /// comes down from `height` above the ground; absent: it falls where it rains.
    std::optional<double> gather{};
    std::shared_ptr<const Streams> streams{};  ///< found (sources/streams.h)
};

/// All that a scene says of it.
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
