#pragma once
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "talus/environment/sources/region.h"
#include "talus/environment/sources/schedule.h"
#include "talus/grains/sources/sizes.h"
#include "talus/math/vec.h"

namespace talus::grains {

struct LawRow;
struct GrainRow;  // sources/grain_file.h

/// The law of a contact: a row of a list of laws (law/laws.h).
class Law {
  public:
    Law();                  ///< the first of the built-in laws
    Law(const char* word);  ///< a built-in law by the word of scene files: "linear"
    explicit constexpr Law(const LawRow& row) : row_(&row) {}

    const LawRow& operator*() const { return *row_; }
    const LawRow* operator->() const { return row_; }
    friend bool operator==(const Law& a, const Law& b) { return a.same(b); }

  private:
    bool same(const Law& other) const;  ///< by name

    const LawRow* row_;
};
/// What the Coulomb limit mu F_n holds: the spring alone (the thesis: the viscous part comes on top), or
/// spring and dashpot together (as LAMMPS' linear_history does).
enum class Cap { Spring, Total };
enum class Rolling { None, Constant, Spring };
enum class Cohesion { None, Constant, Dmt, Jkr, Capillary };
enum class Integrator { VelocityVerlet, LeapFrog, SemiImplicitEuler, PositionVerlet };
enum class Search { Sorted, Hash };
/// Mixed: positions, velocities and sums over time in double; what happens within one contact, and the sums
/// of a grain's forces, in single.
enum class Precision { Double, Mixed };

/// [[contact]] tables that a scene may have.
inline constexpr std::size_t max_contacts = 4096;

/// How two materials touch. Which members count depends on the law, and on the kinds of rolling resistance
/// and cohesion. Defaults are of the size that suits sand of 2 mm, of no material that was measured, but for
/// the surface tension, which is water's.
struct Contact {
    std::string first;             ///< material name
    std::string second;            ///< material name, may be the same
    Law law;                       ///< lee-herrmann where nothing is said
    double stiffness = 5e4;        ///< lee-herrmann, bell: [N/m^1.5]; linear, hooke, bell-linear: [N/m]; > 0
    bool auto_stiffness = false;   ///< not yet chosen: a scene that was read has none of these
    double shear_stiffness = 300;  ///< of the shear spring [N/m], >= 0; not hertz-mindlin
    double normal_damping = 1000;  ///< lee-herrmann, hooke: gamma_n [1/s]; bell: k_d [N s/m^1.5];
                                   ///< bell-linear: [N s/m]
    double shear_damping = 500;    ///< lee-herrmann, hooke: gamma_s [1/s]; bell, lennard-jones: k_t [N s/m];
                                   ///< >= 0
    bool shear_dashpot = true;     ///< linear, hertz-mindlin: whether the shear spring has a dashpot
    double restitution = 0.5;      ///< linear, hertz-mindlin: e, 0 < e <= 1
    std::optional<double> contact_time;  ///< bell: stiffness and damping from e and this time [s]
    double impact_speed = 1;             ///< bell: the speed at which they hold [m/s], > 0
    double friction = 0.5;               ///< mu, >= 0
    Cap cap = Cap::Total;
    bool adhesionless = true;  ///< F_n >= 0: no pull while the grains part

    // hertz-mindlin; the second body's are the first's where absent
    double young = 1e7;                    ///< E [Pa], > 0
    double poisson = 0.25;                 ///< nu, -1 < nu <= 0.5
    std::optional<double> young_second;    ///< [Pa]
    std::optional<double> poisson_second;  ///< -1 < nu <= 0.5
    double mindlin_factor = 1;             ///< k_t is this times 8 G* a, > 0

    // lennard-jones
    double epsilon = 1e-6;  ///< depth of the well [J], > 0
    double sigma = 2e-4;    ///< width of the well [m], > 0
    double cutoff = 5e-4;   ///< gap at which the force ends [m], > 0

    Rolling rolling = Rolling::None;
    double rolling_friction = 0.1;   ///< mu_r, >= 0
    double twisting_friction = 0;    ///< mu_tw, >= 0
    double rolling_stiffness = 100;  ///< k_r [N/m], > 0; rolling = spring
    double rolling_damping = 0.3;    ///< eta, share of the critical damping, >= 0; rolling = spring

    Cohesion cohesion = Cohesion::None;
    double pull = 1e-4;              ///< constant: the force [N], >= 0
    double range = 0;                ///< constant: up to this gap [m], >= 0
    double surface_energy = 0.05;    ///< dmt, jkr: gamma [J/m^2], >= 0
    double surface_tension = 0.072;  ///< capillary: of the liquid [N/m], >= 0
    double wetting_angle = 0;        ///< capillary: contact angle [rad], 0 to pi/2
    double bridge_volume = 1e-12;    ///< capillary: liquid of one bridge [m^3], > 0

    std::string chosen;  ///< where the stiffness was chosen: what for, a line for people; else empty
};

/// What holds for all grains of a scene.
struct Params {
    bool spin = true;  ///< false: grains do not rotate (the thesis)
    Integrator integrator = Integrator::VelocityVerlet;
    double skin = 0.1;  ///< of the contact list, in mean grain diameters, > 0
    Search search = Search::Sorted;
    Precision precision = Precision::Double;
    bool rest = false;            ///< whether grains that stay in their place are left alone
    double rest_distance = 0.01;  ///< how far they may stray, in radii, > 0
    double rest_window = 0.05;    ///< and for how long they must have stayed [s], > 0
    double dissipation = 0;       ///< position-verlet: share of the motion lost a step, 0 to 1
};

/// Pours grains [1/s] from a disc, a rectangle, a line or a point, never onto a grain that is there.
struct Emitter : Sizes, environment::Region, environment::Schedule {
    Emitter() {
        direction = {0, 0, -1};
        radius = 0.02;
        width = height = 0.04;
        rate = 1000;
        count = 1000;
    }
    std::string name;
    std::string material;
    double speed = 0.5;  ///< along direction [m/s], >= 0
};

/// Fills a box with grains before the run starts.
struct Fill : Sizes, environment::Region {
    Fill() { shape = Shape::Box; }

    enum class Packing { Lattice, Jittered, RandomLoose, RandomDense };
    std::string name;
    std::string material;
    Packing packing = Packing::Jittered;
    std::uint64_t count = 0;       ///< Lattice, Jittered: at most so many, from below; 0: as many as fit;
                                   ///< others: so many; 0: as volume_fraction says
    double spacing = 1.05;         ///< Lattice, Jittered: constant in largest grain diameters, >= 1
    double volume_fraction = 0.3;  ///< random ones: share of the box that grains take, to 0.35 or 0.6
    Vec3d velocity;                ///< [m/s]
};

/// Grains that a file lists, as they lie there before the run starts.
struct Import {
    std::string name;
    std::string material;
    std::string file;            ///< path of a table, a LAMMPS data file or a LAMMPS dump (grain_file.h)
    std::uint64_t type = 0;      ///< of LAMMPS' atom types this one alone; 0: all
    std::int64_t snapshot = -1;  ///< of a dump: counted from 0; below 0 from the last, which is -1
    Vec3d position;              ///< all are displaced by this [m]
    bool at_rest = false;        ///< velocities and spins of the file do not count
    std::shared_ptr<const std::vector<GrainRow>> grains{};  ///< loaded, displaced, stopped
};

/// One grain, placed by hand.
struct Grain {
    std::string material;
    Vec3d position;         ///< [m]
    Vec3d velocity;         ///< [m/s]
    Vec3d spin;             ///< [rad/s]
    double radius = 0.002;  ///< [m], > 0
};

}  // namespace talus::grains
