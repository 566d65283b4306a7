#pragma once
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "talus/geometry/mesh.h"
#include "talus/grains/grain_file.h"
#include "talus/grains/sizes.h"
#include "talus/math/vec.h"

namespace talus::grains {

enum class Law { LeeHerrmann, Linear, Hooke, HertzMindlin, Bell, BellLinear, LennardJones };
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

/// How two materials touch. Which members count depends on the law, and on the kinds of rolling resistance
/// and cohesion.
struct Contact {
    std::string first;   ///< material name
    std::string second;  ///< material name, may be the same
    Law law = Law::LeeHerrmann;
    double stiffness = 5e4;        ///< lee-herrmann, bell: [N/m^1.5]; linear, hooke, bell-linear: [N/m]; > 0
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
};

/// What holds for all grains of a scene.
struct Params {
    Vec3d gravity{0, 0, -9.81};  ///< [m/s^2]
    bool spin = true;            ///< false: grains do not rotate (the thesis)
    Integrator integrator = Integrator::VelocityVerlet;
    double skin = 0.1;  ///< of the contact list, in mean grain diameters, > 0
    Search search = Search::Sorted;
    Precision precision = Precision::Double;
    bool rest = false;                  ///< whether grains that stay in their place are left alone
    double rest_distance = 0.01;        ///< how far they may stray, in radii, > 0
    double rest_window = 0.05;          ///< and for how long they must have stayed [s], > 0
    double dissipation = 0;             ///< position-verlet: share of the motion lost a step, 0 to 1
    std::vector<std::string> periodic;  ///< axes along which the domain repeats: "x", "y", "z"
    Vec3d domain_min;                   ///< corners of the domain [m]; they count along periodic axes
    Vec3d domain_max;
    std::vector<Contact> contacts;
};

/// Something that grains touch and do not move; its own motion is prescribed.
struct Wall {
    enum class Kind {
        Plane,
        Rectangle,
        Disc,
        BoxInside,
        BoxOutside,
        SphereInside,
        SphereOutside,
        CylinderInside,
        CylinderOutside,
        Cone,
        Capsule,
        Mesh
    };
    std::string name;
    std::string material;
    Kind kind = Kind::Plane;
    geometry::Plane plane;          ///< Plane
    geometry::Rectangle rectangle;  ///< Rectangle
    geometry::Disc disc;            ///< Disc
    geometry::Box box;              ///< BoxInside: grains are kept in it; BoxOutside: an obstacle
    geometry::Sphere sphere;        ///< likewise
    geometry::Cone cone;            ///< Cone; of cylinders `end_radius` does not count
    geometry::Capsule capsule;      ///< Capsule
    std::vector<std::string> open;  ///< BoxInside: sides that are left out: "-x", "+x", ... "+z"
    std::vector<std::string> caps;  ///< CylinderInside, Cone: ends that are closed: "from", "to"
    std::string file;               ///< Mesh: path of an STL, OBJ or PLY file
    double scale = 1;               ///< Mesh: first its points are multiplied by this, > 0,
    Vec3d rotation;                 ///< then turned about the origin (axis times angle) [rad],
    Vec3d position;                 ///< then displaced [m]
    bool follows = false;           ///< its pose is state, and something else moves it: motions do not count.
                                    ///< Its shape is in its own frame; `rotation` and `position` place it
    std::shared_ptr<const geometry::Mesh> mesh;  ///< Mesh: loaded and placed
    bool visible = true;                         ///< drawn
};

/// How a wall moves: a function of simulated time alone. Several for one wall act one after another, in the
/// order of the scene.
struct Motion {
    enum class Kind { Translate, Rotate, Vibrate, Keyframes };
    std::string wall;  ///< its name, or that of a prescribed body
    Kind kind = Kind::Translate;
    Vec3d velocity;                ///< Translate [m/s]
    Vec3d axis{0, 0, 1};           ///< Rotate: direction, of any length
    Vec3d point;                   ///< Rotate, Keyframes: a point of the axis [m]
    double rate = 1;               ///< Rotate [rad/s]
    Vec3d direction{0, 0, 1};      ///< Vibrate: of any length
    double amplitude = 0.001;      ///< Vibrate [m], >= 0
    double frequency = 50;         ///< Vibrate [1/s], > 0
    double phase = 0;              ///< Vibrate [rad]
    double start = 0;              ///< all but Keyframes: no motion before [s]
    std::optional<double> stop;    ///< all but Keyframes: the wall stays where it is from then on [s]
    std::vector<double> times;     ///< Keyframes: rising [s]
    std::vector<Vec3d> positions;  ///< Keyframes: displacement at each time [m]
    std::vector<Vec3d> rotations;  ///< Keyframes: rotation vector at each time [rad]; empty: none
};

/// Takes grains out of the simulation.
struct Sink {
    enum class Kind { Plane, Box };
    std::string name;
    Kind kind = Kind::Plane;
    geometry::Plane plane;  ///< Plane: what is behind it, where the normal does not point
    geometry::Box box;      ///< Box: what is in it
};

/// Pours grains from a disc: at a steady rate, never onto a grain that is there.
struct Emitter : Sizes {
    std::string name;
    std::string material;
    Vec3d centre;                ///< of the disc [m]
    Vec3d direction{0, 0, -1};   ///< of flow and normal of the disc (need not be unit)
    double radius = 0.02;        ///< of the disc [m], > 0
    double speed = 0.5;          ///< along direction [m/s], >= 0
    double rate = 1000;          ///< grains a second, > 0
    std::uint64_t count = 1000;  ///< grains in all
    double start = 0;            ///< first grain [s]
};

/// Fills a box with grains before the run starts.
struct Fill : Sizes {
    enum class Packing { Lattice, Jittered, RandomLoose, RandomDense };
    std::string name;
    std::string material;
    geometry::Box box;
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
