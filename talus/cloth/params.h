#pragma once
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "talus/environment/air/flow.h"
#include "talus/geometry/mesh/mesh.h"
#include "talus/math/vec.h"

/// Settings of a scene for cloth. Nothing here changes during a run.
namespace talus::cloth {

/// How the springs of all sheets are stepped. Implicit: XPBD in small steps, for any stiffness. Explicit: the
/// forces of springs and dampers as they are, integrated by leap-frog; its step follows from the stiffness.
enum class Method { Implicit, Explicit };

/// What resists bending. Hinge: the angle between two triangles (sheet/build.h). Springs: between points two
/// edges apart (grids), or between the two corners opposite an edge (meshes).
enum class Bending { Hinge, Springs };

/// How a sheet is drawn.
enum class Pattern { Plain, Woven, Checks, Stripes };

/// One cloth of a scene: a grid of points or the triangles of a file.
struct Sheet {
    std::string name;
    std::string material;  ///< as which grains, water and particles touch it; empty: they do not

    // Shape.
    double width = 1;     ///< of a grid, along x before it is turned [m], > 0
    double height = 1;    ///< of a grid, along y before it is turned [m], > 0
    int points_x = 40;    ///< of a grid along its width, >= 2
    int points_y = 40;    ///< of a grid along its height, >= 2
    std::string file{};   ///< path of an STL, OBJ or PLY file; empty: a grid
    double scale = 1;     ///< the file's points are multiplied by this, > 0
    Vec3d rotation;       ///< turns the sheet about its own origin (axis times angle) [rad]
    Vec3d position;       ///< of the middle of a grid, or of a file's origin [m]
    Vec3d velocity;       ///< at the start [m/s]
    int copies = 1;       ///< number of equal sheets, >= 1
    Vec3d copy_offset{};  ///< from one copy to the next [m]

    // Material.
    double density = 0.15;              ///< mass per area [kg/m^2], > 0
    double stretch = 1000;              ///< stiffness along the width [N/m], > 0
    std::optional<double> stretch_y{};  ///< along the height [N/m], > 0; none: `stretch`
    double shear = 200;                 ///< stiffness of diagonals [N/m], >= 0
    Bending bending = Bending::Hinge;
    double bend = 1e-5;                   ///< Hinge: bending stiffness [N m], >= 0
    double bend_springs = 1;              ///< Springs: stiffness [N/m], >= 0
    double damping = 0;                   ///< of each damper along its spring [N s/m], >= 0
    std::optional<double> tear_strain{};  ///< strain at which a spring tears, > 0; none: never
    double air_drag = 0;                  ///< coefficient of the force along the flow, >= 0
    double air_lift = 0;                  ///< coefficient of the force across the flow, >= 0
    double quadratic_drag = 0;            ///< c of -c u |u| on each point [N s^2/m^2], >= 0
    environment::Wind wind{};
    environment::Turbulence turbulence{};

    // Contact.
    bool contact = true;                ///< with walls
    bool self_contact = true;           ///< with itself and with other sheets
    std::optional<double> thickness{};  ///< distance kept between two layers [m], > 0; none: thicknessOf()
    double friction = 0.3;              ///< Coulomb's coefficient, >= 0

    // Appearance.
    Vec3d colour{0.75, 0.22, 0.18};   ///< sRGB, each 0 to 1
    Vec3d colour2{0.93, 0.90, 0.84};  ///< second colour of a pattern
    Pattern pattern = Pattern::Woven;
    double pattern_size = 0.02;  ///< of one repeat [m], > 0

    std::shared_ptr<const geometry::Mesh> mesh{};  ///< loaded from `file`, scaled

    bool isGrid() const { return file.empty(); }
};

/// Holds points of a sheet: those within a distance of a place at the start. Without stiffness they keep
/// their place; with it each hangs on a spring and a damper.
struct Attachment {
    std::string sheet{};  ///< name of the sheet
    /// "near" (to `at`), or of a grid "left", "right", "top", "bottom", "corners", "top-corners".
    std::string where = "near";
    Vec3d at;                           ///< a place [m]
    double within = 0.01;               ///< distance from it within which points are held [m], >= 0
    std::string wall{};                 ///< name of a wall with which they move; empty: none
    std::optional<double> stiffness{};  ///< of a spring at each point [N/m], > 0; none: held firmly
    double damping = 0;                 ///< of a damper at each point [N s/m], >= 0
    std::optional<double> release{};    ///< time at which it is released [s]; none: never
    std::optional<double> breaks_at{};  ///< force at a point at which it breaks there [N], > 0; none: never
};

/// How all sheets of a scene are stepped.
struct Solver {
    Method method = Method::Implicit;
    std::optional<double> dt{};  ///< longest step [s], > 0; none: 1/60 s, or what an explicit step may be
    int substeps = 15;           ///< Implicit: small steps within the longest step, >= 1
    int iterations = 1;          ///< Implicit: passes over all springs within a small step, >= 1

    /// Implicit: [s]
    double longestStep() const { return dt.value_or(1.0 / 60); }
};

/// Points have indices of 32 bits, and a spring or hinge takes up to 80 bytes.
inline constexpr double most_points = 1e8;

/// The cloth tables of a scene.
struct Part {
    std::vector<Sheet> sheets;
    std::vector<Attachment> attachments;
    Solver solver;
};

/// @param scene holds a Part
template <class Scene>
auto& in(Scene& scene) {
    return scene.template of<Part>();
}

}  // namespace talus::cloth
