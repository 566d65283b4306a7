#pragma once
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "talus/environment/sources/region.h"
#include "talus/environment/sources/schedule.h"
#include "talus/grains/clumps/shape_choice.h"
#include "talus/grains/sources/sizes.h"
#include "talus/math/vec.h"

namespace talus::grains {

struct LawRow;
struct GrainRow;  // sources/grain_file.h

/// Reference to a contact law: a row of a list of laws (law/laws.h).
class Law {
  public:
    Law();                  ///< the first of the built-in laws
    Law(const char* word);  ///< a built-in law by its name in scene files, such as "linear"
    explicit constexpr Law(const LawRow& row) : row_(&row) {}

    const LawRow& operator*() const { return *row_; }
    const LawRow* operator->() const { return row_; }
    friend bool operator==(const Law& a, const Law& b) { return a.same(b); }

  private:
    bool same(const Law& other) const;  ///< by name

    const LawRow* row_;
};
/// What the Coulomb limit mu F_n limits: the spring alone (as in the thesis, which adds the viscous part
/// afterwards), or the sum of spring and dashpot (as LAMMPS' linear_history).
enum class Cap { Spring, Total };
enum class Rolling { None, Constant, Spring };
enum class Cohesion { None, Constant, Dmt, Jkr, Capillary };
enum class Integrator { VelocityVerlet, LeapFrog, SemiImplicitEuler, PositionVerlet };
enum class Search { Sorted, Hash };
/// Mixed: positions, velocities and sums over time in double precision; the computation of each contact, and
/// the sums of a grain's forces, in single precision.
enum class Precision { Double, Mixed };

/// Maximum number of [[contact]] tables in a scene.
inline constexpr std::size_t max_contacts = 4096;

/// Parameters of the contact between two materials. Which members are used depends on the law, and on the
/// kinds of rolling resistance and cohesion. The defaults have a magnitude that suits sand of 2 mm; they are
/// not those of a measured material, except the surface tension, which is that of water.
struct Contact {
    std::string first;       ///< material name
    std::string second;      ///< material name, may be the same
    Law law;                 ///< default: lee-herrmann
    double stiffness = 5e4;  ///< lee-herrmann, bell: [N/m^1.5]; linear, hooke, bell-linear: [N/m]; > 0
    bool auto_stiffness =
        false;  ///< the stiffness is still to be chosen; false for every contact of a scene that was read
    double shear_stiffness = 300;  ///< of the tangential spring [N/m], >= 0; not hertz-mindlin
    double normal_damping = 1000;  ///< lee-herrmann, hooke: gamma_n [1/s]; bell: k_d [N s/m^1.5];
                                   ///< bell-linear: [N s/m]
    double shear_damping = 500;    ///< lee-herrmann, hooke: gamma_s [1/s]; bell, lennard-jones: k_t [N s/m];
                                   ///< >= 0
    bool shear_dashpot = true;     ///< linear, hertz-mindlin: whether the tangential spring has a dashpot
    double restitution = 0.5;      ///< linear, hertz-mindlin: e, 0 < e <= 1
    std::optional<double>
        contact_time;         ///< bell: stiffness and damping follow from e and this contact time [s]
    double impact_speed = 1;  ///< bell: impact speed for which e and contact_time hold [m/s], > 0
    double friction = 0.5;    ///< mu, >= 0
    Cap cap = Cap::Total;
    bool adhesionless = true;  ///< F_n >= 0: the contact does not attract while the grains separate

    // hertz-mindlin; where absent, the second body has the values of the first
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
    double range = 0;                ///< constant: the force acts up to this gap [m], >= 0
    double surface_energy = 0.05;    ///< dmt, jkr: gamma [J/m^2], >= 0
    double surface_tension = 0.072;  ///< capillary: of the liquid [N/m], >= 0
    double wetting_angle = 0;        ///< capillary: contact angle [rad], 0 to pi/2
    double bridge_volume = 1e-12;    ///< capillary: liquid of one bridge [m^3], > 0

    std::string chosen;  ///< if the stiffness was chosen: the reason, as a line of text; else empty
};

/// Settings for all grains of a scene.
struct Params {
    bool spin = true;  ///< false: grains do not rotate (the thesis)
    Integrator integrator = Integrator::VelocityVerlet;
    double skin = 0.1;  ///< of the contact list, in mean grain diameters, > 0
    Search search = Search::Sorted;
    Precision precision = Precision::Double;
    bool rest = false;            ///< whether grains at rest are not computed (motion/rest.h)
    double rest_distance = 0.01;  ///< how far a grain at rest may move, in radii, > 0
    double rest_window = 0.05;    ///< how long a grain must have stayed within that distance [s], > 0
    double dissipation = 0;       ///< position-verlet: share of the velocity lost in each step, 0 to 1
};

/// Pours grains [1/s] from a disc, a rectangle, a line or a point. New grains never overlap existing ones.
struct Emitter : Sizes, ShapeChoice, environment::Region, environment::Schedule {
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

/// Fills a box with grains before the run starts, or another region that is cut out of a filled box.
struct Fill : Sizes, ShapeChoice, environment::Region {
    Fill() { shape = Shape::Box; }

    enum class Packing { Lattice, Jittered, RandomLoose, RandomDense };
    std::string name;
    std::string material;
    Packing packing = Packing::Jittered;
    std::uint64_t count = 0;  ///< Lattice, Jittered: maximum number of grains, filled from below; 0: as many
                              ///< as fit; others: number of grains; 0: volume_fraction gives it
    double spacing = 1.05;    ///< Lattice, Jittered: lattice constant in diameters of the largest grain, >= 1
    double volume_fraction =
        0.3;  ///< random packings: share of the box that grains fill, up to 0.35 (loose) or 0.6 (dense)
    Vec3d velocity;          ///< [m/s]
    bool only_free = false;  ///< without those that would overlap a solid wall or a body
};

/// Grains that are read from a file before the run starts.
struct Import {
    std::string name;
    std::string material;
    std::string file;            ///< path of a table, a LAMMPS data file or a LAMMPS dump (grain_file.h)
    std::uint64_t type = 0;      ///< LAMMPS files: only atoms of this type; 0: all
    std::int64_t snapshot = -1;  ///< dumps: counted from 0; negative: from the end, -1 is the last
    Vec3d position;              ///< displacement of all grains [m]
    bool at_rest = false;        ///< ignore the velocities and spins of the file
    std::shared_ptr<const std::vector<GrainRow>>
        grains{};  ///< the grains, with `position` and `at_rest` applied
};

/// A single grain.
struct Grain {
    std::string material;
    Vec3d position;         ///< [m]
    Vec3d velocity;         ///< [m/s]
    Vec3d spin;             ///< [rad/s]
    double radius = 0.002;  ///< [m], > 0; of a clump: of the ball with the same volume
    std::string shape{};    ///< name of a [[grain_shape]]; empty: a ball
    Vec3d rotation{};       ///< of a clump, from the frame of its shape, as axis times angle [rad]
    std::optional<ShapeChoice::Chosen> chosen{};  ///< the shape, when the scene has been read
};

}  // namespace talus::grains
