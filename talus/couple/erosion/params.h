#pragma once
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "talus/environment/sediment/settling.h"
#include "talus/environment/sediment/thickening.h"
#include "talus/geometry/heightfield.h"
#include "talus/math/vec.h"

/// Settings of a scene for erosion. Nothing here changes during a run.
namespace talus::couple::erosion {

/// Law of the shear stress on the bed.
enum class Shear {
    WallLaw,  ///< laminar or rough, whichever is larger (environment/sediment/bed_shear.h)
    Power     ///< K theta^n
};

enum class Preset { None, Thesis2022, Kristof2009 };

struct Settings {
    Preset preset = Preset::None;

    double grain_diameter = 2e-4;  ///< of the sediment [m], > 0
    double grain_density = 2650;   ///< of its solid [kg/m^3], > 0
    double porosity = 0.4;         ///< of settled sediment, and of ground without layers, 0 to 0.9
    double repose = 0.5585;        ///< angle of repose of the sediment [rad], 32 degrees

    Shear shear = Shear::WallLaw;
    std::optional<double> roughness{};  ///< k_s [m], > 0; absent: 2.5 grain diameters
    /// z of the wall law [m], > 0; absent: the height of the sampled flow (Bed::Point::height).
    std::optional<double> flow_height{};
    double consistency = 1e-3;               ///< Power: K [Pa s^n], >= 0
    double exponent = 1;                     ///< Power: n, > 0
    std::optional<double> shear_distance{};  ///< Power: l [m], > 0; absent: the height of the sampled flow
    bool bed_friction = true;                ///< WallLaw: the stress on the bed also slows the water

    std::optional<double> critical_shear{};  ///< tau_c [Pa], >= 0; absent: by Shields
    std::optional<double> strength{};        ///< K_e [s/m], >= 0; absent: that of sand
    bool slope_correction = true;            ///< tau_c depends on the slope

    /// Grains roll along the bed. Only firm layers, those with a strength, are eroded into suspension.
    bool bed_load = false;
    bool spiral_flow = true;  ///< bed load: grains roll towards the inner bank in bends

    environment::SettlingLaw settling = environment::SettlingLaw::FergusonChurch;
    environment::Hindrance::Law hindrance = environment::Hindrance::Law::RichardsonZaki;
    std::optional<double> hindrance_exponent{};  ///< absent: from the Reynolds number of a grain
    double max_concentration = 0.6;              ///< C_max, > 0, <= 1
    std::optional<double> viscosity{};           ///< of the real liquid [Pa s], > 0; absent: that of [water]
    double diffusion = 0;                        ///< of sediment in the water, D [m^2/s], >= 0
    bool weighs = true;                          ///< sediment makes the water heavier
    environment::Thickening::Law thickening =
        environment::Thickening::Law::None;  ///< law by which sediment makes the water more viscous

    std::optional<double> boundary_spacing{};  ///< of points on the bed [m], > 0; absent: the water's spacing
    double bed_acceleration = 1;               ///< factor on the changes of the bed, >= 1
    std::optional<double> max_change{};        ///< of the bed in a step [m], > 0; absent: 2% of the spacing
    std::optional<double> interval{};          ///< simulated time between slides [s], > 0; absent: frame / 8
};

/// A layer of the ground, from the top down. Absent values are those of the sediment.
struct Layer {
    std::string name;
    std::optional<double> thickness{};  ///< [m], > 0
    std::optional<double> bottom{};     ///< height of a level lower side [m]
    std::optional<double> grain_diameter{};
    std::optional<double> critical_shear{};
    std::optional<double> strength{};
    std::optional<double> porosity{};
    std::optional<double> repose{};
    Vec3d colour{0.55, 0.5, 0.45};  ///< sRGB
};

/// Plants that hold the ground, in a rectangle in x and y.
struct Plants {
    std::string name;
    std::vector<double> min{0, 0}, max{1, 1};  ///< corners in x and y [m]
    double critical_shear = 10;  ///< added to the critical stress where plants are dense [Pa], >= 0
    std::string mask{};          ///< image over the rectangle, north up: density of the plants
    double mask_full = 255;      ///< value in the mask that means dense, > 0; 0 means no plants
    std::shared_ptr<const geometry::Heightfield> cells{};  ///< values of the mask, south-west cell first
};

/// Sediment in the water of an inflow or of a block.
struct Load {
    std::string source;        ///< name of an [[inflow]] or a [[water_block]]
    double concentration = 0;  ///< volume fraction of solid, 0 to 1
};

struct Part {
    std::optional<Settings> settings;
    std::vector<Layer> layers;
    std::vector<Plants> plants;
    std::vector<Load> loads;
};

/// @param scene holds a Part
template <class Scene>
auto& in(Scene& scene) {
    return scene.template of<Part>();
}

}  // namespace talus::couple::erosion
