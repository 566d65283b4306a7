#pragma once
#include <memory>
#include <vector>

#include "talus/couple/erosion/params.h"
#include "talus/environment/sediment/bed_shear.h"
#include "talus/environment/sediment/grain.h"
#include "talus/geometry/heightfield.h"
#include "talus/method/scene.h"
#include "talus/water/setup.h"

namespace talus::couple::erosion {

/// What the ground is made of at some depth.
struct BedLayer {
    double porosity = 0.4;
    double repose = 0.62;             ///< tangent of its angle
    bool stands = false;              ///< bedrock: it does not slide, however steep
    double critical = 0;              ///< tau_c of level ground [Pa]
    std::optional<double> strength;   ///< K_e [s/m]; absent: that of sand
    std::optional<double> thickness;  ///< [m]
    std::optional<double> bottom;     ///< height of its lower side [m]
};

/// The layers of the ground: where each ends. Sediment that settled is number 0.
class Layers {
  public:
    /// @param below the first is sediment that settles; the last goes down to any depth
    explicit Layers(std::vector<BedLayer> below) : all_(std::move(below)) {}

    const BedLayer& operator[](std::size_t layer) const { return all_[layer]; }
    std::size_t size() const { return all_.size(); }

    /// What lies open, and how much of it there is [m].
    struct Top {
        std::size_t layer;
        double thickness;
    };
    /// @param start height at the start @param cut, deposit of a column [m]
    Top top(double start, double cut, double deposit) const;

  private:
    std::vector<BedLayer> all_;
};

/// Water and ground of a scene, as the stages between them need to know both.
struct Setup {
    Settings settings;
    std::shared_ptr<const geometry::Heightfield> ground;  ///< null: it is a volume
    std::optional<environment::GroundVolume> volume{};
    double cohesion = 0;      ///< of the volume [Pa]
    double solid_before = 0;  ///< in the volume at the start [kg]
    Layers layers{{}};
    std::vector<float> plants;          ///< by column: what they add to the critical stress [Pa]; or empty
    std::vector<std::uint8_t> outlets;  ///< by column, for bed load: 1 where a sink takes the water; or empty
    std::vector<double> inflow_concentration;  ///< of each inflow of the water
    std::vector<double> block_concentration;   ///< of each block

    environment::SedimentGrain grain;
    environment::CarryingLiquid liquid;
    environment::WallLaw wall_law;
    environment::PowerLaw power_law;
    environment::Hindrance hindrance;
    environment::Thickening thickening;
    double velocity = 0;  ///< of settling of a single grain [m/s]
    Vec3d down;           ///< unit, along gravity

    water::Solids solids;
    water::Smoothing smoothing;
    double spacing = 0;            ///< of the water [m]
    double particle_mass = 0;      ///< of the water [kg]
    bool late_forces = false;      ///< wcsph: forces of couplings go into the acceleration
    double stick = 0;              ///< of the water on walls, 0 to 1
    water::Friction own_friction;  ///< the water's own on walls
    int subdivisions = 1;          ///< n: a triangle of the ground has n^2 points
    double max_change = 0;         ///< of the bed in a step [m]
    double interval = 0;           ///< between slides [s]

    const geometry::ColumnGrid& grid() const { return ground->grid; }
    /// Volume fraction of solid in a particle that carries so much.
    double fraction(double sediment) const { return sediment / (grain.density * smoothing.volume); }
    /// The area of ground whose height a column says [m^2]: a third of each triangle that it is a corner of.
    double area(std::uint32_t i, std::uint32_t j) const;
    /// Solid in a metre of ground of that area [kg/m].
    double solid(double area, double porosity) const { return grain.density * (1 - porosity) * area; }
};

/// @pre the scene passed the check, and has water, ground and [erosion]
Setup setupOf(const method::Scene& scene);

}  // namespace talus::couple::erosion
