#pragma once
#include <vector>

#include "talus/step/stage.h"
#include "talus/water/fields.h"
#include "talus/water/params.h"

namespace talus::water {

inline constexpr const char* inflow_table = "water.inflows";

namespace fields {
// Inflows: one row each, in the order of the scene.
inline constexpr Field<std::uint64_t> layers{"layers", "", "layers of particles that have come in so far"};
inline constexpr Field<std::uint64_t> flown{"flown", "", "particles that have come in so far"};
}  // namespace fields

/// The positions of one layer of an inflow relative to its centre, on a square lattice across its direction
/// [m].
std::vector<Vec3d> layerOf(const Inflow& inflow, double spacing);

/// Adds water layer by layer, each one spacing behind the layer before it.
struct AddInflow {
    static constexpr const char* name = "inflow";
    std::vector<Inflow> inflows;
    double spacing = 0;       ///< [m]
    double rest_density = 0;  ///< [kg/m^3]
    std::int64_t limit = 0;

    step::Access access() const;
    void run(step::Step& step) const;
};

/// Whether any inflow has layers due at a time. @param layers of each so far
bool anyLayersDue(const std::vector<Inflow>& inflows, double spacing, exec::View<const std::uint64_t> layers,
                  double time);

/// The number of layers until the inflow's volume has come in; infinite if it has no volume.
double maxLayers(const Inflow& inflow, double spacing, std::size_t particles_a_layer);
/// The number of layers that have come in by a time.
std::uint64_t layersDue(const Inflow& inflow, double spacing, std::size_t particles_a_layer, double time);

}  // namespace talus::water
