#pragma once
#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "talus/geometry/shapes.h"
#include "talus/math/vec.h"

namespace talus::grains {

enum class Law { LeeHerrmann, Linear };
/// What the Coulomb limit mu F_n holds: the spring alone (the thesis: the viscous part comes on top), or
/// spring and dashpot together (as LAMMPS' linear_history does).
enum class Cap { Spring, Total };
enum class Integrator { VelocityVerlet, SemiImplicitEuler };
enum class Search { Sorted, Hash };

/// How two materials touch. Which members count depends on the law.
struct Contact {
    std::string first;   ///< material name
    std::string second;  ///< material name, may be the same
    Law law = Law::LeeHerrmann;
    double stiffness = 5e4;        ///< lee-herrmann: k_n [N/m^1.5]; linear: k_n [N/m]; > 0
    double shear_stiffness = 300;  ///< k_s (lee-herrmann), k_t (linear) [N/m], >= 0
    double normal_damping = 1000;  ///< lee-herrmann: gamma_n [1/s], >= 0
    double shear_damping = 500;    ///< lee-herrmann: gamma_s [1/s], >= 0
    double restitution = 0.5;      ///< linear: e, 0 < e <= 1
    double friction = 0.5;         ///< mu, >= 0
    Cap cap = Cap::Total;
    bool adhesionless = true;  ///< F_n >= 0: no pull while the grains part
};

/// What holds for all grains of a scene.
struct Params {
    Vec3d gravity{0, 0, -9.81};  ///< [m/s^2]
    bool spin = true;            ///< false: grains do not rotate (the thesis)
    Integrator integrator = Integrator::VelocityVerlet;
    double skin = 0.1;  ///< of the contact list, in mean grain diameters, > 0
    Search search = Search::Sorted;
    std::vector<Contact> contacts;
};

/// Something fixed that grains touch.
struct Wall {
    enum class Kind { Plane, BoxInside, BoxOutside, SphereInside, SphereOutside };
    std::string name;
    std::string material;
    Kind kind = Kind::Plane;
    geometry::Plane plane;    ///< Plane
    geometry::Box box;        ///< BoxInside: grains are kept in it; BoxOutside: an obstacle
    geometry::Sphere sphere;  ///< likewise
    bool visible = true;      ///< drawn
};

/// Pours grains from a disc: at a steady rate, never onto a grain that is there.
struct Emitter {
    std::string name;
    std::string material;
    Vec3d centre;                 ///< of the disc [m]
    Vec3d direction{0, 0, -1};    ///< of flow and normal of the disc (need not be unit)
    double radius = 0.02;         ///< of the disc [m], > 0
    double speed = 0.5;           ///< along direction [m/s], >= 0
    double rate = 1000;           ///< grains a second, > 0
    std::uint64_t count = 1000;   ///< grains in all
    double start = 0;             ///< first grain [s]
    double grain_radius = 0.002;  ///< mean [m], > 0
    double radius_spread = 0;     ///< uniform in mean * (1 +- spread), 0 <= spread < 1
};

/// Fills a box with grains before the run starts.
struct Fill {
    enum class Packing { Lattice, Jittered };
    std::string name;
    std::string material;
    geometry::Box box;
    Packing packing = Packing::Jittered;
    std::uint64_t count = 0;      ///< at most so many, from below; 0: as many as fit
    double spacing = 1.05;        ///< lattice constant in largest grain diameters, >= 1
    Vec3d velocity;               ///< [m/s]
    double grain_radius = 0.002;  ///< mean [m], > 0
    double radius_spread = 0;     ///< as in Emitter
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
