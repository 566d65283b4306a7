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

/// Properties of a layer of the ground.
struct BedLayer {
    double porosity = 0.4;
    double repose = 0.62;             ///< tangent of the angle of repose
    bool never_slides = false;        ///< bedrock: stands at any slope
    double critical = 0;              ///< tau_c of level ground [Pa]
    std::optional<double> strength;   ///< K_e [s/m]; absent: that of sand
    std::optional<double> thickness;  ///< [m]
    std::optional<double> bottom;     ///< height of its lower side [m]
};

/// The layers of the ground, from the top down. Layer 0 is settled sediment.
class Layers {
  public:
    /// @param all the first is settled sediment; the last goes down to any depth
    explicit Layers(std::vector<BedLayer> all) : all_(std::move(all)) {}

    const BedLayer& operator[](std::size_t layer) const { return all_[layer]; }
    std::size_t size() const { return all_.size(); }

    /// The exposed layer of a column.
    struct Top {
        std::size_t layer;
        double thickness;  ///< what is left of the layer [m]
    };
    /// @param start height of the column at the start [m] @param cut, deposit its fields of that name [m]
    Top top(double start, double cut, double deposit) const;

  private:
    std::vector<BedLayer> all_;
};

/// What the stages need to know about the water and the ground of a scene.
struct Setup {
    Settings settings;
    std::shared_ptr<const geometry::Heightfield> ground;  ///< at the start; null: the ground is a volume
    std::optional<environment::GroundVolume> volume{};
    double cohesion = 0;       ///< of the volume [Pa]
    double initial_solid = 0;  ///< in the volume at the start [kg]
    Layers layers{{}};
    std::vector<float> plants;  ///< of each column: what plants add to the critical stress [Pa]; or empty
    std::vector<std::uint8_t>
        outlets;  ///< of each column: 1 where a sink removes water; empty without bed load
    std::vector<double> inflow_concentration;  ///< of each inflow of the water: volume fraction of solid
    std::vector<double> block_concentration;   ///< of each water block: volume fraction of solid

    environment::SedimentGrain grain;
    environment::CarryingLiquid liquid;
    environment::WallLaw wall_law;
    environment::PowerLaw power_law;
    environment::Hindrance hindrance;
    environment::Thickening thickening;
    double velocity = 0;  ///< settling velocity of a single grain [m/s]; negative: it rises
    Vec3d down;           ///< unit, along gravity

    water::Solids solids;
    water::Smoothing smoothing;
    double spacing = 0;        ///< of the water [m]
    double particle_mass = 0;  ///< of the water [kg]
    /// wcsph: stages add to the field `acceleration` of the water, not to `force`.
    bool forces_are_accelerations = false;
    double stick = 0;                ///< of the water on walls: 1 no slip, 0 free slip
    water::Friction water_friction;  ///< the water's own wall friction
    int subdivisions = 1;            ///< n: a triangle of the ground has n^2 points
    double max_change = 0;           ///< of the bed in a step [m]
    double interval = 0;             ///< between slides [s]

    const geometry::ColumnGrid& grid() const { return ground->grid; }
    /// Volume fraction of solid in a particle. @param sediment mass of its solid [kg]
    double fraction(double sediment) const { return sediment / (grain.density * smoothing.volume); }
    /// The area that a column represents [m^2]: a third of each triangle of which it is a corner.
    double area(std::uint32_t i, std::uint32_t j) const;
    /// Solid in ground of an area, per metre of thickness [kg/m].
    double solid(double area, double porosity) const { return grain.density * (1 - porosity) * area; }
};

/// @pre the scene passed the check, and has water, ground and [erosion]
Setup setupOf(const method::Scene& scene);

}  // namespace talus::couple::erosion
